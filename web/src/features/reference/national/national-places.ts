import { mapPollutants } from '@limpid/contract/map/site-update';
import { type National, type NationalState, nationalStates } from '@limpid/contract/reference/national';
import type { LngLat } from '../../../map/map.ts';

/** What is shown of cities and stations: the index, or one pollutant. */
export const measures = ['index', ...mapPollutants] as const;
export type NationalMeasure = (typeof measures)[number];

interface NationalPlace {
  /** Positive for cities, negative for stations, so that both can be on one map. */
  id: number;
  name: string;
  position: LngLat | undefined;
  state: NationalState;
  aqi: number | null;
  primary: number;
  missing: number;
  /** In the order of `mapPollutants`. */
  values: readonly (number | null)[];
}

export interface NationalCity extends NationalPlace {
  /** Identifies the city in the address. */
  key: string;
  province: string;
  stations: number;
  /** Numbers of valid stations, in the order of `mapPollutants`. */
  valid: readonly number[];
}

export interface ShownStation extends NationalPlace {
  code: string;
  /** The id of its city; undefined without one. */
  cityId: number | undefined;
  published: number | null;
}

type Columns = National['cities'] | National['stations'];

function readPlace(columns: Columns, at: number): Omit<NationalPlace, 'id'> {
  const [longitude, latitude] = [columns.longitude[at], columns.latitude[at]];
  return {
    name: columns.name[at] ?? '',
    position:
      typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : undefined,
    state: nationalStates[columns.state[at] ?? 0] ?? 'given',
    aqi: columns.aqi[at] ?? null,
    primary: columns.primary[at] ?? 0,
    missing: columns.missing[at] ?? 0,
    values: columns.values.map((column) => column[at] ?? null),
  };
}

/** Turns the columns of a response into one object per city and station. */
export function readNationalPlaces({ cities, stations }: Pick<National, 'cities' | 'stations'>): {
  cities: NationalCity[];
  stations: ShownStation[];
} {
  return {
    cities: cities.name.map((name, at) => ({
      id: at + 1,
      key: `${cities.province[at] ?? ''}/${name}`,
      province: cities.province[at] ?? '',
      stations: cities.stations[at] ?? 0,
      valid: cities.valid.map((column) => column[at] ?? 0),
      ...readPlace(cities, at),
    })),
    stations: stations.code.map((code, at) => {
      const city = stations.city[at] ?? -1;
      return {
        id: -1 - at,
        code,
        cityId: city < 0 ? undefined : city + 1,
        published: stations.published[at] ?? null,
        ...readPlace(stations, at),
      };
    }),
  };
}

export function readMeasure(
  { aqi, values }: Pick<NationalPlace, 'aqi' | 'values'>,
  measure: NationalMeasure,
): number | null {
  if (measure === 'index') return aqi;
  return values[mapPollutants.indexOf(measure)] ?? null;
}
