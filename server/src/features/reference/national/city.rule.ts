import { computeMean } from '@limpid/aqi/decimal';

/** Whether enough stations of a city are valid for a mean: the share is an inclusive minimum. */
export function hasEnoughStations(valid: number, all: number, minPercent: number): boolean {
  return valid > 0 && valid * 100 >= minPercent * all;
}

/** The mean of the stations of a city; null if too few of them are valid. */
export function computeCityMean(
  values: readonly (number | null | undefined)[],
  minPercent: number,
): { mean: number | null; valid: number } {
  const measured = values.filter((value) => typeof value === 'number');
  const isEnough = hasEnoughStations(measured.length, values.length, minPercent);
  return { mean: isEnough ? computeMean(measured) : null, valid: measured.length };
}

interface Located {
  province: string | null;
  city: string | null;
  longitude: number | null;
  latitude: number | null;
}

export interface CityStations<S extends Located> {
  name: string;
  /** Empty if no publication names it. */
  province: string;
  longitude: number | null;
  latitude: number | null;
  stations: S[];
}

/**
 * Groups stations by city, in the order of their names; a station without a city is left out. Cities of one name in
 * several provinces stay apart, and a station without a province joins the only one that has its city.
 */
export function groupByCity<S extends Located>(stations: readonly S[]): CityStations<S>[] {
  const named = stations.flatMap((station) => (station.city ? [{ name: station.city, station }] : []));
  return [...Map.groupBy(named, ({ name }) => name)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, members]) => splitByProvince(members).map((city) => ({ name, ...city })));
}

function splitByProvince<S extends Located>(
  members: readonly { station: S }[],
): Omit<CityStations<S>, 'name'>[] {
  const provinces = [...new Set(members.flatMap(({ station }) => station.province || []))].toSorted();
  const [only = ''] = provinces.length === 1 ? provinces : [];
  const byProvince = Map.groupBy(members, ({ station }) => station.province || only);
  return [...byProvince]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([province, found]) => {
      const stations = found.map(({ station }) => station);
      return { province, stations, ...findMiddle(stations) };
    });
}

/** The middle of the stations that have coordinates, also across the antimeridian. */
function findMiddle(stations: readonly Located[]): Pick<CityStations<Located>, 'longitude' | 'latitude'> {
  const longitudes = stations.flatMap(({ longitude }) => longitude ?? []);
  const latitude = computeMean(stations.flatMap((station) => station.latitude ?? []));
  const isSplit = Math.max(...longitudes) - Math.min(...longitudes) > 180;
  const longitude = computeMean(longitudes.map((one) => (isSplit && one < 0 ? one + 360 : one)));
  return { longitude: longitude !== null && longitude > 180 ? longitude - 360 : longitude, latitude };
}
