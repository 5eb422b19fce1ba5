import type { ErrorParams } from '@limpid/contract/errors';
import { isInRange } from '../../reading/reading.api.ts';
import { describeRange } from '../correction.rule.ts';
import { nameColumn, type PlannedColumn, type ReadPlan } from './history-mapping.rule.ts';
import {
  cellText,
  findInstant,
  readClockCell,
  readTimeCell,
  type SheetTime,
  type TableRow,
} from './history-time.rule.ts';
import { readCompass } from './history-units.rule.ts';
import { isAmbiguous, readNumberCell } from './history-values.rule.ts';

/** A site that values may belong to. */
interface KnownSite {
  siteId: number;
  siteName: string;
  zone: string;
}

/** A problem of a row: the key of its text, and the column. */
export interface RowProblem {
  line: number;
  column: string | null;
  key: string;
  params: ErrorParams;
}

/** The values of a row that belong to one site. */
export interface ReadEntry {
  line: number;
  site: KnownSite;
  ts: number;
  values: [slot: number, value: number][];
}

/** The site of values; skipped, or the key of the problem. */
export type FoundSite = { site: KnownSite } | { skip: true } | { key: string; params: ErrorParams };

export interface SiteFinder {
  ofRow(names: readonly string[]): FoundSite;
  /** Undefined if the column belongs to the site of the row. */
  ofColumn(column: PlannedColumn): FoundSite | undefined;
}

export interface ReadResult {
  entries: ReadEntry[];
  problems: RowProblem[];
  /** The row belongs to a station or a parameter that is left out. */
  skipped: boolean;
}

/** Reads a row into entries and problems. One bad value does not affect the others. */
export function readRow({ line, cells }: TableRow, plan: ReadPlan, sites: SiteFinder): ReadResult {
  const result: ReadResult = { entries: [], problems: [], skipped: false };
  const addProblem = (index: number | undefined, key: string, params: ErrorParams = {}) => {
    const column = index === undefined ? undefined : plan.columns[index];
    result.problems.push({ line, column: column ? nameColumn(column) : null, key, params });
  };
  const parameter = plan.parameter === undefined ? undefined : readParameter(cells, plan);
  const values = parameter === null ? [] : readValues(cells, plan, parameter, addProblem);
  if (parameter === null) result.skipped = true;
  const timeIndex = plan.time && Object.values(plan.time)[0];
  const time = readTime(cells, plan);
  if (!time) addProblem(timeIndex, 'time', { text: shorten(cellText(cells[timeIndex ?? 0])) });
  if (result.skipped) return { ...result, problems: [] };
  const rowSite =
    values.some(({ column }) => !sites.ofColumn(column)) || values.length === 0
      ? sites.ofRow(plan.sites.map((index) => cellText(cells[index])))
      : undefined;
  if (rowSite && 'skip' in rowSite) return { entries: [], problems: [], skipped: true };
  if (rowSite && 'key' in rowSite) addProblem(plan.sites[0], rowSite.key, rowSite.params);
  const entries = new Map<number, ReadEntry>();
  for (const { column, slot, value } of values) {
    const found = sites.ofColumn(column) ?? rowSite;
    if (!found || !('site' in found) || !time) continue;
    const ts = findInstant(time, plan.zone ?? found.site.zone);
    const entry = entries.get(found.site.siteId);
    if (entry) entry.values.push([slot, value]);
    else if (ts !== undefined)
      entries.set(found.site.siteId, { line, site: found.site, ts, values: [[slot, value]] });
    else if (!result.problems.some(({ key }) => key === 'gap'))
      addProblem(timeIndex, 'gap', { zone: plan.zone ?? found.site.zone });
  }
  result.entries.push(...entries.values());
  if (result.problems.length === 0) {
    if (values.length === 0) addProblem(undefined, 'empty');
    // All its values are in columns of stations that are left out.
    else if (entries.size === 0) result.skipped = true;
  }
  return result;
}

function readTime(cells: TableRow['cells'], { time: columns, dateOrder }: ReadPlan): SheetTime | undefined {
  if (!columns) return undefined;
  if ('moment' in columns) return readTimeCell(cells[columns.moment] ?? null, dateOrder);
  const date =
    'date' in columns
      ? readTimeCell(cells[columns.date] ?? null, dateOrder)
      : readTimeCell(
          [columns.year, columns.month, columns.day].map((index) => cellText(cells[index])).join('-'),
        );
  if (!date || !('wall' in date) || columns.clock === undefined) return date;
  const clock = readClockCell(cells[columns.clock] ?? null);
  return clock === undefined ? undefined : { wall: date.wall + clock };
}

type Parameter = NonNullable<ReturnType<ReadPlan['findParameter']>>;

/** Null if the row is left out because its parameter is not a channel or not requested. */
function readParameter(cells: TableRow['cells'], plan: ReadPlan): Parameter | null {
  return plan.findParameter(cellText(cells[plan.parameter ?? 0])) ?? null;
}

interface ReadValue {
  column: PlannedColumn;
  slot: number;
  value: number;
}

function readValues(
  cells: TableRow['cells'],
  plan: ReadPlan,
  parameter: Parameter | undefined,
  addProblem: (index: number, key: string, params: ErrorParams) => void,
): ReadValue[] {
  const values: ReadValue[] = [];
  const unit = plan.unit === undefined ? undefined : cellText(cells[plan.unit]);
  for (const column of plan.values) {
    const channel = column.channel ?? parameter?.channel;
    if (!channel || column.problem) continue;
    const cell = cells[column.index];
    const text = cellText(cell);
    const given =
      (channel.dataType === 'direction' ? readCompass(text) : undefined) ?? readNumberCell(cell, plan);
    if (given === undefined) continue;
    const convert = column.convert ?? parameter?.findConversion(column.unit ?? unit);
    const value = Math.fround(convert?.(given) ?? Number.NaN);
    if (Number.isNaN(given) || !Number.isFinite(Math.fround(given))) {
      addProblem(column.index, isAmbiguous(cell, plan) ? 'decimal' : 'number', { text: shorten(text) });
    } else if (!convert || !Number.isFinite(value)) {
      addProblem(plan.unit ?? column.index, 'unit', { unit: shorten(unit ?? ''), channel: channel.code });
    } else {
      // The value is kept with a mark and does not count.
      if (!isInRange(value, channel))
        addProblem(column.index, 'range', { value: text, range: describeRange(channel) });
      values.push({ column, slot: channel.slot, value });
    }
  }
  return values;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
