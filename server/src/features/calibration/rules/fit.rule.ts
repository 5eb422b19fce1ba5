import { fitLine } from '@limpid/aqi/statistics/regression';
import type { CorrectionLine, Pair } from './line.ts';
import { selectMedian } from './median.rule.ts';

export type FitMethod = 'ols' | 'theilSen' | 'deming' | 'ratio';

/** Reference = K · raw + B by a method; null where the pairs do not define one. */
export function fitPairs(pairs: readonly Pair[], method: FitMethod): CorrectionLine | null {
  return fits[method](pairs);
}

/** The share of the variance of the reference that a line explains; null without variation of one side. */
export function explainVariance(pairs: readonly Pair[]): { rSquared: number | null; isRising: boolean } {
  const line = leastSquares(pairs);
  return { rSquared: line?.rSquared ?? null, isRising: (line?.k ?? 0) > 0 };
}

const fits: Record<FitMethod, (pairs: readonly Pair[]) => CorrectionLine | null> = {
  ols: (pairs) => {
    const line = leastSquares(pairs);
    return line && { k: line.k, b: line.b };
  },
  theilSen: fitTheilSen,
  deming: fitDeming,
  ratio: fitRatio,
};

function leastSquares(pairs: readonly Pair[]): (CorrectionLine & { rSquared: number | null }) | null {
  const line = fitLine({
    x: pairs.map(({ raw }) => raw),
    y: pairs.map(({ reference }) => reference),
  });
  return line && { k: line.slope, b: line.intercept, rSquared: line.rSquared };
}

/** The median of the slopes between all pairs, which outliers on either side do not bend. */
function fitTheilSen(pairs: readonly Pair[]): CorrectionLine | null {
  const slopes = new Float64Array((pairs.length * (pairs.length - 1)) / 2);
  let count = 0;
  for (const [place, one] of pairs.entries()) {
    for (let other = place + 1; other < pairs.length; other++) {
      const { raw, reference } = pairs[other] ?? one;
      if (raw !== one.raw) slopes[count++] = (reference - one.reference) / (raw - one.raw);
    }
  }
  if (pairs.length < 3 || count === 0) return null;
  const k = selectMedian(slopes.subarray(0, count));
  return { k, b: selectMedian(Float64Array.from(pairs, ({ raw, reference }) => reference - k * raw)) };
}

/** The line with the least squares of the distances to it: both sides have errors of the same size. */
function fitDeming(pairs: readonly Pair[]): CorrectionLine | null {
  const [meanRaw, meanReference] = [mean(pairs, 'raw'), mean(pairs, 'reference')];
  let [xx, yy, xy] = [0, 0, 0];
  for (const { raw, reference } of pairs) {
    const [x, y] = [raw - meanRaw, reference - meanReference];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  if (pairs.length < 3 || xy === 0) return null;
  const k = (yy - xx + Math.sqrt((yy - xx) ** 2 + 4 * xy * xy)) / (2 * xy);
  return { k, b: meanReference - k * meanRaw };
}

function fitRatio(pairs: readonly Pair[]): CorrectionLine | null {
  const [meanRaw, meanReference] = [mean(pairs, 'raw'), mean(pairs, 'reference')];
  return pairs.length > 0 && meanRaw > 0 && meanReference > 0 ? { k: meanReference / meanRaw, b: 0 } : null;
}

function mean(pairs: readonly Pair[], side: 'raw' | 'reference'): number {
  return pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
}
