import { computeMean } from '@limpid/aqi/decimal';
import { fitLine, type Regression } from '@limpid/aqi/statistics/regression';
import { correlateAll } from '@limpid/aqi/statistics/similarity';
import { makeBoxPlot } from '@limpid/aqi/statistics/summary';
import type { ContrastMember, SiteContrast } from '@limpid/contract/analysis/contrast';
import { presentReading } from '../../reading/reading.api.ts';
import type { AveragingScale } from '../averaging-scale.rule.ts';

const maxOutliers = 50;

/** Valid values by their moment. */
export type ValueByTime = ReadonlyMap<number, number>;
type Column = readonly (number | null)[];

interface Comparison extends Omit<SiteContrast, 'members'> {
  /** The values of each member at all times. */
  columns: (number | null)[][];
}

/** Compares the values of members at the same times; other times have no values. */
export function compareMembers(members: readonly ValueByTime[], others: readonly number[] = []): Comparison {
  const times = [...new Set([...members.flatMap((one) => [...one.keys()]), ...others])].toSorted(
    (a, b) => a - b,
  );
  const columns = members.map((one) => times.map((ts) => one.get(ts) ?? null));
  const { r, counts, order } = correlateAll(columns);
  const eachPair = <V>(compare: (x: Column, y: Column) => V) =>
    columns.map((x) => columns.map((y) => compare(x, y)));
  return {
    ts: times,
    columns: columns.map((column) => column.map((value) => presentReading(value))),
    r: r.map((row) => row.map((cell) => (cell === null ? null : presentReading(cell)))),
    counts,
    order,
    lines: eachPair((x, y) => presentLine(fitLine({ x, y }))),
    differences: eachPair(meanDifference),
  };
}

/** The mean of y minus x over their common times. */
function meanDifference(x: Column, y: Column): number | null {
  const common = x.flatMap((a, position) => {
    const b = y[position] ?? null;
    return a === null || b === null ? [] : [b - a];
  });
  const mean = computeMean(common);
  return mean === null ? null : presentReading(mean);
}

function presentLine(line: Regression | null): SiteContrast['lines'][number][number] {
  if (!line) return null;
  const { count, slope, intercept, rSquared } = line;
  return {
    count,
    slope: presentReading(slope),
    intercept: presentReading(intercept),
    rSquared: presentReading(rSquared),
  };
}

/** The box plot of a member's values. */
export function describeSpread(values: readonly number[], scale: AveragingScale): ContrastMember['box'] {
  const box = makeBoxPlot(values);
  if (!box) return null;
  const { count, outliers, ...parts } = box;
  const mean = computeMean(values.map(scale.toLinear));
  const distance = (value: number) => Math.abs(value - box.median);
  const farthest = outliers.toSorted((a, b) => distance(b) - distance(a)).slice(0, maxOutliers);
  return {
    count,
    lowerWhisker: presentReading(parts.lowerWhisker),
    lowerQuartile: presentReading(parts.lowerQuartile),
    median: presentReading(parts.median),
    upperQuartile: presentReading(parts.upperQuartile),
    upperWhisker: presentReading(parts.upperWhisker),
    mean: mean === null ? null : presentReading(scale.fromLinear(mean)),
    outlierCount: outliers.length,
    outliers: farthest.map(presentReading),
  };
}
