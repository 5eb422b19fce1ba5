import { MINUTE_MS } from '@limpid/contract/durations';
import { packetKind, type Reading } from '../../reading/model.api.ts';
import type { RuleInput } from './alarm-input.store.ts';
import { type BasisTests, listTests, type ReadingBasis, type ReadingTests } from './reading-tests.rule.ts';
import { lateLimitMs, longestLateMs, windowMs } from './settings.rule.ts';
import { extendWindow, type SiteWindows, type ValueWindows } from './value-windows.rule.ts';

/** A site as far as its readings are tested. */
export interface TestedSite {
  reportInterval: number;
  tests: ReadingTests | undefined;
}

/** The rules of a site for which every value up to a moment matters, whether it can raise an alarm or not. */
type FindWatched = (siteId: number) => ReadonlyMap<number, number> | undefined;
type FindSite = (siteId: number) => TestedSite | undefined;

/** Collects the rules that have to be evaluated with the readings of a batch. */
export function collectInputs(
  readings: readonly Reading[],
  findSite: FindSite,
  findWatched: FindWatched,
  windows: ValueWindows,
  now: number,
): Record<ReadingBasis, RuleInput[]> {
  return collect(readings, findSite, now, (site, tests, reading, firstAt, add) => {
    const plan = site.tests?.plan;
    eachRaisable(tests, reading, plan && windows.find(reading.siteId, plan, reading.ts, now), add);
    const watched = findWatched(reading.siteId);
    if (watched)
      for (const [ruleId, until] of watched) if (firstAt <= until && tests.ruleIds.has(ruleId)) add(ruleId);
  });
}

/** Collects the rules on the channels of readings that were changed: what they said before may have raised an alarm. */
export function collectChanges(
  readings: readonly Reading[],
  findSite: FindSite,
  now: number,
): Record<ReadingBasis, RuleInput[]> {
  return collect(readings, findSite, now, (_site, { bySlot }, reading, firstAt, add) => {
    if (firstAt <= now - longestLateMs) return;
    for (const slot of reading.slots)
      if (bySlot[slot]) for (const { ruleId } of listTests(bySlot[slot])) add(ruleId);
  });
}

/** Adds the rules that a reading concerns. It is called for every reading, so it gets no objects of its own. */
type TestReading = (
  site: TestedSite,
  tests: BasisTests,
  reading: Reading,
  firstAt: number,
  add: (ruleId: number) => void,
) => void;

function collect(
  readings: readonly Reading[],
  findSite: FindSite,
  now: number,
  test: TestReading,
): Record<ReadingBasis, RuleInput[]> {
  const collectBasis = (basis: ReadingBasis): RuleInput[] => {
    const found = new Map<string, RuleInput>();
    let [siteId, reportInterval, firstAt] = [0, 0, 0];
    const add = (ruleId: number) => {
      const isLate = now - firstAt > lateLimitMs(basis, reportInterval);
      addInput(found, { siteId, ruleId, firstAt, liveFrom: isLate ? Number.POSITIVE_INFINITY : firstAt });
    };
    for (const reading of readings) {
      if (
        reading.kind !== packetKind.realtime &&
        (basis === 'realtime' || reading.kind !== packetKind.minute)
      )
        continue;
      const site = findSite(reading.siteId);
      const tests = site?.tests?.[basis];
      if (!tests) continue;
      siteId = reading.siteId;
      reportInterval = site.reportInterval;
      firstAt = windowEnd(basis, reading.ts);
      test(site, tests, reading, firstAt, add);
    }
    return [...found.values()];
  };
  return { realtime: collectBasis('realtime'), minute: collectBasis('minute') };
}

/** The end of the window that a reading belongs to. */
function windowEnd(basis: ReadingBasis, ts: number): number {
  return basis === 'minute' ? ts - (ts % MINUTE_MS) + windowMs(basis) : ts;
}

/** Calls back with the rules whose alarm a reading can raise. Without windows that is every rule that needs one. */
function eachRaisable(
  { bySlot }: BasisTests,
  { slots, values, ts }: Reading,
  site: SiteWindows | undefined,
  add: (ruleId: number) => void,
): void {
  for (let index = 0; index < slots.length; index++) {
    const ofSlot = bySlot[slots[index] ?? 0];
    if (!ofSlot) continue;
    const value = values[index] ?? null;
    if (value !== null) {
      if (value <= ofSlot.low || value >= ofSlot.high)
        for (const { ruleId, canRaise } of ofSlot.limits) if (canRaise(value, value)) add(ruleId);
      for (const { ruleId, canRaise } of ofSlot.others) if (canRaise(value, value)) add(ruleId);
    }
    for (const { window, tests } of ofSlot.windowed) {
      const isKnown = site !== undefined && extendWindow(site, window, ts, value);
      for (const { ruleId, canRaise } of tests) if (!isKnown || canRaise(site.low, site.high)) add(ruleId);
    }
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
