import { DAY_MS } from '@limpid/contract/durations';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type pg from 'pg';
import { type CopyRow, copyOut } from '../../platform/db/copy-binary.ts';
import type { SlotSummary } from './averaging/averaging.rule.ts';
import { dayIndexColumns } from './index-columns.ts';
import { siteCondition, timestampLiteral } from './literal.store.ts';
import { unpackOutOfRange } from './out-of-range.rule.ts';
import type { Points, Series } from './series.ts';

export type PeriodTable = 'reading_hour' | 'reading_day';

/** A stored hour or day. */
export interface PeriodSummary {
  /** The start of the hour; for a day its date at midnight UTC, which callers convert to midnight of the zone. */
  at: number;
  aqi: number | null;
  main: string | null;
  /** True if all pollutants of the standard were available; otherwise it is a reference index. */
  whole: boolean;
  /** By slot, the shown number outside the range of its channel. */
  outOfRange?: ReadonlyMap<number, number> | undefined;
  slots: Map<number, SlotSummary>;
}

/** The hours or days of sites in `[from, to)`, in the order of time. */
export async function readPeriods(
  client: pg.PoolClient,
  table: PeriodTable,
  sites: Iterable<number>,
  bounds: readonly [number, number],
  slots: readonly number[],
  /** Of days; hours have that of HJ 633 only. */
  index: MapIndex = 'china',
): Promise<Map<number, PeriodSummary[]>> {
  const isHour = table === 'reading_hour';
  const columns = slots.map((slot) => `a${slot}, l${slot}, h${slot}, c${slot}`);
  const indexColumns = dayIndexColumns[index];
  const found = new Map<number, PeriodSummary[]>();
  await copyOut(
    client,
    selectPeriods(table, sites, bounds, [
      indexColumns.aqi,
      indexColumns.main,
      indexColumns.whole,
      'out_of_range',
      ...columns,
    ]),
    (row) => {
      const siteId = row.int4();
      const at = isHour ? row.timestamp() : Date.UTC(2000, 0, 1) + row.int4() * DAY_MS;
      const aqi = row.int2OrNull();
      const main = row.bytes()?.toString('utf8') ?? null;
      const whole = row.bytes()?.[0] === 1;
      const outOfRange = unpackOutOfRange(row.bytes());
      const period: PeriodSummary = { at, aqi, main, whole, outOfRange, slots: new Map() };
      for (const slot of slots) {
        const summary = readSummary(row);
        // A mean that a data rule leaves out covers nothing.
        if (summary.covered > 0 || summary.mean !== null) period.slots.set(slot, summary);
      }
      const existing = found.get(siteId);
      if (existing) existing.push(period);
      else found.set(siteId, [period]);
    },
  );
  return found;
}

export type MeanLine = Series & Required<Pick<Series, 'covered'>>;

/** What is read of each mean: the mean and its coverage, or its lowest and highest value too. */
export type MeanDetail = 'mean' | 'extremes';

export function openLines(slots: readonly number[], detail: MeanDetail): Map<number, MeanLine> {
  const open = (): MeanLine => ({
    at: [],
    values: [],
    covered: [],
    ...(detail === 'extremes' && { low: [], high: [] }),
  });
  return new Map(slots.map((slot) => [slot, open()]));
}

/** The means and coverage of hours or days, as lines by site and slot: a fraction of the size of complete rows. */
export async function readMeans(
  client: pg.PoolClient,
  table: PeriodTable,
  sites: readonly number[],
  bounds: readonly [number, number],
  slots: readonly number[],
  detail: MeanDetail,
): Promise<Map<number, Map<number, MeanLine>>> {
  const isHour = table === 'reading_hour';
  const hasExtremes = detail === 'extremes';
  const columns = slots.map((slot) =>
    hasExtremes ? `a${slot}, c${slot}, l${slot}, h${slot}` : `a${slot}, c${slot}`,
  );
  const found = new Map<number, Map<number, MeanLine>>();
  let [current, lines]: [number, MeanLine[]] = [Number.NaN, []];
  await copyOut(client, selectPeriods(table, sites, bounds, ['out_of_range', ...columns]), (row) => {
    const siteId = row.int4();
    if (siteId !== current) {
      current = siteId;
      const bySlot = openLines(slots, detail);
      lines = [...bySlot.values()];
      found.set(siteId, bySlot);
    }
    const at = isHour ? row.timestamp() : Date.UTC(2000, 0, 1) + row.int4() * DAY_MS;
    const outOfRange = unpackOutOfRange(row.bytes());
    for (const [index, line] of lines.entries()) {
      const value = row.real();
      const covered = row.int2();
      const [low, high] = hasExtremes ? [row.real(), row.real()] : [value, value];
      const outside = outOfRange?.get(slots[index] ?? 0);
      if (outside !== undefined) pushPoint((line.outOfRange ??= { at: [], values: [] }), at, outside);
      if (Number.isNaN(value)) continue;
      line.at.push(at);
      line.values.push(value);
      line.covered.push(covered);
      line.low?.push(Number.isNaN(low) ? value : low);
      line.high?.push(Number.isNaN(high) ? value : high);
    }
  });
  return found;
}

export function pushPoint(points: Points, at: number, value: number): void {
  points.at.push(at);
  points.values.push(value);
}

/** Site and moment of periods with these columns, ordered by site and time. */
function selectPeriods(
  table: PeriodTable,
  sites: Iterable<number>,
  [from, to]: readonly [number, number],
  columns: readonly string[],
): string {
  const isHour = table === 'reading_hour';
  const time = isHour ? 'ts' : 'day';
  const bound = (at: number) =>
    isHour ? timestampLiteral(at) : `'${new Date(at).toISOString().slice(0, 10)}'::date`;
  return `select ${['site_id', time, ...columns].join(', ')} from ${table}
     where ${siteCondition(sites)} and ${time} >= ${bound(from)} and ${time} < ${bound(to)}
     order by site_id, ${time}`;
}

function readSummary(row: CopyRow): SlotSummary {
  const real = () => {
    const value = row.real();
    return Number.isNaN(value) ? null : value;
  };
  return { mean: real(), low: real(), high: real(), covered: row.int2() };
}
