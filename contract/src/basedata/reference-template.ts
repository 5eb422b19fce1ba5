/** What the answer to a device can name: the station, the start of its hour, and what it has published for it. */
export const referencePlaceholders = [
  'station',
  'time',
  'PM2.5',
  'PM10',
  'SO2',
  'NO2',
  'O3',
  'CO',
  'index',
] as const;
export type ReferencePlaceholder = (typeof referencePlaceholders)[number];

export const placeholderPattern = /\{([^{}]*)\}/g;

/** Whether a text is a list of `name=value` with at least one placeholder, all of them known. */
export function isReferenceTemplate(template: string): boolean {
  const names = [...template.matchAll(placeholderPattern)].map(([, name = '']) => name);
  const known: readonly string[] = referencePlaceholders;
  if (names.length === 0 || !names.every((name) => known.includes(name))) return false;
  const plain = template.replace(placeholderPattern, 'x');
  return plain.split(/[;,]/).every((field) => /^[\w.-]+=[^\p{Cc};,=&#{}]*$/u.test(field));
}
