import { MINUTE_MS } from '@limpid/contract/durations';
import { packetKind, type Reading } from '../../reading/model.api.ts';
import type { SiteInput } from './alarm-input.store.ts';
import { type EvaluatedRule, slotOf } from './evaluated-rule.ts';
import { judgeValue } from './judge.rule.ts';
import { lateLimitMs, makeCondition, windowMs } from './settings.rule.ts';

/** The rules of a site on its readings, ready for each of them to be tested in passing. */
export interface SiteTests {
  reportInterval: number;
  realtime: readonly ValueTest[];
  minute: readonly ValueTest[];
}

interface ValueTest {
  slot: number;
  /** Whether a value can raise an alarm. */
  canRaise(value: number): boolean;
}

/** The tests of the rules that apply to a site; undefined if none is about readings. */
export function makeSiteTests(
  rules: readonly EvaluatedRule[],
  reportInterval: number,
  siteLimit: number | undefined,
): SiteTests | undefined {
  const listTests = (basis: 'realtime' | 'minute') =>
    rules.filter((rule) => rule.basis === basis).flatMap((rule) => makeTest(rule, siteLimit) ?? []);
  const tests = { reportInterval, realtime: listTests('realtime'), minute: listTests('minute') };
  return tests.realtime.length + tests.minute.length > 0 ? tests : undefined;
}

function makeTest(rule: EvaluatedRule, siteLimit: number | undefined): ValueTest | undefined {
  const slot = slotOf(rule);
  if (
    slot === null ||
    (rule.alarmType !== 'limit' && rule.alarmType !== 'rate' && rule.alarmType !== 'power')
  )
    return undefined;
  const condition = makeCondition(rule, siteLimit);
  if (!condition) return undefined;
  // A mean exceeds a limit only if one of its values does. Equality and rates of change need all values.
  const isCertain = rule.alarmType !== 'rate' && condition.compare !== 'eq' && condition.compare !== 'ne';
  return { slot, canRaise: isCertain ? (value) => judgeValue(condition, value) === 'met' : () => true };
}

/** Collects the readings of a batch with which rules have to be evaluated. */
export function collectInputs(
  readings: readonly Reading[],
  findTests: (siteId: number) => SiteTests | undefined,
  /** Whether a rule at this site is not in its normal state: then every value matters. */
  isOpen: (siteId: number) => boolean,
  now: number,
): Record<'realtime' | 'minute', SiteInput[]> {
  const found = { realtime: new Map<number, SiteInput>(), minute: new Map<number, SiteInput>() };
  for (const reading of readings) {
    const { siteId, kind } = reading;
    if (kind !== packetKind.realtime && kind !== packetKind.minute) continue;
    const tests = findTests(siteId);
    if (!tests) continue;
    const isWanted = isOpen(siteId);
    if (
      kind === packetKind.realtime &&
      (isWanted ? tests.realtime.length > 0 : canRaise(tests.realtime, reading))
    )
      addReading(found.realtime, reading, 'realtime', tests, now);
    if (isWanted ? tests.minute.length > 0 : canRaise(tests.minute, reading))
      addReading(found.minute, reading, 'minute', tests, now);
  }
  return { realtime: [...found.realtime.values()], minute: [...found.minute.values()] };
}

function canRaise(tests: readonly ValueTest[], { slots, values }: Reading): boolean {
  return tests.some(({ slot, canRaise: test }) => {
    const value = values[slots.indexOf(slot)];
    return value !== undefined && value !== null && test(value);
  });
}

function addReading(
  found: Map<number, SiteInput>,
  { siteId, ts }: Reading,
  basis: 'realtime' | 'minute',
  { reportInterval }: SiteTests,
  now: number,
): void {
  const firstAt = basis === 'minute' ? ts - (ts % MINUTE_MS) + windowMs(basis) : ts;
  const isLate = now - firstAt > lateLimitMs(basis, reportInterval);
  const liveFrom = isLate ? Number.POSITIVE_INFINITY : firstAt;
  addInput(found, { siteId, firstAt, liveFrom });
}

/** Joins the inputs of a site. */
export function addInput(found: Map<number, SiteInput>, input: SiteInput): void {
  const before = found.get(input.siteId);
  if (!before) found.set(input.siteId, input);
  else {
    before.firstAt = Math.min(before.firstAt, input.firstAt);
    before.liveFrom = Math.min(before.liveFrom, input.liveFrom);
  }
}
