import type { Readable } from 'node:stream';
import { type Field } from '@limpid/contract/kit/field';
import { fieldEntries, fieldLabel, isInSheet, isWritable } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { App } from '../platform/app.ts';
import type { Scope } from '../platform/auth/scope.rule.ts';
import type { Cell } from '../platform/sheets/cell.ts';
import { writeSheet } from '../platform/sheets/write/write-sheet.ts';
import { translate, translateStored } from '../platform/texts.ts';
import { listOptions } from './choices.ts';
import type { Definition, FieldValues } from './definition.ts';
import { resolveNames } from './known-names.store.ts';
import { streamRows } from './list.ts';

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export async function exportRows(
  app: App,
  definition: Definition,
  scope: Scope,
  query: FieldValues,
  language: Language,
  onRow: (count: number) => void = () => undefined,
): Promise<Readable> {
  const fields = fieldEntries(definition.resource).filter(([, field]) => isInSheet(field));
  const readers = await Promise.all(
    fields.map(([name, field]) => makeCellReader(app, definition, name, field, language)),
  );
  const columns = fields.map(([name, field]) => cellSource(name, field));
  const filter = await resolveNames(app.db, definition, query);
  async function* rows(): AsyncGenerator<Cell[]> {
    let count = 0;
    for await (const row of streamRows(app.db, definition, scope, filter, language, columns)) {
      onRow(++count);
      yield readers.map((read) => read(row));
    }
  }
  return makeSheet(definition, fields, language, rows());
}

/** An empty sheet with the writable columns. */
export function makeTemplate(definition: Definition, language: Language): Readable {
  const fields = fieldEntries(definition.resource).filter(
    ([, field]) => isWritable(field) && isInSheet(field),
  );
  return makeSheet(definition, fields, language, (async function* () {})());
}

function makeSheet(
  { resource }: Definition,
  fields: [string, Field][],
  language: Language,
  rows: AsyncIterable<readonly Cell[]>,
): Readable {
  return writeSheet({
    sheetName: translate(language, `${resource.texts}.title`),
    columns: fields.map(([name, field]) => ({
      header: translate(language, fieldLabel(resource, name)),
      width: field.kind === 'longText' || field.kind === 'dateTime' ? 24 : 16,
    })),
    rows,
  });
}

/** The column of a cell: a reference is exported by the name of its record. */
function cellSource(name: string, field: Field): string {
  return ((field.kind === 'ref' || field.kind === 'refs') && field.shows) || name;
}

/** Values of dictionaries and choices are exported by their labels. */
async function makeCellReader(
  app: App,
  { resource }: Definition,
  name: string,
  field: Field,
  language: Language,
) {
  const options = await listOptions(app.dictionaries, resource, name, field);
  const labels = new Map(options?.map((option) => [option.value, option.label(language)]));
  const isKeyed = 'keyed' in field && field.keyed;
  const source = cellSource(name, field);
  return (row: FieldValues): Cell => {
    const value = (isKeyed ? translateStored(language, row[name]) : row[source]) ?? null;
    const label = labels.get(String(value));
    if (label !== undefined) return label;
    return typeof value === 'number' || value === null ? value : String(value);
  };
}
