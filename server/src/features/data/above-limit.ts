import { isAboveLimit } from '@limpid/aqi/limit';
import { isHourValid } from '@limpid/aqi/validity';
import { DAY_MS } from '@limpid/contract/durations';
import { presentReading, type ReadingSource } from '../reading/reading.api.ts';
import type { SiteChannelLimit } from '../site/site.api.ts';

const longestMs = 1100 * DAY_MS;

export interface AboveLimit {
  value: number;
  hoursAbove: number;
}

/** The number of valid hours in `[from, to)` with a mean above the limit; undefined for a range too long to count. */
export async function countAboveLimit(
  source: ReadingSource,
  { siteId, slot, value }: SiteChannelLimit,
  [from, to]: readonly [number, number],
): Promise<AboveLimit | undefined> {
  if (to - from > longestMs) return undefined;
  const decimals = source.channels().find((channel) => channel.slot === slot)?.decimals ?? 0;
  const hours = (await source.means('hour', [siteId], [from, to], [slot])).get(siteId)?.get(slot);
  const above = hours?.values.filter(
    (mean, place) =>
      isHourValid(hours.covered?.[place] ?? 0, 1) && isAboveLimit(presentReading(mean), value, decimals),
  );
  return { value, hoursAbove: above?.length ?? 0 };
}
