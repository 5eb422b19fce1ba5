import type { Granularity } from '@limpid/contract/data/series';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import type { HistoryRow } from './series.service.ts';

interface PublishedQuery {
  siteId: number;
  zone: string;
  granularity: Granularity;
  index: MapIndex;
  /** The end of the requested period, of which the rows may be one page. */
  until: number;
}

/**
 * The rows with the indices that may be shown: those that HJ 633 withholds are removed, those of other standards are
 * computed for hours. Days have been read with their index; minutes have none.
 */
export async function publishIndices(
  air: AirHourSource,
  { siteId, zone, granularity, index, until }: PublishedQuery,
  rows: readonly HistoryRow[],
): Promise<readonly HistoryRow[]> {
  if (granularity === 'hour')
    return index === 'china'
      ? withholdHours(air, siteId, rows, until)
      : computeHours(air, siteId, rows, index);
  return granularity === 'day' && index === 'china' ? withholdDays(air, siteId, zone, rows) : rows;
}

async function computeHours(
  air: AirHourSource,
  siteId: number,
  rows: readonly HistoryRow[],
  index: MapIndex,
): Promise<HistoryRow[]> {
  if (rows.length === 0) return [];
  const found = await air.hours([siteId], boundsOf(rows), { index });
  const byStart = new Map(found.get(siteId)?.map((hour) => [hour.at, hour]));
  return rows.map((row) => {
    const { aqi = null, main: primary = null, whole = true } = byStart.get(row.ts) ?? {};
    return { ...row, aqi, primary, reference: aqi !== null && !whole };
  });
}

function boundsOf(rows: readonly HistoryRow[]): readonly [from: number, to: number] {
  const starts = rows.map(({ ts }) => ts);
  return [Math.min(...starts), Math.max(...starts) + 1];
}

/** Removes the indices of hours that may not be published, and names the missing pollutants. */
async function withholdHours(
  air: AirHourSource,
  siteId: number,
  rows: readonly HistoryRow[],
  until: number,
): Promise<HistoryRow[]> {
  if (rows.length === 0) return [];
  const found = await air.hours([siteId], boundsOf(rows), { measuredUntil: until });
  const withheld = new Map(found.get(siteId)?.flatMap(({ at, missing }) => (missing ? [[at, missing]] : [])));
  return rows.map((row) => withholdIndex(row, withheld.get(row.ts)));
}

/** The same for days, which begin at midnight in the zone of the site. */
async function withholdDays(
  air: AirHourSource,
  siteId: number,
  zone: string,
  rows: readonly HistoryRow[],
): Promise<HistoryRow[]> {
  const doubtful = rows.filter(({ reference }) => reference).map(({ ts }) => ts);
  if (doubtful.length === 0) return [...rows];
  const dates = [
    formatLocalDate(Math.min(...doubtful), zone),
    formatLocalDate(Math.max(...doubtful), zone),
  ] as const;
  const withheld = (await air.withheldDays([siteId], dates)).get(siteId);
  return rows.map((row) => withholdIndex(row, withheld?.get(formatLocalDate(row.ts, zone))));
}

function withholdIndex(row: HistoryRow, missing: readonly string[] | undefined): HistoryRow {
  return missing ? { ...row, aqi: null, primary: null, reference: false, missing: [...missing] } : row;
}
