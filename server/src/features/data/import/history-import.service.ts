import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import { DAY_MS } from '@limpid/contract/durations';
import { AppError, fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { openTableFile, type TableFile } from '../../../platform/sheets/read-table-file.ts';
import type { ImportedRow, ReadingSource, ReadingWriter, ValueStep } from '../../reading/reading.api.ts';
import { guessLayout } from './history-layout.rule.ts';
import { detectNumberFormat, nameColumn, planColumns, type ReadPlan } from './history-mapping.rule.ts';
import { type ReadEntry, type RowProblem, readRow } from './history-rows.rule.ts';
import { type HistorySites, openHistorySites } from './history-sites.ts';
import { type AlignEntry, detectStep, makeAligner } from './history-steps.rule.ts';
import { cellText, isDateOnly, readClockCell, type TableRow } from './history-time.rule.ts';
import { takeOutLocked } from './locked-lines.ts';

export interface ImportOptions {
  siteId?: number;
  granularity?: ValueStep;
  hourLabel?: 'start' | 'end';
  replace?: boolean;
  mapping: ImportMapping;
}

/** A file after its sample has been read. */
export interface HistoryFile {
  plan: ReadPlan;
  sites: HistorySites;
  /** The line of the first values. */
  firstLine: number;
  /** The first rows of values, shown while the user maps the columns. */
  sample: readonly TableRow[];
  step: ValueStep;
  hourLabel: 'start' | 'end';
  /** Why nothing can be imported unless the columns are mapped or a site is chosen. */
  problem: AppError | undefined;
  /** The number of lines, headings included. */
  lines: number;
  /** Iterates over all rows in chunks of a few thousand; can be repeated. */
  read(): AsyncIterable<HistoryChunk>;
}

/** The result of reading a line. */
export interface ReadLine {
  line: number;
  entries: readonly ReadEntry[];
  problems: readonly RowProblem[];
  skipped: boolean;
}

/** Lines that are imported together. */
interface HistoryChunk {
  lines: ReadLine[];
}

interface Deps {
  app: Pick<App, 'db' | 'clock'>;
  source: ReadingSource;
  writer: ReadingWriter;
  scope: Scope;
}

/** Rows from which layout and time step are detected. */
const sampleRows = 2000;
/** Larger chunks need more memory; smaller ones rewrite the same week more often. */
const chunkEntries = 20_000;

export async function openHistoryFile(
  deps: Deps,
  file: { path: string; size: number },
  options: ImportOptions,
): Promise<HistoryFile> {
  const { app, source, writer, scope } = deps;
  const { mapping, siteId } = options;
  const table = await openTableFile(file.path, file.size);
  const first = await readSample(table);
  if (first.length === 0) fail('sheet.empty');
  const firstRow =
    mapping.firstLine === undefined
      ? undefined
      : first.filter(({ line }) => line < (mapping.firstLine ?? 0)).length;
  const layout = guessLayout(first, source.channels(), firstRow);
  const plan = planColumns(layout, mapping, source.channels());
  const sample = first.slice(layout.headingRows);
  if (sample.length === 0) fail('sheet.empty');
  detectNumberFormat(plan, sample, table.separator);
  const sites = await openHistorySites(app.db, scope, {
    siteId,
    sites: mapping.sites,
    columns: plan.columns,
  });
  await sites.lookUp(plan.values.flatMap(({ stations }) => stations));
  const unplanned = findPlanProblem(plan, sample) ?? findSiteProblem(plan, sites, siteId);
  markRepeatedColumns(plan, sites);
  const hourLabel = options.hourLabel ?? guessHourLabel(plan, sample);
  const kept = {
    byEnd: hourLabel === 'end',
    now: app.clock.now().getTime(),
    oldest: await writer.findOldest(),
  };
  await lookUpRowSites(sites, plan, sample);
  const read = unplanned ? [] : sample.map((row) => readRow(row, plan, sites));
  const detected = detectStep(
    read.flatMap(({ entries }) => entries),
    kept,
  );
  // Daily values are refused, whatever the request calls them.
  const step = detected && (options.granularity ?? detected);
  const timeColumn = plan.time && plan.columns[Object.values(plan.time)[0] ?? 0];
  const column = timeColumn ? nameColumn(timeColumn) : null;
  const makeAlign = () => makeAligner({ ...kept, step, column, byChannel: plan.parameter !== undefined });
  const problem = unplanned ?? (step ? undefined : findDailyProblem(read, makeAlign()));
  const firstLine = sample[0]?.line ?? 1;
  return {
    plan,
    sites,
    firstLine,
    sample,
    step: step ?? 'hour',
    hourLabel,
    problem,
    lines: table.lines,
    read() {
      sites.resetCounts();
      return readChunks(table, { db: app.db, plan, sites, firstLine, align: makeAlign() });
    },
  };
}

async function readSample(table: TableFile): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of table.rows()) {
    rows.push(...batch);
    if (rows.length >= sampleRows) break;
  }
  return rows.slice(0, sampleRows);
}

