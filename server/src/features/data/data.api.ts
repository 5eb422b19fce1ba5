import { fail } from '@limpid/contract/errors';
import { isRepeatedTime } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ReadingSource, StoredChannel } from '../reading/reading.api.ts';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { findInstant, readTimeCell, type SheetCell } from './import/history-time.rule.ts';
import { publishIndices } from './publish-indices.ts';
import { findChannels, type HistoryRow, readHistory } from './series.service.ts';
import { getAccessibleSites } from './site-access.store.ts';

export { findSameDates, groupByBounds } from './chosen-dates.rule.ts';
export { formatOffset } from './format-offset.rule.ts';
export { type IndexPoint, readIndexSeries } from './index/index-series.ts';
export { readReferenceIndex } from './index/reference-index.ts';
export { labelSite } from './label-site.rule.ts';
export { isPublished, selectPublished } from './published-values.rule.ts';
export { checkSeriesRange } from './series.service.ts';
export { getAccessibleSites } from './site-access.store.ts';

const mostHours = 30;

/** The zone of a site, if the caller reaches it. */
export async function getZone(db: Database, scope: Scope, siteId: number): Promise<string> {
  const [site] = await getAccessibleSites(db, scope, [siteId]);
  return site?.zone ?? '';
}

/** The channels of these codes in their order; all channels without codes. */
export function getChannels(source: ReadingSource, codes?: readonly string[]): StoredChannel[] {
  return findChannels(source, codes);
}

/** The channel of the code in the field `channel`. */
export function getChannel(source: ReadingSource, code: string): StoredChannel {
  return (
    source.channels().find((channel) => channel.code === code) ?? fail('series.channel', { code }, 'channel')
  );
}

/** The stored hours of a site in one day, by their start. */
export async function readDayHours(
  { source, air }: { source: ReadingSource; air: AirHourSource },
  siteId: number,
  channels: readonly StoredChannel[],
  [from, to]: readonly [number, number],
  index: MapIndex,
): Promise<Map<number, HistoryRow>> {
  const rows = await readHistory(source, siteId, channels, { from, to, granularity: 'hour' }, mostHours);
  const published = { siteId, zone: '', granularity: 'hour', index, until: to } as const;
  return new Map((await publishIndices(air, published, rows)).map((row) => [row.ts, row]));
}

/** The instant in a cell of a sheet, on the clock of a zone unless it has an offset; undefined if there is none. */
export function readSheetTime(cell: unknown, zone: string): number | undefined {
  // Readers of sheets produce only these types; other values are not times.
  const time = readTimeCell(cell as SheetCell);
  return time && findInstant(time, zone);
}

/** Whether a cell names a time that the clock of a zone shows twice, without an offset that says which one it is. */
export function isSheetTimeAmbiguous(cell: unknown, zone: string): boolean {
  const time = readTimeCell(cell as SheetCell);
  const instant = time && 'wall' in time ? findInstant(time, zone) : undefined;
  return instant !== undefined && isRepeatedTime(instant, zone);
}
