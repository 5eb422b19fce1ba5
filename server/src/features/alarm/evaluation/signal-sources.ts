import { toTableUnit } from '@limpid/aqi/pollutant';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import type { LatestSource } from '../../ingest/ingest.api.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import type { Points, ReadingSource } from '../../reading/reading.api.ts';
import { type AirHourSource } from '../../rollup/rollup.api.ts';
import { listSiteLimits } from '../../site/site.api.ts';
import {
  type ComparedStation,
  countHourValues,
  findComparedStations,
  listDeviceStates,
  listPowerReports,
  type ReferenceHours,
} from './signals.store.ts';
import type { SignalSources } from './signals.ts';

/** Published hours of official stations by code and pollutant; implemented by the area `reference`. */
interface PublishedHours {
  hours(
    codes: readonly string[],
    bounds: readonly [from: number, to: number],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, Points>>>;
}

/** The services of other areas that values come from. */
export interface SignalServices {
  readings: ReadingSource;
  airHours: AirHourSource;
  references: PublishedHours;
  directory: SiteDirectory;
  latestOf: LatestSource['latestOf'];
}

/** Stations and sites rarely move or fall silent. */
const nearestMs = 10 * MINUTE_MS;

/** Where the values that rules judge come from, live and in the preview. */
export function openSignalSources(
  { db, pool, clock }: Pick<App, 'db' | 'pool' | 'clock'>,
  { readings, airHours, references, directory, latestOf }: SignalServices,
): SignalSources {
  let nearest = new Map<number, ComparedStation>();
  let nearestUntil = 0;

  async function findNearest(siteIds: readonly number[]): Promise<ReadonlyMap<number, ComparedStation>> {
    const now = clock.now().getTime();
    if (now > nearestUntil) [nearest, nearestUntil] = [new Map(), now + nearestMs];
    const missing = siteIds.filter((siteId) => !nearest.has(siteId));
    if (missing.length > 0)
      for (const one of await findComparedStations(pool, missing, now)) nearest.set(one.siteId, one);
    return nearest;
  }

  return {
    readings,
    airHours,
    directory,
    latestAt: (siteId, channelCode) => latestOf(siteId)[channelCode]?.ts ?? 0,
    countHours: (siteIds, bounds) => countHourValues(pool, siteIds, bounds),
    listPowerReports: (siteIds, bounds) => listPowerReports(pool, siteIds, bounds),
    listDeviceStates: (siteIds, bounds) => listDeviceStates(pool, siteIds, bounds),
    siteLimits: () => listSiteLimits(db, 'all'),
    async readReferences(siteIds, bounds) {
      const stations = await findNearest(siteIds);
      const codes = [...new Set(siteIds.flatMap((siteId) => stations.get(siteId)?.stationCode ?? []))];
      const hours = await references.hours(codes, bounds);
      const pollutants = airHours.pollutants();
      return new Map(
        siteIds.flatMap((siteId): [number, ReferenceHours][] => {
          const station = stations.get(siteId);
          const lines = station && hours.get(station.stationCode);
          if (!lines) return [];
          const bySlot = pollutants.flatMap(({ pollutant, slot, unit }): [number, Points][] => {
            const line = lines.get(pollutant);
            const factor = toTableUnit(pollutant, 1, unit);
            if (!line || factor === null) return [];
            return [[slot, { at: line.at, values: line.values.map((value) => value / factor) }]];
          });
          return [[siteId, { stationName: station.stationName, bySlot: new Map(bySlot) }]];
        }),
      );
    },
  };
}
