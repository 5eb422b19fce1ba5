import { MINUTE_MS } from '@limpid/contract/durations';
import { type Hours, type Minutes, type RuleFinding, stepMsOf } from './finding.ts';

export interface RateLimits {
  /** The largest plausible change from one hour, or from one value within an hour, to the next. */
  change: number;
}

/** Further from the hour before than air can change. */
export function judgeRate(hours: Hours, at: number, { change }: RateLimits): RuleFinding | undefined {
  const [before, value] = [hours[at - 1] ?? Number.NaN, hours[at] ?? Number.NaN];
  return Math.abs(value - before) > change ? { value, low: before, high: before, span: 1 } : undefined;
}

/** The largest change between two values of an hour; across a gap the air may have changed slowly. */
export function judgeMinuteRate(
  { at, values }: Minutes,
  { change }: RateLimits,
  interval: number,
): RuleFinding | undefined {
  const stepMs = stepMsOf(interval);
  let [worst, largest] = [0, change];
  for (let index = 1; index < values.length; index++) {
    const changed = Math.abs((values[index] ?? Number.NaN) - (values[index - 1] ?? Number.NaN));
    if (changed <= largest || (at[index] ?? 0) - (at[index - 1] ?? 0) > stepMs) continue;
    [worst, largest] = [index, changed];
  }
  if (worst === 0) return undefined;
  const before = values[worst - 1] ?? null;
  const span = ((at[worst] ?? 0) - (at[worst - 1] ?? 0)) / MINUTE_MS;
  return { value: values[worst] ?? null, low: before, high: before, span };
}
