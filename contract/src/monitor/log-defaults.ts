/** What a log of our own shares with the others: the server writes it, people read, export and clean it. */
export const logDefaults = {
  id: 'logId',
  key: ['logId'],
  order: [{ by: 'createTime', desc: true }],
  sortable: ['dataTime', 'createTime'],
  without: ['add', 'edit', 'import'],
} as const;
