import type { RuleFinding } from './finding.ts';

export interface RangeLimits {
  minValue: number | null;
  maxValue: number | null;
}

/** Below the lowest or above the highest plausible value. */
export function judgeRange(
  value: number,
  { minValue: low, maxValue: high }: RangeLimits,
): RuleFinding | undefined {
  const isOutside = (low !== null && value < low) || (high !== null && value > high);
  return isOutside ? { value, low, high, span: null } : undefined;
}

/** The value of an hour's minutes that is furthest outside the limits. */
export function judgeMinuteRange(values: readonly number[], limits: RangeLimits): RuleFinding | undefined {
  let worst: RuleFinding | undefined;
  let furthest = 0;
  for (const value of values) {
    const { minValue, maxValue } = limits;
    const beyond = Math.max((minValue ?? value) - value, value - (maxValue ?? value));
    if (beyond <= furthest) continue;
    furthest = beyond;
    worst = judgeRange(value, limits);
  }
  return worst;
}
