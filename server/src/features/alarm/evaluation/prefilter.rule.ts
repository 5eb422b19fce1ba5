import { MINUTE_MS } from '@limpid/contract/durations';
import { packetKind, type Reading } from '../../reading/model.api.ts';
import type { RuleInput } from './alarm-input.store.ts';
import { type EvaluatedRule, slotOf } from './evaluated-rule.ts';
import { judgeValue } from './judge.rule.ts';
import { lateLimitMs, longestLateMs, makeCondition, windowMs } from './settings.rule.ts';

type ReadingBasis = 'realtime' | 'minute';

/** The rules of a site on its readings, ready for each of them to be tested in passing. Sites with the same rules share it. */
export type ReadingTests = Readonly<Record<ReadingBasis, BasisTests | undefined>>;

interface BasisTests {
  ruleIds: ReadonlySet<number>;
  bySlot: readonly (SlotTests | undefined)[];
}

/** The tests of all rules on one channel. */
interface SlotTests {
  /** No value between these can raise an alarm, however many rules there are. */
  low: number;
  high: number;
  tests: readonly ValueTest[];
}

interface ValueTest {
  ruleId: number;
  low: number;
  high: number;
  /** Whether a value can raise an alarm. */
  canRaise(value: number): boolean;
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
  const [realtime, minute] = (['realtime', 'minute'] as const).map((basis) =>
    makeBasisTests(
      rules.filter((rule) => rule.basis === basis),
      siteLimit,
    ),
  );
  return realtime || minute ? { realtime, minute } : undefined;
}

function makeBasisTests(
  rules: readonly EvaluatedRule[],
  siteLimit: OwnLimit | undefined,
): BasisTests | undefined {
  const bySlot: SlotTests[] = [];
  const ruleIds = new Set<number>();
  for (const rule of rules) {
    const slot = slotOf(rule);
    const test = makeTest(rule, siteLimit?.channelId === rule.channelId ? siteLimit?.value : undefined);
    if (slot === null || !test) continue;
    const { low, high, tests } = bySlot[slot] ?? { low: -Infinity, high: Infinity, tests: [] };
    bySlot[slot] = {
      low: Math.max(low, test.low),
      high: Math.min(high, test.high),
      tests: [...tests, test],
    };
    ruleIds.add(rule.ruleId);
  }
  return ruleIds.size > 0 ? { bySlot, ruleIds } : undefined;
}

function makeTest(rule: EvaluatedRule, siteLimit: number | undefined): ValueTest | undefined {
  const { ruleId, alarmType, basis, channel } = rule;
  if (alarmType !== 'limit' && alarmType !== 'rate' && alarmType !== 'power') return undefined;
  const condition = makeCondition(rule, siteLimit);
  if (!condition) return undefined;
  const { compare, threshold } = condition;
  // A mean exceeds a limit only if one of its values does, but that of directions may lie outside of them.
  const isMeanBounded = basis === 'realtime' || channel?.dataType !== 'direction';
  const isUpper = compare === 'gt' || compare === 'ge';
  const isLower = compare === 'lt' || compare === 'le';
  // Equality and rates of change need all values.
  if (alarmType === 'rate' || !isMeanBounded || !(isUpper || isLower))
    return { ruleId, low: Infinity, high: -Infinity, canRaise: () => true };
  return {
    ruleId,
    low: isLower ? threshold : -Infinity,
    high: isUpper ? threshold : Infinity,
    canRaise: (value) => judgeValue(condition, value) === 'met',
  };
}

/** A site as far as its readings are tested. */
export interface TestedSite {
  reportInterval: number;
  tests: ReadingTests | undefined;
}

/** The rules of a site for which every value up to a moment matters, whether it can raise an alarm or not. */
type FindWatched = (siteId: number) => ReadonlyMap<number, number> | undefined;

/** Collects the rules that have to be evaluated with the readings of a batch. */
export function collectInputs(
  readings: readonly Reading[],
  findSite: (siteId: number) => TestedSite | undefined,
  findWatched: FindWatched,
  now: number,
): Record<ReadingBasis, RuleInput[]> {
  return collect(readings, findSite, now, ({ tests, reading, firstAt, add }) => {
    eachRaisable(tests, reading, add);
    const watched = findWatched(reading.siteId);
    if (watched)
      for (const [ruleId, until] of watched) if (firstAt <= until && tests.ruleIds.has(ruleId)) add(ruleId);
  });
}

/** Collects the rules on the channels of readings that were changed: what they said before may have raised an alarm. */
export function collectChanges(
  readings: readonly Reading[],
  findSite: (siteId: number) => TestedSite | undefined,
  now: number,
): Record<ReadingBasis, RuleInput[]> {
  return collect(readings, findSite, now, ({ tests, reading, firstAt, add }) => {
    if (firstAt <= now - longestLateMs) return;
    for (const slot of reading.slots) for (const { ruleId } of tests.bySlot[slot]?.tests ?? []) add(ruleId);
  });
}

interface TestedReading {
  tests: BasisTests;
  reading: Reading;
  firstAt: number;
  add(ruleId: number): void;
}

function collect(
  readings: readonly Reading[],
  findSite: (siteId: number) => TestedSite | undefined,
  now: number,
  test: (one: TestedReading) => void,
): Record<ReadingBasis, RuleInput[]> {
  const found = { realtime: new Map<string, RuleInput>(), minute: new Map<string, RuleInput>() };
  for (const reading of readings) {
    const { siteId, kind } = reading;
    if (kind !== packetKind.realtime && kind !== packetKind.minute) continue;
    const site = findSite(siteId);
    if (!site?.tests) continue;
    const { realtime, minute } = site.tests;
    const testFor = (basis: ReadingBasis, tests: BasisTests) => {
      const firstAt = windowEnd(basis, reading.ts);
      const isLate = now - firstAt > lateLimitMs(basis, site.reportInterval);
      const liveFrom = isLate ? Number.POSITIVE_INFINITY : firstAt;
      const add = (ruleId: number) => addInput(found[basis], { siteId, ruleId, firstAt, liveFrom });
      test({ tests, reading, firstAt, add });
    };
    if (realtime && kind === packetKind.realtime) testFor('realtime', realtime);
    if (minute) testFor('minute', minute);
  }
  return { realtime: [...found.realtime.values()], minute: [...found.minute.values()] };
}

/** The end of the window that a reading belongs to. */
function windowEnd(basis: ReadingBasis, ts: number): number {
  return basis === 'minute' ? ts - (ts % MINUTE_MS) + windowMs(basis) : ts;
}

/** Calls back with the rules whose alarm one of the values can raise. */
export function eachRaisable(
  { bySlot }: BasisTests,
  { slots, values }: Pick<Reading, 'slots' | 'values'>,
  add: (ruleId: number) => void,
): void {
  for (let index = 0; index < slots.length; index++) {
    const ofSlot = bySlot[slots[index] ?? 0];
    const value = values[index];
    if (!ofSlot || value === null || value === undefined) continue;
    if (value > ofSlot.low && value < ofSlot.high) continue;
    for (const { ruleId, canRaise } of ofSlot.tests) if (canRaise(value)) add(ruleId);
  }
}

/** Joins the inputs of a rule at a site. */
export function addInput<I extends RuleInput>(found: Map<string, I>, input: I): void {
  const key = `${input.siteId} ${input.ruleId}`;
  const before = found.get(key);
  if (!before) found.set(key, input);
  else {
    before.firstAt = Math.min(before.firstAt, input.firstAt);
    before.liveFrom = Math.min(before.liveFrom, input.liveFrom);
  }
}
