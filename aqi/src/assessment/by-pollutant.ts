import type { IndexPollutant } from '../pollutant.ts';

export type ByPollutant<T> = Readonly<Record<IndexPollutant, T>>;

export function computeByPollutant<T>(compute: (pollutant: IndexPollutant) => T): ByPollutant<T> {
  return {
    'PM2.5': compute('PM2.5'),
    PM10: compute('PM10'),
    SO2: compute('SO2'),
    NO2: compute('NO2'),
    CO: compute('CO'),
    O3: compute('O3'),
  };
}
