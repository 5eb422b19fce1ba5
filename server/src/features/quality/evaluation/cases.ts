import type { QualityTest } from '@limpid/contract/quality/data-rule';
import type { Connection } from '../../../platform/db/transaction.ts';
import type { Hours, RuleFinding } from '../tests/finding.ts';
import { readFindings, type StoredFlag } from './flag.store.ts';
import { centre, findWindowPlace, type HourWindow, lineOf, momentOf, reachHours } from './hour-window.ts';
import { asksNeighbours, judgeStoredHour } from './judge-hours.rule.ts';
import type { Neighbours } from './neighbours.ts';
import type { QualityRule } from './quality-rule.ts';

/** A rule at one hour of a site. */
export interface Case {
  siteId: number;
  rule: QualityRule;
  place: number;
}

/** The hours, from the changed one on, whose verdict depends on it. */
const reach: Record<QualityTest, readonly [from: number, to: number]> = {
  range: [0, 0],
  spike: [-2, reachHours],
  flat: [-reachHours, reachHours],
  rate: [0, 1],
  missing: [-reachHours, reachHours],
  relation: [0, 0],
  difference: [0, 0],
};

/** The rules of a site at the changed hour, and at those around it whose verdict depends on it. */
export function listOwnCases(
  siteId: number,
  rules: readonly QualityRule[],
  changed: ReadonlySet<number> | undefined,
): Case[] {
  return rules.flatMap((rule): Case[] => {
    if (rule.basis === 'minute' || !changed?.has(rule.slot)) return [{ siteId, rule, place: centre }];
    const [from, to] = reach[rule.test];
    const cases: Case[] = [];
    for (let place = centre + from; place <= centre + to; place++) cases.push({ siteId, rule, place });
    return cases;
  });
}

/** Lists rules at the sites around, whose verdicts may have become others: those that have found something, and differences. */
export function openAskingCases(
  rules: readonly QualityRule[],
  bySite: (siteId: number) => readonly QualityRule[],
  neighbours: Neighbours,
): (client: Connection, hour: number, changed: ReadonlySet<number>) => Promise<Case[]> {
  const kilometres = [...new Set(rules.filter(asksNeighbours).map(({ neighbourKm }) => neighbourKm ?? 0))];
  return async (client, hour, changed) => {
    const cases: Case[] = [];
    for (const km of kilometres) {
      const asking = neighbours.asking(changed, km);
      if (asking.size === 0) continue;
      const ofKm = rules.filter((rule) => asksNeighbours(rule) && rule.neighbourKm === km);
      const ids = ofKm.filter(({ test }) => test !== 'difference').map(({ ruleId }) => ruleId);
      const bounds = [momentOf(hour, centre - reachHours), momentOf(hour, centre + reachHours + 1)] as const;
      for (const { siteId, ruleId, at } of await readFindings(client, [...asking], ids, bounds)) {
        const rule = bySite(siteId).find((one) => one.ruleId === ruleId);
        if (rule) cases.push({ siteId, rule, place: findWindowPlace(hour, at) });
      }
      if (ids.length === ofKm.length) continue;
      for (const siteId of asking)
        for (const rule of bySite(siteId))
          if (rule.test === 'difference' && rule.neighbourKm === km)
            cases.push({ siteId, rule, place: centre });
    }
    return cases;
  };
}

/** Whether the neighbours decide; for a site around, whose hours are not read yet, they are read in any case. */
export function needsNeighbours(window: HourWindow, { siteId, rule, place }: Case): boolean {
  if (rule.basis === 'minute' || !asksNeighbours(rule)) return false;
  if (rule.test === 'difference' || !window.lines.has(siteId)) return true;
  const alone = { other: undefined, neighbours: () => [] };
  return judgeStoredHour(rule, lineOf(window, siteId, rule.slot), place, alone) !== undefined;
}

interface CaseFacts {
  neighbours: Neighbours;
  /** By rule. */
  references: ReadonlyMap<number, Hours>;
  /** By site and rule. */
  minutes: ReadonlyMap<string, RuleFinding>;
}

export const minuteKey = (siteId: number, ruleId: number) => `${siteId} ${ruleId}`;

/** The flag of a case; undefined if there is nothing to flag. */
export function judgeCase(
  hour: number,
  window: HourWindow,
  { siteId, rule, place }: Case,
  { neighbours, references, minutes }: CaseFacts,
): StoredFlag | undefined {
  const { slot, ruleId, ruleName, ruleNameEn, ruleNameFr, test, basis } = rule;
  const named = { ruleId, ruleName, ruleNameEn, ruleNameFr };
  const hours = lineOf(window, siteId, slot);
  if (Number.isNaN(hours[place] ?? Number.NaN) && test !== 'missing') return undefined;
  const around = () => {
    const reference = references.get(ruleId);
    if (rule.stationCode !== null) return reference ? [reference] : [];
    return neighbours.of(siteId, rule.neighbourKm ?? 0).map((id) => lineOf(window, id, slot));
  };
  const other = rule.otherSlot === null ? undefined : lineOf(window, siteId, rule.otherSlot);
  const verdict =
    basis === 'minute'
      ? minutes.get(minuteKey(siteId, ruleId))
      : judgeStoredHour(rule, hours, place, { other, neighbours: around });
  if (!verdict) return undefined;
  const { value, low, high, span } = verdict;
  const found = { value, low, high, span };
  // A gap has no value that could count.
  const counts = rule.counts || test === 'missing';
  const state = 'shared' in verdict && verdict.shared ? 'shared' : 'open';
  return { siteId, at: momentOf(hour, place), slot, ...named, test, basis, ...found, counts, state };
}
