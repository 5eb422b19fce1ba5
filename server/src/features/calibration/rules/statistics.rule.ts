import { fitLine } from '@limpid/aqi/statistics/regression';
import type { CalibrationStatistics } from '@limpid/contract/calibration/result';
import type { CorrectionLine, Pair } from './line.ts';

/** The range of a channel, to which corrected values are limited. */
export interface ChannelRange {
  min: number | null;
  max: number | null;
}

/** What the platform makes of a raw value. */
function correctRaw(raw: number, { k, b }: CorrectionLine, { min, max }: ChannelRange): number {
  const value = k * raw + b;
  return Math.min(Math.max(value, min ?? Number.NEGATIVE_INFINITY), max ?? Number.POSITIVE_INFINITY);
}

/** How corrected values agree with the reference; the line has the reference as x, as the targets have it. */
export function compareWithReference(
  pairs: readonly Pair[],
  line: CorrectionLine,
  range: ChannelRange,
): CalibrationStatistics | null {
  const count = pairs.length;
  if (count === 0) return null;
  const corrected = pairs.map(({ raw }) => correctRaw(raw, line, range));
  const references = pairs.map(({ reference }) => reference);
  const errors = corrected.map((value, place) => value - (references[place] ?? 0));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const meanReference = mean(references);
  const rmse = Math.sqrt(mean(errors.map((error) => error * error)));
  const fitted = fitLine({ x: references, y: corrected });
  return {
    count,
    rSquared: fitted?.rSquared ?? null,
    slope: fitted?.slope ?? null,
    intercept: fitted?.intercept ?? null,
    bias: mean(errors),
    mae: mean(errors.map(Math.abs)),
    rmse,
    nrmse: meanReference > 0 ? (100 * rmse) / meanReference : null,
  };
}
