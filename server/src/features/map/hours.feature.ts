import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import { readMapHours } from '@limpid/contract/map/hours';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { getChannel } from '../data/data.api.ts';
import { presentReading, type ReadingSource, type StoredChannel } from '../reading/reading.api.ts';
import { type AirHourSource } from '../rollup/rollup.api.ts';
import { listScopeDepartments } from './registry.store.ts';
import type { SiteStates } from './site-states.ts';
import { alignToHours, type Frames, listClosedHours, openTimelapses, toHourRows } from './timelapse.ts';

const sitesAtOnce = 500;

/** A day hour by hour, for the time-lapse of maps. */
export function addMapHours(
  app: App,
  siteStates: SiteStates,
  air: AirHourSource,
  source: ReadingSource,
): void {
  const now = () => app.clock.now().getTime();
  const readIndices = openTimelapses(air, now);
  app.scopedPaths.add(readMapHours.path);
  route(app, readMapHours, async ({ scope, query }) => {
    const channel = query.channel === undefined ? undefined : getChannel(source, query.channel);
    const reached = await listScopeDepartments(app.db, scope);
    const departments = reached && new Set(reached);
    const { registry } = await siteStates.read();
    const siteIds = [...registry.sites.values()]
      .filter(({ deptId }) => departments === null || departments.has(deptId))
      .map(({ siteId }) => siteId);
    const hours = listClosedHours(query, now());
    const frames = channel
      ? await readMeans(source, siteIds, hours, channel)
      : await readIndices(query.index ?? 'china', siteIds, hours);
    return { hours, sites: siteIds, values: toHourRows(hours, siteIds, frames) };
  });
}

/** The means of the hours that count, as in lists, rankings and indices. */
async function readMeans(
  source: ReadingSource,
  siteIds: readonly number[],
  hours: readonly number[],
  channel: StoredChannel,
): Promise<Map<number, Frames>> {
  const frames = new Map<number, Frames>();
  const bounds: [number, number] = [hours[0] ?? 0, (hours.at(-1) ?? 0) + HOUR_MS];
  for (let from = 0; from < siteIds.length; from += sitesAtOnce) {
    const found = await source.means('hour', siteIds.slice(from, from + sitesAtOnce), bounds, [channel.slot]);
    for (const [siteId, lines] of found) {
      const { at = [], values = [], covered = [] } = lines.get(channel.slot) ?? {};
      // An hour that a data rule excludes keeps its mean and covers nothing.
      const numbers = at.flatMap((start, place): [number, number][] =>
        isHourValid(covered[place] ?? 0, 1) ? [[start, presentReading(values[place] ?? Number.NaN)]] : [],
      );
      frames.set(siteId, alignToHours(hours, numbers));
    }
  }
  return frames;
}
