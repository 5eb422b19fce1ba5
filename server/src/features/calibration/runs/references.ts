import { findPollutant, fromTableUnit, type IndexPollutant } from '@limpid/aqi/pollutant';
import { minValidSeconds } from '@limpid/aqi/validity';
import type { ProposalRefusal } from '@limpid/contract/calibration/result';
import type { Database } from '../../../platform/db/database.ts';
import type { ReadingSource, StoredChannel } from '../../reading/reading.api.ts';
import { listStationHours, type StationHour } from '../../reference/reference.api.ts';
import { readCodes } from '../configs/config.service.ts';
import {
  listNearestSites,
  listNearestStations,
  listSitesWithPlace,
  type ReachedReference,
} from '../references/reference.store.ts';
import { selectMedian } from '../rules/median.rule.ts';
import type { RunSettings } from './run.store.ts';

/** The references of a site: their hours, or why there are none. */
export type SiteReferences =
  | (ReachedPlaces & { hoursOf(channel: StoredChannel): ReadonlyMap<number, number> })
  | (Partial<ReachedPlaces> & { refusal: { reason: ProposalRefusal; found?: number; limit?: number } });

interface ReachedPlaces {
  names: string[];
  /** Of own sites. */
  siteIds: number[];
  /** The distance of the nearest. */
  km: number;
}

type Bounds = readonly [from: number, to: number];
type HoursOf = (key: string, channel: StoredChannel) => ReadonlyMap<number, number>;

/** Finds the references within reach of sites, and reads their hours once. */
export async function openReferences(
  db: Database,
  readings: ReadingSource,
  {
    settings,
    siteIds,
    referenceSiteIds,
  }: {
    settings: RunSettings;
    siteIds: readonly number[];
    referenceSiteIds: readonly number[];
  },
  bounds: Bounds,
  channels: readonly StoredChannel[],
): Promise<(siteId: number) => SiteReferences> {
  const { maxKm, source, sourceId, city } = settings;
  const isOwn = source === 'own';
  const nearest = isOwn
    ? await listNearestSites(db, siteIds, referenceSiteIds)
    : await listNearestStations(db, siteIds, {
        codes: readCodes(settings.referenceCodes),
        city,
        level: source === 'file' ? null : source,
        sourceId,
        isOfFiles: source === 'file',
      });
  const bySite = Map.groupBy(nearest, ({ siteId }) => siteId);
  const keys = [...new Set(nearest.filter(({ km }) => km <= maxKm).map(({ key }) => key))];
  const hoursOf = isOwn
    ? await readSites(readings, keys, bounds, channels)
    : readStations(await listStationHours(db, keys, bounds));
  const kept = keepHours(hoursOf);
  const placed = new Set(await listSitesWithPlace(db, siteIds));
  const describe = (reached: readonly ReachedReference[]) => ({
    names: reached.map(({ name }) => name),
    siteIds: isOwn ? reached.map(({ key }) => Number(key)) : [],
  });
  return (siteId) => {
    const reached = bySite.get(siteId) ?? [];
    const [first] = reached;
    if (!first) return { refusal: { reason: placed.has(siteId) ? 'noReference' : 'noPlace' } };
    if (first.km > maxKm)
      return {
        refusal: { reason: 'tooFar', found: first.km, limit: maxKm },
        km: first.km,
        ...describe([first]),
      };
    const used = reached.filter(({ km }) => km <= maxKm);
    return {
      ...describe(used),
      km: first.km,
      hoursOf: (channel) => mergeHours(used.map(({ key }) => kept(key, channel))),
    };
  };
}

/** Many sites have the same references. */
function keepHours(hoursOf: HoursOf): HoursOf {
  const kept = new Map<string, ReadonlyMap<number, number>>();
  return (key, channel) => {
    const name = `${channel.channelId} ${key}`;
    const hours = kept.get(name) ?? hoursOf(key, channel);
    kept.set(name, hours);
    return hours;
  };
}

const columns: Readonly<Record<IndexPollutant, Exclude<keyof StationHour, 'stationCode' | 'hour'>>> = {
  'PM2.5': 'pm25',
  PM10: 'pm10',
  SO2: 'so2',
  NO2: 'no2',
  O3: 'o3',
  CO: 'co',
};

/** Published hours by code, in the unit of the channel. */
function readStations(hours: readonly StationHour[]): HoursOf {
  const byStation = Map.groupBy(hours, ({ stationCode }) => stationCode);
  return (code, { gbCode, unit }) => {
    const pollutant = findPollutant(gbCode);
    const found = new Map<number, number>();
    if (!pollutant) return found;
    for (const hour of byStation.get(code) ?? []) {
      const published = hour[columns[pollutant]];
      const value = published === null ? null : fromTableUnit(pollutant, published, unit ?? '');
      if (value !== null) found.set(hour.hour, value);
    }
    return found;
  };
}

/** The valid hours of sites of this installation, with their own K and B. */
async function readSites(
  readings: ReadingSource,
  keys: readonly string[],
  bounds: Bounds,
  channels: readonly StoredChannel[],
): Promise<HoursOf> {
  const slots = channels.map(({ slot }) => slot).toSorted((a, b) => a - b);
  const means = await readings.means('hour', keys.map(Number), bounds, slots);
  return (key, { slot }) => {
    const { at = [], values = [], covered = [] } = means.get(Number(key))?.get(slot) ?? {};
    const found = new Map<number, number>();
    for (const [place, hour] of at.entries())
      if ((covered[place] ?? 0) >= minValidSeconds) found.set(hour, values[place] ?? Number.NaN);
    return found;
  };
}

/** The median of several references in every hour that any of them has. */
function mergeHours(lines: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const [only, ...others] = lines;
  if (only && others.length === 0) return only;
  const byHour = new Map<number, number[]>();
  for (const line of lines)
    for (const [at, value] of line) {
      const values = byHour.get(at);
      if (values) values.push(value);
      else byHour.set(at, [value]);
    }
  return new Map([...byHour].map(([at, values]) => [at, selectMedian(Float64Array.from(values))]));
}
