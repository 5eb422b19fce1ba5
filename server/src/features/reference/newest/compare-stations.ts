import { maxReferenceKm } from '@limpid/contract/alarm/alarm-rule';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { HourFlags } from '@limpid/contract/quality/flag-mark';
import type { ComparedMeasure, NewestHour } from '@limpid/contract/reference/newest-hours';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { readFlagsOfHours } from '../../quality/quality.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { AirHour, AirHourSource } from '../../rollup/rollup.api.ts';
import { listFlaggableSlots } from '../../rollup/rollup.api.ts';
import { openNearestPlace } from './nearest-place.rule.ts';
import { listPlacedSites, type NewestStationHour, type PlacedSite } from './newest-hours.store.ts';
import { readPublished } from './sort-newest.rule.ts';

/** Older hours are not compared: the list is about the present. */
const comparedMs = DAY_MS;

type Placed = Pick<NewestStationHour, 'longitude' | 'latitude'>;
type FindOwnSite = (station: Placed) => ReturnType<ReturnType<typeof openNearestPlace<PlacedSite>>>;

/** Finds the nearest own site of a station in the data scope; undefined if none is near. */
export async function openOwnSites(db: App['db'], scope: Scope): Promise<FindOwnSite> {
  const find = openNearestPlace(await listPlacedSites(db, scope), maxReferenceKm);
  return ({ longitude, latitude }) =>
    longitude === null || latitude === null ? undefined : find(longitude, latitude);
}

/** Adds to each hour the nearest own site, and the valid mean or index of that site in the same hour, with its flags. */
export async function compareStations(
  { clock, pool }: Pick<App, 'clock' | 'pool'>,
  { airHours: air, readings }: { airHours: AirHourSource; readings: Pick<ReadingSource, 'channels'> },
  hours: readonly NewestStationHour[],
  { find, measure }: { find: FindOwnSite; measure: ComparedMeasure },
): Promise<NewestHour[]> {
  const found = hours.map((hour) => ({ hour, nearest: find(hour) }));
  const since = clock.now().getTime() - comparedMs;
  const recent = found.filter(({ hour, nearest }) => nearest && hour.releasedAt > since);
  const slots = new Set(listComparedSlots(air, measure));
  const channels = readings.channels().filter(({ slot }) => slots.has(slot));
  const own = new Map<string, AirHour>();
  const flags = new Map<string, HourFlags>();
  // Nearly all stations publish the same hour.
  for (const [releasedAt, some] of Map.groupBy(recent, ({ hour }) => hour.releasedAt)) {
    const siteIds = [...new Set(some.flatMap(({ nearest }) => nearest?.place.siteId ?? []))];
    const start = releasedAt - HOUR_MS;
    for (const [siteId, [only]] of await air.hours(siteIds, [start, start + 1]))
      if (only) own.set(`${siteId} ${releasedAt}`, only);
    const flagged = await readFlagsOfHours(pool, new Map(siteIds.map((siteId) => [siteId, start])), channels);
    for (const [siteId, ofSite] of flagged) flags.set(`${siteId} ${releasedAt}`, ofSite);
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
    const ofHour = flags.get(`${siteId} ${hour.releasedAt}`) ?? {};
    return { ...hour, nearest: { siteId, siteName, km, value, difference, reference, flags: ofHour } };
  });
}

function listComparedSlots(air: AirHourSource, measure: ComparedMeasure): number[] {
  if (measure === 'aqi') return listFlaggableSlots('china', air);
  return air.pollutants().flatMap(({ pollutant, slot }) => (pollutant === measure ? [slot] : []));
}

function readOwn(hour: AirHour | undefined, measure: ComparedMeasure): number | null {
  if (!hour) return null;
  return measure === 'aqi' ? hour.aqi : (hour.means[measure] ?? null);
}
