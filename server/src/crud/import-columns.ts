import { fail } from '@limpid/contract/errors';
import type { Field } from '@limpid/contract/kit/field';
import { fieldEntries, fieldLabel, isInSheet, isWritable } from '@limpid/contract/kit/resource';
import { languages } from '@limpid/contract/language';
import type { App } from '../platform/app.ts';
import { translate } from '../platform/texts.ts';
import { listOptions, matchOption } from './choices.ts';
import type { Definition, FieldValues, SheetImport } from './definition.ts';

export interface SheetColumn {
  name: string;
  read(cell: unknown): unknown;
}

/** Finds the field of each column by its heading, in any language. */
export async function matchColumns(
  app: App,
  { resource }: Definition,
  header: readonly string[],
  readers: SheetImport['readers'] = {},
): Promise<(SheetColumn | undefined)[]> {
  const fields = fieldEntries(resource).filter(([, field]) => isWritable(field) && isInSheet(field));
  const withLabels = ([name, field]: [string, Field]) => ({
    name,
    field,
    labels: [name, ...languages.map((language) => translate(language, fieldLabel(resource, name)))],
    alternatives: field.headings ?? [],
  });
  const matches = assignFields(fields.map(withLabels), header);
  const twice = fields.find(([name]) => matches.filter((match) => match?.name === name).length > 1);
  if (twice) fail('sheet.column_twice', { label: fieldLabel(resource, twice[0]) });
  const missing = fields.find(
    ([name, field]) => field.required && !matches.some((match) => match?.name === name),
  );
  if (missing) fail('sheet.columns_missing', { label: fieldLabel(resource, missing[0]) });
  return Promise.all(
    matches.map(async (match) => {
      if (!match) return undefined;
      const { name, field } = match;
      return { name, read: readers[name] ?? (await makeValueReader(app, resource, name, field)) };
    }),
  );
}

interface NamedColumn {
  name: string;
  labels: readonly string[];
  alternatives: readonly string[];
}

/** A heading may match the label of one field and another heading of a second; it goes to the field without a column. */
function assignFields<C extends NamedColumn>(
  fields: readonly C[],
  header: readonly string[],
): (C | undefined)[] {
  const candidates = header.map((heading) => {
    const text = heading.trim();
    const byLabel = fields.filter(({ labels }) => labels.includes(text));
    return [
      ...byLabel,
      ...fields.filter((field) => field.alternatives.includes(text) && !byLabel.includes(field)),
    ];
  });
  const sure = new Set(candidates.flatMap((found) => (found.length === 1 ? found : [])));
  return candidates.map((found) => found.find((field) => found.length === 1 || !sure.has(field)) ?? found[0]);
}

async function makeValueReader(app: App, resource: Definition['resource'], name: string, field: Field) {
  const options = await listOptions(app.dictionaries, resource, name, field);
  return (cell: unknown): unknown => {
    if (field.kind === 'flag' && cell === null) return field.default;
    const found = options && cell !== null ? matchOption(options, String(cell)) : undefined;
    return field.kind === 'flag' && found !== undefined ? found === 'true' : (found ?? cell);
  };
}

export function readCells(
  columns: readonly (SheetColumn | undefined)[],
  cells: readonly unknown[],
): FieldValues {
  const values: FieldValues = {};
  columns.forEach((column, index) => {
    if (column) values[column.name] = column.read(cells[index] ?? null);
  });
  return values;
}
