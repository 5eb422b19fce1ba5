import { computeIndex } from '@limpid/aqi/compute-index';
import { allPollutants, type IndexPollutant } from '@limpid/aqi/pollutant';
import { findChineseStandard, standards } from '@limpid/aqi/standards';
import { computeSubIndex } from '@limpid/aqi/standards/row';
import { type LeftOutReason, minValidShare } from '@limpid/contract/analysis/ranking-table';
import { findWithholding } from '../../rollup/rollup.api.ts';

interface GroupMean {
  mean: number;
  sites: number;
}

/** Means of the sites of a group in one hour or day, by pollutant in the unit of the tables, and of how many sites. */
export interface GroupMeans {
  date: string;
  means: Partial<Record<IndexPollutant, GroupMean>>;
  /** Of the highest hours of ozone, which count beside the 8-hour means before HJ 633-2026. */
  highestOzone?: GroupMean;
}

/** The pollutants of a group: how many sites can measure each, and which have been measured in the last month. */
export interface GroupPollutants {
  able: Readonly<Partial<Record<IndexPollutant, number>>>;
  measured: ReadonlySet<IndexPollutant>;
}

export interface GroupIndex {
  value: number | null;
  primary: string | null;
  reference: boolean;
  missing: string[];
  counted: number;
  reason: LeftOutReason | null;
}

const isEnough = (valid: number, all: number) => all > 0 && valid >= all * minValidShare;

/**
 * The index of a group: of each hour or day from the means of its sites' concentrations, each from 75 % of the sites
 * that can measure it; over several days the mean of the days, if 75 % of the expected ones have an index.
 */
export function indexGroup(
  periods: readonly GroupMeans[],
  pollutants: GroupPollutants,
  mode: 'hourly' | 'daily',
  expected: number,
): GroupIndex {
  const indices = periods.map((period) => indexPeriod(period, pollutants, mode));
  const published = indices.filter(({ aqi, missing }) => aqi !== null && missing.length === 0);
  const counted = published.length;
  const found = indices.filter(({ aqi }) => aqi !== null).length;
  const none = { value: null, primary: null, reference: false, counted };
  if (!isEnough(counted, expected)) {
    const missing = [...new Set(indices.flatMap((one) => one.missing))];
    if (isEnough(found, expected)) return { ...none, missing, reason: 'withheld' };
    return { ...none, missing: [], reason: periods.length > 0 ? 'tooLittle' : 'noData' };
  }
  const sum = published.reduce((total, { aqi }) => total + (aqi ?? 0), 0);
  return {
    value: Math.fround(sum / counted),
    primary: findMostFrequent(published.flatMap(({ primary }) => primary)),
    reference: published.some(({ isWhole }) => !isWhole),
    missing: [],
    counted,
    reason: null,
  };
}

function indexPeriod(
  { date, means, highestOzone }: GroupMeans,
  { able, measured }: GroupPollutants,
  mode: 'hourly' | 'daily',
) {
  const valid: Partial<Record<IndexPollutant, number>> = {};
  for (const pollutant of allPollutants) {
    const { mean, sites = 0 } = means[pollutant] ?? {};
    if (mean !== undefined && isEnough(sites, able[pollutant] ?? 0)) valid[pollutant] = mean;
  }
  const { O3, ...others } = valid;
  const standard = findChineseStandard(date);
  const counts = standard === 'HJ 633-2012' && highestOzone && isEnough(highestOzone.sites, able.O3 ?? 0);
  const ozone = { 'O3@8h': O3, ...(counts && { 'O3@1h': highestOzone.mean }) };
  const values = mode === 'daily' ? { ...others, ...ozone } : valid;
  const { aqi, primary, missing } = computeIndex({ standard, mode, values });
  const withheld = findWithholding(aqi, valid, measured, () => date);
  return { aqi, primary, isWhole: missing.length === 0, missing: withheld };
}

/** Of equally frequent ones the first in the alphabet. */
function findMostFrequent(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}

/**
 * Whether the highest hours of ozone may change the index of a day before HJ 633-2026: none of them exceeds the highest
 * value of its day, so their mean is not above the mean of those values.
 */
export function mayOzoneHourCount(
  { date, means }: GroupMeans,
  highestValues: number | null,
  able: number,
): boolean {
  if (findChineseStandard(date) !== 'HJ 633-2012') return false;
  if (highestValues === null) return true;
  const { rows } = standards['HJ 633-2012'];
  const [hour, hours] = [rows.get('O3@1h'), rows.get('O3@8h')];
  // An 8-hour mean of too few sites does not count, so the hours decide alone.
  if (!hour || !hours || !means.O3 || !isEnough(means.O3.sites, able)) return true;
  const [most, found] = [computeSubIndex(hour, highestValues), computeSubIndex(hours, means.O3.mean)];
  return most === null || found === null || most > found;
}
