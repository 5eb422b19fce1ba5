import { computeMean } from '@limpid/aqi/decimal';
import { fitLine, type Regression } from '@limpid/aqi/statistics/regression';
import { correlateAll } from '@limpid/aqi/statistics/similarity';
import { makeBoxPlot } from '@limpid/aqi/statistics/summary';
import type { SiteContrast } from '@limpid/contract/analysis/contrast';
import { presentReading } from '../../reading/reading.api.ts';

/** Points of a scatter plot that a screen can show. */
const maxScatterPoints = 2000;
const maxOutliers = 50;

/** Valid values by their moment. */
export type ValueByTime = ReadonlyMap<number, number>;

/** Compares the values of sites at the same times. */
export function compareSites(sites: readonly ValueByTime[]): Omit<SiteContrast, 'sites'> {
  const times = [...new Set(sites.flatMap((site) => [...site.keys()]))].toSorted((a, b) => a - b);
  const columns = sites.map((site) => times.map((ts) => site.get(ts) ?? null));
  const { r, counts, order } = correlateAll(columns);
  const present = r.map((row) => row.map((cell) => (cell === null ? null : presentReading(cell))));
  return { r: present, counts, order, pair: comparePair(times, columns[0] ?? [], columns[1] ?? []) };
}

type Column = readonly (number | null)[];

function comparePair(times: readonly number[], x: Column, y: Column): SiteContrast['pair'] {
  const common = times.flatMap((ts, position) => {
    const [a, b] = [x[position], y[position]];
    return a == null || b == null ? [] : [{ ts, a, b }];
  });
  const step = Math.max(1, Math.ceil(common.length / maxScatterPoints));
  const shown = common.filter((_, position) => position % step === 0);
  const difference = computeMean(common.map(({ a, b }) => b - a));
  return {
    ts: shown.map(({ ts }) => ts),
    x: shown.map(({ a }) => presentReading(a)),
    y: shown.map(({ b }) => presentReading(b)),
    total: common.length,
    line: presentLine(fitLine({ x, y })),
    difference: difference === null ? null : presentReading(difference),
  };
}

function presentLine(line: Regression | null): SiteContrast['pair']['line'] {
  if (!line) return null;
  const { count, slope, intercept, rSquared } = line;
  return {
    count,
    slope: presentReading(slope),
    intercept: presentReading(intercept),
    rSquared: presentReading(rSquared),
  };
}

/** The box plot of a site's values. */
export function describeSpread(values: readonly number[]): SiteContrast['sites'][number]['box'] {
  const box = makeBoxPlot(values);
  if (!box) return null;
  const { count, outliers, ...parts } = box;
  const distance = (value: number) => Math.abs(value - box.median);
  const farthest = outliers.toSorted((a, b) => distance(b) - distance(a)).slice(0, maxOutliers);
  return {
    count,
    lowerWhisker: presentReading(parts.lowerWhisker),
    lowerQuartile: presentReading(parts.lowerQuartile),
    median: presentReading(parts.median),
    upperQuartile: presentReading(parts.upperQuartile),
    upperWhisker: presentReading(parts.upperWhisker),
    mean: presentReading(computeMean(values)),
    outlierCount: outliers.length,
    outliers: farthest.map(presentReading),
  };
}
