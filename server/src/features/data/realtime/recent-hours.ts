import { isHourValid } from '@limpid/aqi/validity';
import { type readRecentHours, recentHours } from '@limpid/contract/data/realtime';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Input } from '@limpid/contract/kit/endpoint';
import { presentReading, type ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { getChannel } from '../data.api.ts';

type Query = Input<typeof readRecentHours>['query'];

interface Services {
  readings: ReadingSource;
  airHours: AirHourSource;
}

interface HourValue {
  at: number;
  value: number | null;
}

/** The closed hours of the last day, by one query for all sites. */
export async function readSiteHours(
  services: Services,
  { siteIds, channel, index = 'china' }: Query,
  now: number,
) {
  const to = Math.floor(now / HOUR_MS) * HOUR_MS;
  const from = to - recentHours * HOUR_MS;
  const hours = channel
    ? await readChannelHours(services.readings, siteIds, [from, to], channel)
    : new Map(
        [...(await services.airHours.hours(siteIds, [from, to], { index }))].map(([siteId, found]) => [
          siteId,
          found.map(({ at, aqi }): HourValue => ({ at, value: aqi })),
        ]),
      );
  const sites = siteIds.map((siteId) => {
    const values = Array.from({ length: recentHours }, (): number | null => null);
    for (const { at, value } of hours.get(siteId) ?? []) {
      const place = Math.floor((at - from) / HOUR_MS);
      if (place >= 0 && place < recentHours) values[place] = value;
    }
    return { siteId, values };
  });
  return { from, sites };
}

async function readChannelHours(
  source: ReadingSource,
  siteIds: readonly number[],
  bounds: readonly [number, number],
  code: string,
): Promise<Map<number, HourValue[]>> {
  const { slot } = getChannel(source, code);
  const means = await source.means('hour', siteIds, bounds, [slot]);
  return new Map(
    [...means].map(([siteId, lines]) => {
      const line = lines.get(slot);
      const hours = [...(line?.at ?? [])].flatMap((at, place): HourValue[] =>
        isHourValid(line?.covered?.[place] ?? 0, 1)
          ? [{ at, value: presentReading(line?.values[place] ?? null) }]
          : [],
      );
      return [siteId, hours];
    }),
  );
}