/** What is missing in the plan: a column of times finer than days, and a column of values. */
function findPlanProblem(
  { time, values, columns }: ReadPlan,
  sample: readonly TableRow[],
): AppError | undefined {
  const headings = columns
    .slice(0, 10)
    .map((column) => nameColumn(column))
    .join(', ');
  if (!time) return new AppError('history_import.no_time', { headings });
  const day = 'moment' in time ? time.moment : 'date' in time && time.clock === undefined ? time.date : -1;
  const dates = sample.map(({ cells }) => cells[day] ?? null).filter((cell) => cellText(cell) !== '');
  const isDaily =
    'year' in time
      ? time.clock === undefined
      : dates.length > 0 && dates.every((cell) => isDateOnly(cell, 'date' in time));
  if (isDaily) return new AppError('history_import.daily', {}, 'granularity');
  return values.length === 0 ? new AppError('history_import.no_channels', { headings }) : undefined;
}

/** A file without any site needs a chosen one. */
function findSiteProblem(
  { sites: columns, values }: ReadPlan,
  sites: HistorySites,
  siteId: number | undefined,
): AppError | undefined {
  const found = values.map((column) => sites.ofColumn(column));
  const isKnown = found.some((site) => !site || 'site' in site);
  const needsRow = found.some((site) => !site);
  const hasSite = isKnown && (!needsRow || siteId !== undefined || columns.length > 0);
  return hasSite ? undefined : new AppError('history_import.no_site', {}, 'siteId');
}

/** Marks columns that would hold the same channel of the same site. */
function markRepeatedColumns({ values, parameter }: ReadPlan, sites: HistorySites): void {
  const taken = new Set<string>();
  for (const column of values) {
    const found = sites.ofColumn(column);
    if ((!column.channel && parameter === undefined) || column.problem || (found && 'skip' in found))
      continue;
    const site = found && 'site' in found ? found.site : undefined;
    // A column without a channel holds values of any channel, named by its rows.
    const key = `${site?.siteId ?? ''} ${column.channel?.slot ?? 'any'}`;
    const label = column.channel?.code ?? site?.siteName ?? nameColumn(column);
    if (taken.has(key)) column.problem = new AppError('sheet.column_twice', { label });
    taken.add(key);
  }
}

/** Hours from 1 to 24 are labelled by their end. */
function guessHourLabel({ time }: ReadPlan, sample: readonly TableRow[]): 'start' | 'end' {
  const clock = time && 'clock' in time ? time.clock : undefined;
  if (clock === undefined) return 'start';
  const hours = new Set(sample.map(({ cells }) => readClockCell(cells[clock] ?? null)));
  return hours.has(DAY_MS) && !hours.has(0) ? 'end' : 'start';
}

/** Daily values, unless rows have other problems, which are reported instead. */
function findDailyProblem(
  read: readonly ReturnType<typeof readRow>[],
  align: AlignEntry,
): AppError | undefined {
  const problems = read.flatMap(({ entries, problems: ofRow }) => [
    ...ofRow,
    ...entries.flatMap((entry) => {
      const aligned = align(entry);
      return 'problem' in aligned ? [aligned.problem] : [];
    }),
  ]);
  const isDaily = problems.every(({ key }) => key === 'daily');
  return isDaily ? new AppError('history_import.daily', {}, 'granularity') : undefined;
}

function lookUpRowSites(sites: HistorySites, plan: ReadPlan, rows: readonly TableRow[]): Promise<void> {
  return sites.lookUp(rows.flatMap(({ cells }) => plan.sites.map((index) => cellText(cells[index]))));
}

interface ChunkReader {
  db: App['db'];
  plan: ReadPlan;
  sites: HistorySites;
  firstLine: number;
  align: AlignEntry;
}

async function* readChunks(table: TableFile, reading: ChunkReader): AsyncGenerator<HistoryChunk> {
  const { db, plan, sites, firstLine } = reading;
  let lines: ReadLine[] = [];
  let size = 0;
  for await (const batch of table.rows()) {
    const rows = batch.filter(({ line }) => line >= firstLine);
    await lookUpRowSites(sites, plan, rows);
    for (const row of rows) {
      const line = readLine(row, reading);
      lines.push(line);
      size += Math.max(1, line.entries.length);
      if (size < chunkEntries) continue;
      yield { lines: await takeOutLocked(db, lines) };
      lines = [];
      size = 0;
    }
  }
  if (lines.length > 0) yield { lines: await takeOutLocked(db, lines) };
}

function readLine(row: TableRow, { plan, sites, align }: ChunkReader): ReadLine {
  const { entries, problems, skipped } = readRow(row, plan, sites);
  const aligned: ReadEntry[] = [];
  for (const entry of entries) {
    const found = align(entry);
    if ('aligned' in found) aligned.push(found.aligned);
    // A problem with the time is reported once, however many stations share the row.
    else if (!problems.some(({ key }) => key === found.problem.key)) problems.push(found.problem);
  }
  return { line: row.line, entries: aligned, problems, skipped };
}

/** The stored entries of lines; several lines may belong to the same moment of a site. */
export function toImportedRows(lines: readonly ReadLine[]): {
  rows: ImportedRow[];
  indexOf: Map<ReadEntry, number>;
} {
  const rows: ImportedRow[] = [];
  const indexByKey = new Map<string, number>();
  const indexOf = new Map<ReadEntry, number>();
  for (const entry of lines.flatMap(({ entries }) => entries)) {
    const { site, ts, values } = entry;
    const key = `${site.siteId} ${ts}`;
    const index = indexByKey.get(key) ?? rows.length;
    const row = rows[index];
    indexByKey.set(key, index);
    indexOf.set(entry, index);
    rows[index] = { siteId: site.siteId, ts, values: [...(row?.values ?? []), ...values] };
  }
  return { rows, indexOf };
}
