import { maxReferenceKm } from '@limpid/contract/alarm/alarm-rule';
import type { StationLevel } from '@limpid/contract/reference/national-control';
import type { Database } from '../../../platform/db/database.ts';
import { openNearestPlace } from '../newest/nearest-place.rule.ts';
import { listActiveStations, listSitePositions } from './nearest-stations.store.ts';

export interface NearestStation {
  siteId: number;
  stationCode: string;
  stationName: string;
  level: StationLevel;
  distanceKm: number;
}

/**
 * The nearest station of every site with a position, within `maxReferenceKm`; stations that have published nothing for a
 * long time do not count. Sites without one are left out.
 */
export async function findNearestStations(
  db: Database,
  siteIds: readonly number[],
): Promise<NearestStation[]> {
  const find = openNearestPlace(await listActiveStations(db), maxReferenceKm);
  const sites = await listSitePositions(db, siteIds);
  return sites.flatMap(({ siteId, longitude, latitude }) => {
    const found = find(longitude, latitude);
    if (!found) return [];
    const { stationCode, stationName, level } = found.place;
    return [{ siteId, stationCode, stationName, level, distanceKm: Math.round(found.km * 100) / 100 }];
  });
}
