import { AppError, fail } from '@limpid/contract/errors';
import type { Field } from '@limpid/contract/kit/field';
import {
  fieldEntries,
  fieldLabel,
  isInSheet,
  isWritable,
  localised,
  requestLabels,
} from '@limpid/contract/kit/resource';
import type { ImportReport } from '@limpid/contract/kit/resource-endpoints';
import { bodySchema } from '@limpid/contract/kit/schema';
import { type Language, languages } from '@limpid/contract/language';
import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { makeCheck } from '../platform/http/validate.ts';
import { readSheet } from '../platform/sheets/read-sheet.ts';
import { describeError, translate } from '../platform/texts.ts';
import type { WorkControl } from '../platform/work/work.ts';
import { listOptions, matchOption } from './choices.ts';
import type { Definition, Values, Writer } from './definition.ts';
import { tablesOf } from './list.ts';
import { addRow, editRow } from './write.ts';

/** Rows that share a transaction: large enough to be quick, small enough that others never wait long. */
const batchRows = 500;

/** Takes over a sheet row by row: what is wrong with one row is reported and does not stop the next. */
export async function importRows(
  app: App,
  definition: Definition,
  writer: Writer,
  bytes: Uint8Array,
  update: boolean,
  control?: WorkControl,
): Promise<ImportReport> {
  const { resource } = definition;
  const sheet = await readSheet(bytes);
  if (sheet.rows.length === 0) fail('sheet.empty');
  const columns = await matchColumns(app, definition, sheet.header);
  const check = makeCheck(bodySchema(resource, 'add'), {
    texts: resource.texts,
    labels: requestLabels(resource),
  });
  const report: ImportReport = { added: 0, updated: 0, failed: [] };
  for (let start = 0; start < sheet.rows.length; start += batchRows) {
    control?.signal.throwIfAborted();
    control?.report(start, sheet.rows.length);
    // Its connection goes back to the pool however this ends, even when the database goes away half-way.
    await app.db.transaction().execute(async (db) => {
      for (const { line, cells } of sheet.rows.slice(start, start + batchRows)) {
        const values = readCells(columns, cells);
        await sql`savepoint line`.execute(db);
        try {
          const { value, problems } = check(values);
          const first = problems[0];
          if (first) fail(first.key, first.params, first.field);
          report[await importRow(definition, { ...writer, db }, value as Values, update)]++;
          await sql`release savepoint line`.execute(db);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await sql`rollback to savepoint line`.execute(db);
          const name = localised(values, resource.name, writer.language);
          report.failed.push({ line, name, reason: describeError(error, writer.language) });
        }
      }
    });
  }
  control?.report(sheet.rows.length, sheet.rows.length);
  return report;
}

/** The report as the lines of text that the family's clients show. */
export function summarise({ added, updated, failed }: ImportReport, language: Language): string {
  const head = translate(language, 'server.imported', { added, updated, failed: failed.length });
  const lines = failed.slice(0, 100).map((row) => translate(language, 'server.importedLine', row));
  return [head, ...lines].join('\n');
}

async function importRow(
  definition: Definition,
  writer: Writer,
  values: Values,
  update: boolean,
): Promise<'added' | 'updated'> {
  const { resource } = definition;
  let existing = tablesOf(writer.db).selectFrom(definition.table).select(resource.id);
  if (definition.keepsRemoved) existing = existing.where('delFlag', '=', '0');
  for (const name of resource.key) existing = existing.where(name, '=', values[name]);
  const found = await existing.executeTakeFirst();
  if (!found) {
    await addRow(definition, writer, values);
    return 'added';
  }
  const key = resource.key.at(-1) ?? resource.id;
  if (!update) fail('field.taken', { label: fieldLabel(resource, key) }, key);
  await editRow(definition, writer, Number(found[resource.id]), values);
  return 'updated';
}

interface Column {
  name: string;
  read(cell: unknown): unknown;
}

/** Finds each column's field by its heading, in whichever language the sheet was made. */
async function matchColumns(
  app: App,
  { resource }: Definition,
  header: readonly string[],
): Promise<(Column | undefined)[]> {
  const fields = fieldEntries(resource).filter(([, field]) => isWritable(field) && isInSheet(field));
  const columns = await Promise.all(
    header.map(async (heading) => {
      const match = fields.find(([name]) =>
        [name, ...languages.map((language) => translate(language, fieldLabel(resource, name)))].includes(
          heading.trim(),
        ),
      );
      return match && { name: match[0], read: await makeValueReader(app, resource, match[0], match[1]) };
    }),
  );
  const twice = fields.find(([name]) => columns.filter((column) => column?.name === name).length > 1);
  if (twice) fail('sheet.column_twice', { label: fieldLabel(resource, twice[0]) });
  const missing = fields.find(
    ([name, field]) => field.required && !columns.some((column) => column?.name === name),
  );
  if (missing) fail('sheet.columns_missing', { label: fieldLabel(resource, missing[0]) });
  return columns;
}

async function makeValueReader(app: App, resource: Definition['resource'], name: string, field: Field) {
  const options = await listOptions(app.dictionaries, resource, name, field);
  return (cell: unknown): unknown =>
    options && cell !== null ? (matchOption(options, String(cell)) ?? cell) : cell;
}

function readCells(columns: readonly (Column | undefined)[], cells: readonly unknown[]): Values {
  const values: Values = {};
  columns.forEach((column, index) => {
    if (column) values[column.name] = column.read(cells[index] ?? null);
  });
  return values;
}
