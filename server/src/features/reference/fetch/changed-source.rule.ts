import type { referenceSource } from '@limpid/contract/reference/reference-source';
import type { StoredRow, WriteValues } from '../../../crud/definition.ts';

type Name = keyof typeof referenceSource.fields;

/** What decides which hours a source has, and what they say. */
const fieldsOfHours: readonly Name[] = [
  'kind',
  'codePrefix',
  'url',
  'method',
  'body',
  'pastUrl',
  'pastBody',
  'rowsPath',
  'codeField',
  'timeField',
  'zone',
  'hourLabel',
  'missing',
  'pollutants',
];

/** Whether hours that were read before may be others now: the address, the mapping or the zone has changed. */
export function changesHours(
  given: WriteValues<typeof referenceSource>,
  before: StoredRow<typeof referenceSource>,
): boolean {
  const [now, then]: Record<string, unknown>[] = [{ ...given }, { ...before }];
  return fieldsOfHours.some((name) => name in given && write(now?.[name]) !== write(then?.[name]));
}

/** As text; parts of a list have their fields in one order. */
function write(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? '');
  return JSON.stringify(value.map((part) => Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
