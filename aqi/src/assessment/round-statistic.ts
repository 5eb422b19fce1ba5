import { roundHalfEven } from '../decimal.ts';
import type { IndexPollutant } from '../pollutant.ts';
import { type AssessmentStandard, assessmentStandards } from './assessment-standard.ts';

type Edition = AssessmentStandard['edition'];

const noiseDecimals = 9;

/**
 * A statistic without the noise of binary fractions. Days are quotients of 20 to 24 hours, which no decimal holds: a mean
 * or a percentile that is exactly 12.5 may come out as 12.500000000000002, and would be rounded up.
 */
export function removeNoise(value: number): number {
  return roundHalfEven(value, noiseDecimals);
}

/** A statistic as the edition publishes it: GB/T 8170, once, from the unrounded value. */
export function roundStatistic(
  pollutant: IndexPollutant,
  value: number | null,
  edition: Edition,
): number | null {
  const { decimals } = assessmentStandards[edition].rules;
  return value === null ? null : roundHalfEven(removeNoise(value), decimals.value[pollutant]);
}

/** The composite index or one of its parts as the edition publishes it. */
export function roundCompositeIndex(value: number | null, edition: Edition): number | null {
  const { indexDecimals } = assessmentStandards[edition].rules;
  return value === null ? null : roundHalfEven(removeNoise(value), indexDecimals.value);
}
