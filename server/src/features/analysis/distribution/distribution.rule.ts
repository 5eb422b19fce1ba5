import { averageNoise } from '@limpid/aqi/noise';
import { makeHistogram } from '@limpid/aqi/statistics/histogram';
import { percentileOf, sortValues } from '@limpid/aqi/statistics/percentile';
import { summarise } from '@limpid/aqi/statistics/summary';
import type { Distribution } from '@limpid/contract/analysis/distribution';
import { presentReading } from '../../reading/reading.api.ts';
import type { LocalHour } from '../local-hours.ts';

const percents = [5, 10, 25, 50, 75, 90, 95, 98];
const hoursOfDay = 24;

interface Figures extends Pick<Distribution, 'histogram' | 'percentiles' | 'mean'> {
  heat: Omit<Distribution['heat'][number], 'flagged'>[];
}

/** Histogram, percentiles and heat map of hourly means; `dates` are the rows of the heat map. */
export function describeDistribution(
  hours: readonly LocalHour[],
  dates: readonly string[],
  isSound: boolean,
): Figures {
  const values = hours.map(({ value }) => presentReading(value));
  const sorted = sortValues(values);
  return {
    histogram: makeHistogram(values),
    percentiles: percents.map((percent) => ({
      percent,
      value: presentReading(percentileOf(sorted, percent)),
    })),
    mean: presentReading(isSound ? averageNoise(values) : summarise(values).mean),
    heat: fillHeatMap(hours, dates),
  };
}

/** An hour that the clock repeats in autumn keeps its first value, one that it skips in spring has none. */
function fillHeatMap(hours: readonly LocalHour[], dates: readonly string[]): Figures['heat'] {
  const rows = new Map(
    dates.map((day) => [day, Array.from({ length: hoursOfDay }, (): number | null => null)]),
  );
  for (const { day, hour, value } of hours) {
    const row = rows.get(day);
    if (row) row[hour] ??= presentReading(value);
  }
  return [...rows].map(([day, values]) => ({ day, values }));
}
