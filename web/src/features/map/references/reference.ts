import { type MapIndex, mapPollutants, type SiteIndex } from '@limpid/contract/map/site-update';
import type { MapReferences } from '@limpid/contract/reference/references';
import type { LngLat } from '../../../map/map.ts';

/** A reference station with its newest hour. */
export interface MapReference {
  /** Negative, so that it differs from every site's id. */
  id: number;
  code: string;
  name: string;
  city: string;
  /** The network of the station, one of `stationLevels`. */
  level: string;
  place: LngLat;
  /** The end of the hour, epoch milliseconds. */
  releasedAt: number;
  /** Means of the hour by the codes of pollutants, in µg/m³, of CO in mg/m³. */
  values: ReadonlyMap<string, number>;
  indices: Record<MapIndex, Pick<SiteIndex, 'aqi' | 'primary'>>;
}

/** Turns the columns of a response into one object per station. */
export function readReferences({ releases, stations, values, index }: MapReferences): MapReference[] {
  const read = ({ aqi, primary }: MapReferences['index']['china'], at: number) => ({
    aqi: aqi[at] ?? null,
    primary: primary[at] ?? 0,
  });
  return stations.code.map((code, at) => ({
    id: -1 - at,
    code,
    name: stations.name[at] ?? code,
    city: stations.city[at] ?? '',
    level: stations.level[at] ?? '',
    place: [stations.longitude[at] ?? 0, stations.latitude[at] ?? 0],
    releasedAt: releases[stations.release[at] ?? -1] ?? 0,
    values: new Map(
      mapPollutants.flatMap((pollutant, n) => {
        const value = values[n]?.[at];
        return typeof value === 'number' ? [[pollutant, value] as const] : [];
      }),
    ),
    indices: {
      china: read(index.china, at),
      us: read(index.us, at),
      europe: read(index.europe, at),
      atmo: read(index.atmo, at),
    },
  }));
}
