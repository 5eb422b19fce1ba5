import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { isOnline } from '@limpid/contract/site/online';
import { presentReading, type ReadingSource, type StoredChannel } from '../reading/reading.api.ts';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { canCompare, hourAgoReachMs, pickHourAgo } from './hour-ago.rule.ts';
import type { MapSiteState } from './map-site.ts';
import type { MapState } from './site-states.ts';
import { openTimelapses } from './timelapse.ts';

/** Values of a minute and an hour ago do not change, except by late packets. */
const cacheMs = 2 * MINUTE_MS;
const sitesAtOnce = 500;
/** An index is at most three hours old, and the hour before it is compared. */
const hoursBack = 4;

type Found = ReadonlyMap<number, number>;

/** The values of one site an hour before each of its fresh values, by slot. */
export async function readSiteHourAgo(
  source: Pick<ReadingSource, 'minutes'>,
  { siteId, interval }: { siteId: number; interval: number },
  newest: ReadonlyMap<number, number>,
  now: number,
): Promise<Map<number, number>> {
  // The last value of a silent sensor would widen the bounds to all minutes since then.
  const fresh = [...newest].filter(([, ts]) => isOnline(ts, interval, now));
  if (fresh.length === 0) return new Map();
  const reach = hourAgoReachMs(interval);
  const bounds = hourAgoBounds(
    fresh.map(([, ts]) => ts),
    reach,
  );
  const slots = fresh.map(([slot]) => slot);
  const lines = (await source.minutes(1, [siteId], bounds, slots)).get(siteId);
  return new Map(
    fresh.flatMap(([slot, ts]): [number, number][] => {
      const value = pickHourAgo(lines?.get(slot) ?? { at: [], values: [] }, ts, reach);
      return value === undefined ? [] : [[slot, presentReading(value)]];
    }),
  );
}

function hourAgoBounds(moments: readonly number[], reach: number): [from: number, to: number] {
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  return [first - HOUR_MS - reach, last - HOUR_MS + reach + 1];
}

/** What all sites showed an hour before, for lists and maps. */
export function openHourAgo(source: ReadingSource, air: AirHourSource, now: () => number) {
  const readIndices = openTimelapses(air, now);
  const cached = new Map<string, { madeAt: number; found: Promise<Found> }>();

  /** Channels are read for all sites at once and cached: many people look at the same map. */
  function channelValues(sites: readonly MapSiteState[], channel: StoredChannel): Promise<Found> {
    for (const [code, { madeAt }] of cached) if (now() - madeAt >= cacheMs) cached.delete(code);
    const before = cached.get(channel.code);
    if (before) return before.found;
    const found = readChannel(source, sites, channel, now());
    cached.set(channel.code, { madeAt: now(), found });
    found.catch(() => cached.delete(channel.code));
    return found;
  }

  async function indexValues({ indexOf }: MapState, siteIds: readonly number[], index: MapIndex) {
    const last = Math.floor(now() / HOUR_MS) * HOUR_MS;
    const hours = Array.from({ length: hoursBack }, (_, place) => last - (hoursBack - place) * HOUR_MS);
    const frames = await readIndices(index, siteIds, hours);
    return new Map(
      siteIds.flatMap((siteId): [number, number][] => {
        const hour = indexOf(siteId)?.hour;
        const place = hour === undefined ? -1 : Math.floor((hour - (hours[0] ?? 0)) / HOUR_MS) - 1;
        const value = frames.get(siteId)?.[place] ?? Number.NaN;
        return Number.isNaN(value) ? [] : [[siteId, value]];
      }),
    );
  }

  return { channelValues, indexValues };
}

async function readChannel(
  source: ReadingSource,
  sites: readonly MapSiteState[],
  channel: StoredChannel,
  now: number,
): Promise<Found> {
  const found = new Map<number, number>();
  if (!canCompare(channel)) return found;
  const { slot } = channel;
  const fresh = sites.filter(({ state, ts }) => state === 'on' && ts !== null && now - ts < HOUR_MS);
  // Sites that report alike are read together, so that slow ones do not widen the bounds of the others.
  const alike = Map.groupBy(fresh, ({ interval }) => hourAgoReachMs(interval));
  for (const [reach, group] of alike) {
    for (let from = 0; from < group.length; from += sitesAtOnce) {
      const some = group.slice(from, from + sitesAtOnce);
      const bounds = hourAgoBounds(
        some.map(({ ts }) => ts ?? now),
        reach,
      );
      const lines = await source.minutes(
        1,
        some.map(({ siteId }) => siteId),
        bounds,
        [slot],
      );
      for (const { siteId, ts } of some) {
        const line = lines.get(siteId)?.get(slot);
        const value = line && pickHourAgo(line, ts ?? now, reach);
        if (value !== undefined) found.set(siteId, presentReading(value));
      }
    }
  }
  return found;
}
