import { computeIndex } from '@limpid/aqi/compute-index';
import { findChineseStandard } from '@limpid/aqi/standards';
import type { StandardName } from '@limpid/aqi/standards/standard';
import { HOUR_MS } from '@limpid/contract/durations';
import { type MapIndex, mapPollutants } from '@limpid/contract/map/site-update';
import type { NationalState } from '@limpid/contract/reference/national';
import { computePlaceIndices, indexHours } from '../../map/map.api.ts';

/** Values by position in `mapPollutants`, then by hour, the asked one last. */
export type HourlyValues = readonly (readonly (number | null)[])[];

export interface NationalIndex {
  state: NationalState;
  aqi: number | null;
  /** Bits of `mapPollutants`. */
  primary: number;
  missing: number;
}

/** How many hours an index is computed from. */
export const hoursOfIndex: Record<MapIndex, number> = {
  china: 1,
  europe: 1,
  us: indexHours,
  atmo: indexHours,
};

/** The standard of an index for an hour that begins at a local date-time. */
export function findStandard(index: MapIndex, localTime: string): StandardName {
  const foreign = { us: 'US EPA', europe: 'EU', atmo: 'ATMO' } as const;
  return index === 'china' ? findChineseStandard(localTime) : foreign[index];
}

/** The index of a place in the last of its hours; `none` is its state without any value in that hour. */
export function judgeHour(
  values: HourlyValues,
  { index, standard, hour }: { index: MapIndex; standard: StandardName; hour: number },
  none: NationalState,
): NationalIndex {
  const isEmpty = values.every((series) => (series.at(-1) ?? null) === null);
  if (isEmpty) return { state: none, aqi: null, primary: 0, missing: 0 };
  return index === 'china' ? judgeChinese(values, standard) : judgeForeign(values, index, hour);
}

function judgeChinese(values: HourlyValues, standard: StandardName): NationalIndex {
  const newest = mapPollutants.map((pollutant, place) => [pollutant, values[place]?.at(-1) ?? null] as const);
  const found = computeIndex({ standard, mode: 'hourly', values: Object.fromEntries(newest) });
  const isGiven = typeof found.published === 'number';
  return {
    state: isGiven ? 'given' : 'withheld',
    aqi: isGiven ? found.aqi : null,
    primary: isGiven ? toBits(found.primary) : 0,
    missing: toBits(found.missing),
  };
}

function judgeForeign(values: HourlyValues, index: Exclude<MapIndex, 'china'>, hour: number): NationalIndex {
  const count = hoursOfIndex[index];
  const hours = Array.from({ length: count }, (_, place) => ({
    at: hour - (count - 1 - place) * HOUR_MS,
    aqi: null,
    main: null,
    whole: true,
    means: Object.fromEntries(
      mapPollutants.flatMap((pollutant, n) => {
        const value = values[n]?.[place] ?? null;
        return value === null ? [] : [[pollutant, value]];
      }),
    ),
  }));
  const { aqi = null, primary = 0 } = computePlaceIndices(hours)?.[index] ?? {};
  return { state: aqi === null ? 'tooShort' : 'given', aqi, primary, missing: 0 };
}

function toBits(pollutants: readonly string[]): number {
  return mapPollutants.reduce((bits, name, place) => bits | (pollutants.includes(name) ? 1 << place : 0), 0);
}
