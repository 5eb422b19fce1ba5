import { roundForPublication } from '@limpid/aqi/round';
import { HOUR_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import { type MapIndex, mapPollutants } from '@limpid/contract/map/site-update';
import { type National, nationalStates } from '@limpid/contract/reference/national';
import { type CityStations, computeCityMean, groupByCity } from './city.rule.ts';
import type { NationalStation } from './national.store.ts';
import {
  findStandard,
  type HourlyValues,
  hoursOfIndex,
  judgeHour,
  type NationalIndex,
} from './national-index.rule.ts';

interface NationalOptions {
  hour: number | null;
  zone: string;
  index: MapIndex;
  minValidPercent: number;
}

type Judged = Parameters<typeof judgeHour>[1];

interface PlacedStation extends Pick<NationalStation, 'province' | 'city' | 'longitude' | 'latitude'> {
  station: NationalStation;
  values: HourlyValues;
}

/** The stations and cities of an hour as columns. */
export function makeNational(rows: readonly NationalStation[], options: NationalOptions): National {
  const { hour, zone, index, minValidPercent } = options;
  const standard = findStandard(index, formatLocalTime(hour ?? 0, zone));
  const judged = { index, standard, hour: hour ?? 0 };
  const stations = rows.map(
    (station): PlacedStation => ({ ...station, station, values: alignHours(station, judged) }),
  );
  const cities = groupByCity(stations);
  const positions = new Map(cities.flatMap((city, at) => city.stations.map((one) => [one, at] as const)));
  return {
    ...options,
    standard,
    inactive: (rows[0]?.known ?? 0) - rows.length,
    cities: writeCities(cities, judged, minValidPercent),
    stations: writeStations(stations, judged, (station) => positions.get(station) ?? -1),
  };
}

const columnNames = [
  'pm25',
  'pm10',
  'so2',
  'no2',
  'co',
  'o3',
] as const satisfies readonly (keyof NationalStation)[];

/** The values of each pollutant by hour; null where none is stored. */
function alignHours(station: NationalStation, { index, hour }: Judged): (number | null)[][] {
  const count = hoursOfIndex[index];
  return columnNames.map((name) => {
    const series = Array.from({ length: count }, (): number | null => null);
    station.at?.forEach((at, place) => {
      const back = Math.round((hour - at) / HOUR_MS);
      if (back >= 0 && back < count) series[count - 1 - back] = station[name]?.[place] ?? null;
    });
    return series;
  });
}

function writeCities(
  cities: readonly CityStations<PlacedStation>[],
  judged: Judged,
  minValidPercent: number,
): National['cities'] {
  const found = cities.map((city) => {
    const hourly = mapPollutants.map((_, n) =>
      Array.from({ length: hoursOfIndex[judged.index] }, (__, place) =>
        computeCityMean(
          city.stations.map(({ values }) => values[n]?.[place]),
          minValidPercent,
        ),
      ),
    );
    const newest = hourly.map((series) => series.at(-1));
    const none = newest.some((one) => one && one.valid > 0) ? 'tooFew' : 'silent';
    const means = hourly.map((series) => series.map(({ mean }) => mean));
    return { city, newest, index: judgeHour(means, judged, none) };
  });
  const column = <V>(read: (one: (typeof found)[number]) => V) => found.map(read);
  return {
    name: column(({ city }) => city.name),
    province: column(({ city }) => city.province),
    longitude: column(({ city }) => toDegrees(city.longitude)),
    latitude: column(({ city }) => toDegrees(city.latitude)),
    stations: column(({ city }) => city.stations.length),
    ...writeIndices(column(({ index }) => index)),
    values: mapPollutants.map((pollutant, n) =>
      column(({ newest }) => {
        const mean = newest[n]?.mean ?? null;
        return mean === null ? null : roundForPublication(pollutant, mean);
      }),
    ),
    valid: mapPollutants.map((_, n) => column(({ newest }) => newest[n]?.valid ?? 0)),
  };
}

function writeStations(
  stations: readonly PlacedStation[],
  judged: Judged,
  findCity: (station: PlacedStation) => number,
): National['stations'] {
  const column = <V>(read: (station: NationalStation) => V) => stations.map(({ station }) => read(station));
  const hasPublished = ({ at }: NationalStation) => at?.includes(judged.hour) ?? false;
  return {
    code: column(({ code }) => code),
    name: column(({ name }) => name),
    longitude: column(({ longitude }) => toDegrees(longitude)),
    latitude: column(({ latitude }) => toDegrees(latitude)),
    city: stations.map(findCity),
    ...writeIndices(
      stations.map(({ station, values }) =>
        judgeHour(values, judged, hasPublished(station) ? 'empty' : 'silent'),
      ),
    ),
    published: column(({ published }) => published),
    values: mapPollutants.map((_, n) => stations.map(({ values }) => values[n]?.at(-1) ?? null)),
  };
}

function writeIndices(indices: readonly NationalIndex[]) {
  return {
    state: indices.map(({ state }) => nationalStates.indexOf(state)),
    aqi: indices.map(({ aqi }) => aqi),
    primary: indices.map(({ primary }) => primary),
    missing: indices.map(({ missing }) => missing),
  };
}

function toDegrees(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e5) / 1e5;
}
