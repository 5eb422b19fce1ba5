import type { IndexPollutant } from '../pollutant.ts';
import type { AssessedDay } from './assess-period.ts';

/** One value of each pollutant for each day from `first` on; the days at the places `invalid` are not valid. */
export function makeAssessedDays(
  first: string,
  series: Partial<Record<IndexPollutant, readonly number[]>>,
  invalid: readonly number[] = [],
): AssessedDay[] {
  const count = Math.max(0, ...Object.values(series).map(({ length }) => length));
  return Array.from({ length: count }, (_, place) => ({
    day: new Date(Date.parse(first) + place * 86_400_000).toISOString().slice(0, 10),
    values: Object.fromEntries(
      Object.entries(series).flatMap(([pollutant, values]) => {
        const value = values[place];
        return value === undefined ? [] : [[pollutant, { value, valid: !invalid.includes(place) }]];
      }),
    ),
  }));
}
