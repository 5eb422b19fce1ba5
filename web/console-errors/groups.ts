/** The groups of `errors` that the console writes itself; other refusals arrive in the language of the request. */
export const consoleErrors: readonly string[] = [
  'analysis',
  'coordinate',
  'field',
  'file',
  'map_provider',
  'map_settings',
  'outbound',
];
