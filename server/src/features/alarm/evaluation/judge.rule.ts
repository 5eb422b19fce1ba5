import type { CompareMethod } from '@limpid/contract/alarm/alarm-rule';
import { exceedsLimit, presentValue } from '../../reading/model.api.ts';
import type { Verdict } from './alarm-machine.rule.ts';

/** A condition on one number. */
export interface Condition {
  compare: CompareMethod;
  threshold: number;
  /** How far a value has to be on the normal side before the alarm can end. */
  deadBand: number;
  /** Values are equal if they are when shown: floats never are by chance. */
  decimals: number;
}

/** What a value says about a condition. */
export function judgeValue(condition: Condition, value: number): Verdict {
  const { compare, threshold, deadBand } = condition;
  if (isMet(condition, value)) return 'met';
  if (deadBand === 0) return 'normal';
  switch (compare) {
    case 'gt':
      return value <= presentValue(threshold - deadBand) ? 'normal' : 'between';
    case 'ge':
      return value < presentValue(threshold - deadBand) ? 'normal' : 'between';
    case 'lt':
      return value >= presentValue(threshold + deadBand) ? 'normal' : 'between';
    case 'le':
      return value > presentValue(threshold + deadBand) ? 'normal' : 'between';
    default:
      return 'normal';
  }
}

/** Whether any number from `low` to `high` can meet a condition. */
export function canMeet(condition: Condition, low: number, high: number): boolean {
  const { compare, threshold, decimals } = condition;
  if (isFallingCondition(condition)) return isMet(condition, low);
  if (compare !== 'eq' && compare !== 'ne') return isMet(condition, high);
  if (compare === 'ne') return isMet(condition, low) || isMet(condition, high);
  // Most ranges are far from the threshold, and rounding for display is slow.
  const unit = 10 ** -decimals;
  if (high < threshold - unit || low > threshold + unit) return false;
  return (
    roundTo(low, decimals) <= roundTo(threshold, decimals) &&
    roundTo(high, decimals) >= roundTo(threshold, decimals)
  );
}

/** Whether lower values are worse. */
export function isFallingCondition({ compare }: { compare: CompareMethod | null }): boolean {
  return compare === 'lt' || compare === 'le';
}

function isMet({ compare, threshold, decimals }: Condition, value: number): boolean {
  if (compare === 'eq') return isSame(value, threshold, decimals);
  if (compare === 'ne') return !isSame(value, threshold, decimals);
  return exceedsLimit(compare, value, threshold);
}

function isSame(value: number, other: number, decimals: number): boolean {
  return roundTo(value, decimals) === roundTo(other, decimals);
}

/** The number as it is shown. */
function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** A value and the end of its window. */
export interface TimedValue {
  at: number;
  value: number;
}

/**
 * The change over a period, one for each value that has another one at least that long before it. A change across a gap
 * longer than twice the period says nothing about the rate, so it is left out.
 */
export function listChanges(values: readonly TimedValue[], periodMs: number): TimedValue[] {
  const changes: TimedValue[] = [];
  let earlier = 0;
  for (const { at, value } of values) {
    while ((values[earlier + 1]?.at ?? Infinity) <= at - periodMs) earlier += 1;
    const before = values[earlier];
    if (!before || before.at > at - periodMs || before.at < at - 2 * periodMs) continue;
    changes.push({ at, value: presentValue(value - before.value) });
  }
  return changes;
}
