import { formatLocalDate } from '@limpid/contract/local-time';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import type { HistoryRow } from './series.service.ts';

/**
 * Removes the indices of hours that may not be published, and names the missing pollutants. `until` is the end of the
 * requested period, of which the rows may be one page.
 */
export async function withholdHours(
  air: AirHourSource,
  siteId: number,
  rows: readonly HistoryRow[],
  until: number,
): Promise<HistoryRow[]> {
  const starts = rows.map(({ ts }) => ts);
  if (starts.length === 0) return [];
  const found = await air.hours([siteId], [Math.min(...starts), Math.max(...starts) + 1], until);
  const withheld = new Map(found.get(siteId)?.flatMap(({ at, missing }) => (missing ? [[at, missing]] : [])));
  return rows.map((row) => withholdIndex(row, withheld.get(row.ts)));
}

/** The same for days, which begin at midnight in the zone of the site. */
export async function withholdDays(
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
