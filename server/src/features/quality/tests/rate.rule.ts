import type { Hours, RuleFinding } from './finding.ts';

export interface RateLimits {
  /** The largest plausible change from one hour, or minute, to the next. */
  change: number;
}

/** Further from the hour before than air can change. */
export function judgeRate(hours: Hours, at: number, { change }: RateLimits): RuleFinding | undefined {
  const [before, value] = [hours[at - 1] ?? Number.NaN, hours[at] ?? Number.NaN];
  return Math.abs(value - before) > change ? { value, low: before, high: before, span: 1 } : undefined;
}

/** The largest change between two minutes of an hour. */
export function judgeMinuteRate(values: readonly number[], { change }: RateLimits): RuleFinding | undefined {
  let worst: RuleFinding | undefined;
  let largest = change;
  for (const [index, value] of values.entries()) {
    const before = values[index - 1] ?? value;
    if (Math.abs(value - before) <= largest) continue;
    largest = Math.abs(value - before);
    worst = { value, low: before, high: before, span: 1 };
  }
  return worst;
}
