import { computeByPollutant } from '@limpid/aqi/assessment/by-pollutant';
import { removeNoise } from '@limpid/aqi/assessment/round-statistic';
import { computeMean } from '@limpid/aqi/decimal';
import { allPollutants, type IndexPollutant } from '@limpid/aqi/pollutant';
import { indexDayValues } from './index-day.rule.ts';
import type { ReportDay } from './report-day.ts';

/** The valid values of many units by date and pollutant, as numbers alone: days as objects would fill the memory. */
export interface JoinedValues {
  byDay: ReadonlyMap<string, Record<IndexPollutant, number[]>>;
  add(days: readonly ReportDay[]): void;
}

export function openJoinedValues(dates: readonly string[]): JoinedValues {
  const noValues = (): Record<IndexPollutant, number[]> => ({
    'PM2.5': [],
    PM10: [],
    SO2: [],
    NO2: [],
    CO: [],
    O3: [],
  });
  const byDay = new Map(dates.map((day) => [day, noValues()]));
  return {
    byDay,
    add(days) {
      for (const { day, values } of days) {
        const target = byDay.get(day);
        if (!target) continue;
        for (const pollutant of allPollutants) {
          const found = values[pollutant];
          if (found?.valid) target[pollutant].push(found.value);
        }
      }
    },
  };
}

/** Units that can measure a pollutant on a day, and the share of them that a mean needs. */
interface Coverage {
  ableOn(day: string): number;
  minPercent: number;
}

/** The mean of the valid units of each day, valid if they are enough; days without any value are left out. */
export function joinValues(
  { byDay }: JoinedValues,
  coverageOf: (pollutant: IndexPollutant) => Coverage,
): ReportDay[] {
  const coverage = computeByPollutant(coverageOf);
  return [...byDay].flatMap(([day, measured]) => {
    const values: ReportDay['values'] = {};
    let isPartial = false;
    for (const pollutant of allPollutants) {
      const valid = measured[pollutant];
      const value = computeMean(valid);
      const { ableOn, minPercent } = coverage[pollutant];
      const able = ableOn(day);
      isPartial ||= able === 0;
      if (value !== null)
        values[pollutant] = { value: removeNoise(value), valid: valid.length * 100 >= minPercent * able };
    }
    return Object.keys(values).length === 0
      ? []
      : [{ day, values, ...indexDayValues(day, values, { isPartial }) }];
  });
}
