import { type AirIndex, computeIndex } from '@limpid/aqi/compute-index';
import { allPollutants, type IndexPollutant, toTableUnit } from '@limpid/aqi/pollutant';
import { findChineseStandard, standards } from '@limpid/aqi/standards';
import { findHighestEightHours, isPeriodValid } from '@limpid/aqi/validity';
import { presentValue } from '../reading/model.api.ts';

/** A slot that holds a pollutant, and its unit. */
export interface PollutantSlot {
  pollutant: IndexPollutant;
  slot: number;
  unit: string;
}

/**
 * A mean as input of an index: in the unit of the tables, with the digits of responses. Means are stored as 32-bit
 * floats, where 2.45 is 2.4500000477, which exceeds the half and would be rounded up.
 */
export function toIndexValue(pollutant: IndexPollutant, mean: number, unit: string): number | null {
  const value = toTableUnit(pollutant, Math.fround(mean), unit);
  return value === null ? null : presentValue(value);
}

/** The stored index of the measured pollutants; `whole` if these are all that the standard requires. */
export interface StoredIndex {
  aqi: number | null;
  main: string | null;
  whole: boolean;
}

function toStored({ aqi, primary, missing }: AirIndex): StoredIndex {
  return { aqi, main: primary.length > 0 ? primary.join(',') : null, whole: missing.length === 0 };
}

type Values = Partial<Record<IndexPollutant, number | null>>;

/** The index of an hour that begins on `date` in the entity's zone, from the means of that hour. */
export function indexHour(date: string, values: Values): StoredIndex {
  return toStored(computeIndex({ standard: findChineseStandard(date), mode: 'hourly', values }));
}

const { since, incompletePublishedAbove } = standards['HJ 633-2026'];

/** From this date on, an incomplete index is withheld up to this value. */
export const withholding = { since, upTo: incompletePublishedAbove ?? -1 };

/**
 * The pollutants whose absence withholds the index of an hour or a day: by HJ 633-2026 §5.3 an index without all pollutants is
 * published only above 100. A station that does not measure all of them has a reference index instead, which is not withheld.
 */
export function findWithholding(
  aqi: number | null,
  means: Values,
  measured: ReadonlySet<IndexPollutant>,
  findDate: () => string,
): IndexPollutant[] {
  const missing = allPollutants.filter((pollutant) => (means[pollutant] ?? null) === null);
  if (aqi === null || missing.length === 0 || measured.size < allPollutants.length) return [];
  return aqi <= withholding.upTo && findDate() >= withholding.since ? missing : [];
}

/** The facts of a day that indices need. */
export interface DayValues {
  /** The mean of each pollutant and the number of its valid hours. */
  means: Partial<Record<IndexPollutant, { mean: number | null; hours: number }>>;
  /** The highest hour of pollutants with enough valid hours. */
  highest: Partial<Record<IndexPollutant, number | null>>;
  /** The hours from midnight of the pollutants that have 8-hour means. */
  ozone: readonly (number | null)[];
  carbonMonoxide: readonly (number | null)[];
}

/** The index of a day, and the highest 8-hour mean of ozone that it is computed from. */
export function indexDay(
  date: string,
  { means, highest: { O3: ozone1h = null }, ozone }: DayValues,
): StoredIndex & { ozone8h: number | null } {
  const standard = findChineseStandard(date);
  const highest = findHighestEightHours(ozone);
  const ozone8h = highest.valid && highest.value !== null ? presentValue(Math.fround(highest.value)) : null;
  const values: Record<string, number | null> = { 'O3@8h': ozone8h };
  for (const [pollutant, { mean, hours }] of Object.entries(means)) {
    if (pollutant !== 'O3' && isPeriodValid('day', hours)) values[pollutant] = mean;
  }
  if (standard === 'HJ 633-2012') values['O3@1h'] = ozone1h;
  return { ...toStored(computeIndex({ standard, mode: 'daily', values })), ozone8h };
}
