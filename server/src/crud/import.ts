import { AppError, fail } from '@limpid/contract/errors';
import { fieldLabel, localised, requestLabels } from '@limpid/contract/kit/resource';
import { bodySchema } from '@limpid/contract/kit/schema';
import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { makeInputCheck } from '../platform/http/input/validate.ts';
import type { Sheet } from '../platform/sheets/collect-rows.ts';
import { readSheet, readTable } from '../platform/sheets/read-sheet.ts';
import { describeError } from '../platform/texts.ts';
import type { WorkControl } from '../platform/work/work.ts';
import type { Definition, FieldValues, SheetImport, Writer } from './definition.ts';
import { matchColumns, readCells } from './import-columns.ts';
import type { ImportedLine } from './import-result.ts';
import { withAnyTable } from './list.ts';
import { addRow, editRow } from './write.ts';

/** Rows per transaction: enough to be fast, few enough that other writers do not wait long. */
const batchRows = 500;
/** Rows per transaction where `writeRows` needs only a few statements. */
const bulkRows = 5000;

/** One import of a sheet. */
interface ImportRun {
  definition: Definition;
  writer: Writer;
  update: boolean;
  sheetImport: SheetImport;
  columns: Awaited<ReturnType<typeof matchColumns>>;
  check: ReturnType<typeof makeInputCheck>;
}

type SheetLine = Sheet['rows'][number];

/** Imports a sheet; an invalid row is reported and does not stop the others. */
export async function importRows(
  app: App,
  definition: Definition,
  writer: Writer,
  bytes: Uint8Array,
  update: boolean,
  control?: WorkControl,
): Promise<ImportedLine[]> {
  const { resource, writeRows } = definition;
  const sheet = await (resource.takesText ? readTable : readSheet)(bytes);
  if (sheet.rows.length === 0) fail('sheet.empty');
  const sheetImport = (await definition.prepareImport?.(writer)) ?? {};
  const columns = await matchColumns(app, definition, sheet.header, sheetImport.readers);
  const check = makeInputCheck(bodySchema(resource, 'add'), {
    texts: resource.texts,
    labels: requestLabels(resource),
  });
  const run = { definition, writer: { ...writer, isImport: true }, update, sheetImport, columns, check };
  const lines: ImportedLine[] = [];
  const size = writeRows ? bulkRows : batchRows;
  for (let start = 0; start < sheet.rows.length; start += size) {
    control?.signal.throwIfAborted();
    control?.report(start, sheet.rows.length);
    const rows = sheet.rows.slice(start, start + size);
    lines.push(...(await (writeRows ? importInBulk(app, run, rows) : importOneByOne(app, run, rows))));
  }
  control?.report(sheet.rows.length, sheet.rows.length);
  return lines;
}

function importOneByOne(app: App, run: ImportRun, rows: readonly SheetLine[]): Promise<ImportedLine[]> {
  const { definition, writer, update, sheetImport } = run;
  // `transaction()` returns the connection to the pool even if the database goes away half-way.
  return app.db.transaction().execute(async (db) => {
    const done: ImportedLine[] = [];
    for (const { line, cells } of rows) {
      const name = nameLine(run, cells);
      await sql`savepoint line`.execute(db);
      try {
        const { values, note } = readValues(run, cells);
        const outcome = await importRow(definition, { ...writer, db }, values, update, sheetImport);
        done.push({ line, name, ...outcome, ...note });
        await sql`release savepoint line`.execute(db);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint line`.execute(db);
        done.push({ line, name, result: 'failed', reason: describeError(error, writer.language) });
      }
    }
    return done;
  });
}

async function importInBulk(app: App, run: ImportRun, rows: readonly SheetLine[]): Promise<ImportedLine[]> {
  const { definition, writer, update } = run;
  const read = rows.map(({ cells }) => tryReadValues(run, cells));
  const good = read.flatMap((row) => (row instanceof AppError ? [] : [row.values]));
  const outcomes =
    good.length === 0
      ? []
      : await app.db
          .transaction()
          .execute(async (db) => definition.writeRows?.(good, { ...writer, db }, update) ?? []);
  let next = 0;
  return rows.map(({ line, cells }, index) => {
    const row = read[index];
    const outcome = row instanceof AppError ? row : outcomes[next++];
    const note = row instanceof AppError ? undefined : row?.note;
    const name = nameLine(run, cells);
    if (outcome === 'added' || outcome === 'updated') return { line, name, result: outcome, ...note };
    const reason = describeError(outcome ?? new AppError('system.unknown'), writer.language);
    return { line, name, result: 'failed', reason };
  });
}

function tryReadValues(run: ImportRun, cells: readonly unknown[]): ReadLine | AppError {
  try {
    return readValues(run, cells);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** The values of a line, and why some were left out. */
interface ReadLine {
  values: FieldValues;
  note?: Pick<ImportedLine, 'reason'>;
}

function readValues({ columns, check, sheetImport, writer }: ImportRun, cells: readonly unknown[]): ReadLine {
  const read = readCells(columns, cells);
  const { value, problems } = check(read);
  const [first] = problems;
  if (!first) return { values: value as FieldValues };
  const { expendable = [] } = sheetImport;
  const wrong = new Map(problems.toReversed().map((problem) => [problem.field, problem]));
  const rest = Object.entries(read).filter(([name]) => !wrong.has(name));
  const again = [...wrong.keys()].every((name) => expendable.includes(name))
    ? check(Object.fromEntries(rest))
    : undefined;
  if (!again || again.problems.length > 0) fail(first.key, first.params, first.field);
  const reasons = [...wrong.values()]
    .toReversed()
    .map(({ key, params, field }) => describeError(new AppError(key, params, field), writer.language));
  return { values: again.value as FieldValues, note: { reason: reasons.join('; ') } };
}

/** The name of the row in the sheet, even if the rest of the line is invalid. */
function nameLine({ definition, columns, writer }: ImportRun, cells: readonly unknown[]): string {
  const written = columns.map((column, index) => [column?.name ?? '', cells[index] ?? null]);
  return localised(Object.fromEntries(written), definition.resource.name, writer.language);
}

async function importRow(
  definition: Definition,
  writer: Writer,
  values: FieldValues,
  update: boolean,
  { keeps = [], complete }: SheetImport,
): Promise<Pick<ImportedLine, 'result' | 'secret'>> {
  const { resource } = definition;
  let existing = withAnyTable(writer.db).selectFrom(definition.table).select(resource.id);
  if (definition.keepsRemoved) existing = existing.where('delFlag', '=', '0');
  for (const name of resource.key) existing = existing.where(name, '=', values[name]);
  const found = await existing.executeTakeFirst();
  if (!found) {
    const more = await complete?.();
    await addRow(definition, writer, { ...values, ...more?.values });
    return { result: 'added', ...(more && { secret: more.secret }) };
  }
  const key = resource.key.at(-1) ?? resource.id;
  if (!update) fail('field.taken', { label: fieldLabel(resource, key) }, key);
  const changes = Object.entries(values).filter(([name]) => !keeps.includes(name));
  await editRow(definition, writer, Number(found[resource.id]), Object.fromEntries(changes));
  return { result: 'updated' };
}
