import { MINUTE_MS } from '@limpid/contract/durations';
import { presentValue } from '../../reading/model.api.ts';
import { type EvaluatedRule, slotOf } from './evaluated-rule.ts';
import { type Condition, canMeet, isFallingCondition } from './judge.rule.ts';
import { makeCondition } from './settings.rule.ts';
import {
  minuteWindow,
  openWindowPlan,
  shapeRateWindow,
  type Window,
  type WindowPlan,
} from './value-windows.rule.ts';

export type ReadingBasis = 'realtime' | 'minute';

/** The rules of a site on its readings, ready for each of them to be tested in passing. Sites with the same rules share it. */
export interface ReadingTests extends Readonly<Record<ReadingBasis, BasisTests | undefined>> {
  /** The windows that the tests need; undefined if every value is tested alone. */
  plan: WindowPlan | undefined;
}

export interface BasisTests {
  ruleIds: ReadonlySet<number>;
  bySlot: readonly (SlotTests | undefined)[];
}

/** The tests of all rules on one channel. */
export interface SlotTests {
  /** No value between these meets one of the limits, however many there are. */
  low: number;
  high: number;
  limits: RangeTest[];
  /** Other tests of one value. */
  others: RangeTest[];
  /** Tests of all values of a window. */
  windowed: { window: Window; tests: RangeTest[] }[];
}

/** Tells whether values can raise the alarm of a rule. It may say so wrongly, but never the opposite. */
export interface RangeTest {
  ruleId: number;
  /** Whether values from `low` to `high` can. */
  canRaise(low: number, high: number): boolean;
}

/** The own limit of a site, and the channel that it is for. */
export interface OwnLimit {
  channelId: number;
  value: number;
}

/** The tests of rules; undefined if none is about readings. */
export function makeReadingTests(
  rules: readonly EvaluatedRule[],
  siteLimit: OwnLimit | undefined,
): ReadingTests | undefined {
  const plan = openWindowPlan();
  const [realtime, minute] = (['realtime', 'minute'] as const).map((basis) => {
    const ofBasis = rules.filter((rule) => rule.basis === basis);
    return makeBasisTests(ofBasis, basis, siteLimit, plan);
  });
  return realtime || minute ? { realtime, minute, plan: plan.finish() } : undefined;
}

function makeBasisTests(
  rules: readonly EvaluatedRule[],
  basis: ReadingBasis,
  siteLimit: OwnLimit | undefined,
  plan: ReturnType<typeof openWindowPlan>,
): BasisTests | undefined {
  const bySlot: SlotTests[] = [];
  const ruleIds = new Set<number>();
  for (const rule of rules) {
    const slot = slotOf(rule);
    const isTested = rule.alarmType === 'limit' || rule.alarmType === 'rate' || rule.alarmType === 'power';
    const ownLimit = siteLimit?.channelId === rule.channelId ? siteLimit?.value : undefined;
    const condition = isTested ? makeCondition(rule, ownLimit) : undefined;
    if (slot === null || !condition) continue;
    bySlot[slot] ??= { low: -Infinity, high: Infinity, limits: [], others: [], windowed: [] };
    addTest(bySlot[slot], rule, condition, (shape) => plan.add(slot, basis, shape));
    ruleIds.add(rule.ruleId);
  }
  return ruleIds.size > 0 ? { bySlot, ruleIds } : undefined;
}

/** Rounding to the digits of stored values moves a value by less than this part of it. */
const digitError = 1e-6;
/** Averaging sound levels by energy leaves an error in their last digits. */
const levelError = 1e-6;

/** A value as the evaluation reads it from the store. */
const asEvaluated = (value: number) => presentValue(Math.fround(value));

function addTest(
  ofSlot: SlotTests,
  { ruleId, alarmType, basis, channel, rateMinutes }: EvaluatedRule,
  condition: Condition,
  addWindow: (shape: Pick<Window, 'spanMs' | 'back'>) => Window,
): void {
  const isMean = basis === 'minute';
  const error = isMean && channel?.dataType === 'level' ? levelError : 0;
  const addWindowed = (shape: Pick<Window, 'spanMs' | 'back'>, test: RangeTest) => {
    const window = addWindow(shape);
    const known = ofSlot.windowed.find((one) => one.window === window);
    if (known) known.tests.push(test);
    else ofSlot.windowed.push({ window, tests: [test] });
  };
  // The mean of directions may lie outside of them.
  if (isMean && channel?.dataType === 'direction') ofSlot.others.push({ ruleId, canRaise: () => true });
  else if (alarmType === 'rate') {
    const shape = shapeRateWindow((rateMinutes ?? 1) * MINUTE_MS, isMean ? 'minute' : 'realtime');
    addWindowed(shape, {
      ruleId,
      canRaise(low, high) {
        const range = presentValue(asEvaluated(high) - asEvaluated(low)) + 2 * error;
        return canMeet(condition, -range, range);
      },
    });
  } else {
    const test: RangeTest = {
      ruleId,
      canRaise: (low, high) => canMeet(condition, asEvaluated(low) - error, asEvaluated(high) + error),
    };
    // A mean exceeds a limit, or differs from a number, only if one of its values does; it equals a number also between
    // values on both sides.
    if (condition.compare === 'ne' || (condition.compare === 'eq' && !isMean)) ofSlot.others.push(test);
    else if (condition.compare === 'eq') addWindowed(minuteWindow, test);
    else {
      ofSlot.limits.push(test);
      const { threshold } = condition;
      const margin = error + digitError * Math.abs(threshold);
      if (isFallingCondition(condition)) ofSlot.low = Math.max(ofSlot.low, threshold + margin);
      else ofSlot.high = Math.min(ofSlot.high, threshold - margin);
    }
  }
}

/** Every test of a channel. */
export function listTests({ limits, others, windowed }: SlotTests): RangeTest[] {
  return [...limits, ...others, ...windowed.flatMap(({ tests }) => tests)];
}

/** The rules that are tested with windows. */
export function listWindowedRules(tests: BasisTests | undefined): number[] {
  return (tests?.bySlot ?? []).flatMap(
    (ofSlot) => ofSlot?.windowed.flatMap((one) => one.tests.map(({ ruleId }) => ruleId)) ?? [],
  );
}
