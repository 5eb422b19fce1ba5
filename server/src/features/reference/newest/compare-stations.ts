import { maxReferenceKm } from '@limpid/contract/alarm/alarm-rule';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { ComparedMeasure, NewestHour } from '@limpid/contract/reference/newest-hours';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { AirHour, AirHourSource } from '../../rollup/rollup.api.ts';
import { openNearestPlace } from './nearest-place.rule.ts';
import { listPlacedSites, type NewestStationHour } from './newest-hours.store.ts';
import { readPublished } from './sort-newest.rule.ts';

/** Older hours are not compared: the list is about the present. */
const comparedMs = DAY_MS;

/** Adds to each hour the nearest own site, and the valid mean or index of that site in the same hour. */
export async function compareStations(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  air: AirHourSource,
  hours: readonly NewestStationHour[],
  { scope, measure }: { scope: Scope; measure: ComparedMeasure },
): Promise<NewestHour[]> {
  const find = openNearestPlace(await listPlacedSites(db, scope), maxReferenceKm);
  const found = hours.map((hour) => {
    const { longitude, latitude } = hour;
    return { hour, nearest: longitude === null || latitude === null ? undefined : find(longitude, latitude) };
  });
  const since = clock.now().getTime() - comparedMs;
  const recent = found.filter(({ hour, nearest }) => nearest && hour.releasedAt > since);
  const own = new Map<string, AirHour>();
  // Nearly all stations publish the same hour.
  for (const [releasedAt, some] of Map.groupBy(recent, ({ hour }) => hour.releasedAt)) {
    const siteIds = [...new Set(some.flatMap(({ nearest }) => nearest?.place.siteId ?? []))];
    const start = releasedAt - HOUR_MS;
    for (const [siteId, [only]] of await air.hours(siteIds, [start, start + 1]))
      if (only) own.set(`${siteId} ${releasedAt}`, only);
  }
  return found.map(({ hour, nearest }) => {
    if (!nearest) return { ...hour, nearest: null };
    const { siteId, siteName } = nearest.place;
    const ownHour = own.get(`${siteId} ${hour.releasedAt}`);
    const value = readOwn(ownHour, measure);
    const reference = measure === 'aqi' && value !== null && ownHour?.whole === false;
    const published = readPublished(hour, measure);
    const difference = value === null || published === null ? null : value - published;
    const km = Math.round(nearest.km * 10) / 10;
    return { ...hour, nearest: { siteId, siteName, km, value, difference, reference } };
  });
}

function readOwn(hour: AirHour | undefined, measure: ComparedMeasure): number | null {
  if (!hour) return null;
  return measure === 'aqi' ? hour.aqi : (hour.means[measure] ?? null);
}
