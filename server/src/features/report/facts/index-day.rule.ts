import { removeNoise } from '@limpid/aqi/assessment/round-statistic';
import { computeIndex } from '@limpid/aqi/compute-index';
import { computeMean } from '@limpid/aqi/decimal';
import { allPollutants, type IndexPollutant } from '@limpid/aqi/pollutant';
import { findChineseStandard } from '@limpid/aqi/standards';
import { findHighestEightHours, isPeriodValid } from '@limpid/aqi/validity';
import type { ReportDay } from './report-day.ts';

/** The hours of a day from midnight, by pollutant. */
export type HoursByPollutant = Readonly<Record<IndexPollutant, readonly (number | null)[]>>;

/** The day of a reference station from its published hours. */
export function indexDayHours(day: string, hours: HoursByPollutant): ReportDay {
  const values: ReportDay['values'] = {};
  for (const pollutant of allPollutants) {
    const measured = hours[pollutant].filter((value) => value !== null);
    const { value, valid } =
      pollutant === 'O3'
        ? findHighestEightHours(hours.O3)
        : { value: computeMean(measured), valid: isPeriodValid('day', measured.length) };
    if (value !== null) values[pollutant] = { value: removeNoise(value), valid };
  }
  const ozone = hours.O3.filter((value) => value !== null);
  const highest = isPeriodValid('day', ozone.length) ? Math.max(...ozone) : null;
  return { day, values, ...indexDayValues(day, values, { highestOzone: highest }) };
}

interface IndexOptions {
  /** The highest hour of ozone, which counts in the edition of 2012. */
  highestOzone?: number | null;
  /** Some pollutants are never measured: the index is that of the others, and is not withheld. */
  isPartial?: boolean;
}

/** The index of a day from its valid values. */
export function indexDayValues(
  day: string,
  values: ReportDay['values'],
  { highestOzone = null, isPartial = false }: IndexOptions = {},
): Pick<ReportDay, 'aqi' | 'primary' | 'reference'> {
  const standard = findChineseStandard(day);
  const valid: Record<string, number> = {};
  for (const pollutant of allPollutants) {
    const found = values[pollutant];
    if (found?.valid) valid[pollutant === 'O3' ? 'O3@8h' : pollutant] = found.value;
  }
  if (standard === 'HJ 633-2012' && highestOzone !== null) valid['O3@1h'] = highestOzone;
  const { aqi, primary, published, reference } = computeIndex({ standard, mode: 'daily', values: valid });
  const isPublished = aqi !== null && (isPartial || published !== 'NA');
  return {
    aqi: isPublished ? aqi : null,
    primary: isPublished ? primary : [],
    reference: isPublished && reference,
  };
}
