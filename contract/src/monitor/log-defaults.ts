/** Options that all our logs share: the server writes them; people read, export and clean them. */
export const logDefaults = {
  id: 'logId',
  key: ['logId'],
  order: [{ by: 'createTime', desc: true }],
  sortable: ['dataTime', 'createTime'],
  without: ['add', 'edit', 'import'],
} as const;
