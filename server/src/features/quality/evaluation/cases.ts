import type { Connection } from '../../../platform/db/transaction.ts';
import type { Hours, RuleFinding } from '../tests/finding.ts';
import { turnRelation } from '../tests/relation.rule.ts';
import { readFindings, type StoredFlag } from './flag.store.ts';
import { centre, findWindowPlace, type HourWindow, lineOf, momentOf } from './hour-window.ts';
import { asksNeighbours, judgeStoredHour } from './judge-hours.rule.ts';
import type { Neighbours } from './neighbours.ts';
import type { QualityRule } from './quality-rule.ts';
import { reach, reachHours } from './reach.rule.ts';

/** A rule at some hours of a site. */
export interface Case {
  siteId: number;
  rule: QualityRule;
  /** Places in the window, both included. */
  first: number;
  last: number;
}

const onlyCentre = { first: centre, last: centre };

/** The rules of a site at the changed hour, and at those around it whose verdict depends on it. */
export function listOwnCases(
  siteId: number,
  rules: readonly QualityRule[],
  changed: ReadonlySet<number> | undefined,
): Case[] {
  return rules.map((rule) => {
    // A gap has no hour of its own that could be rebuilt, so the hours beside it judge it in any case.
    const isReached = rule.test === 'missing' || changed?.has(rule.slot);
    if (rule.basis === 'minute' || !isReached) return { siteId, rule, ...onlyCentre };
    const { before, after } = reach[rule.test];
    return { siteId, rule, first: centre - before, last: centre + after };
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
        const place = findWindowPlace(hour, at);
        if (rule) cases.push({ siteId, rule, first: place, last: place });
      }
      if (ids.length === ofKm.length) continue;
      for (const siteId of asking)
        for (const rule of bySite(siteId))
          if (rule.test === 'difference' && rule.neighbourKm === km)
            cases.push({ siteId, rule, ...onlyCentre });
    }
    return cases;
  };
}

/** Hours whose verdict the neighbours decide; at a site around, whose hours are not read yet, all of the case. */
export function listUndecided(window: HourWindow, one: Case): Case[] {
  const { siteId, rule } = one;
  if (rule.test === 'difference' || !window.lines.has(siteId)) return [one];
  const hours = lineOf(window, siteId, rule.slot);
  const undecided: Case[] = [];
  const alone = { other: undefined, neighbours: () => [] };
  for (let place = one.first; place <= one.last; place++)
    if (judgeStoredHour(rule, hours, place, alone))
      undecided.push({ siteId, rule, first: place, last: place });
  return undecided;
}

export const needsNeighbours = ({ rule }: Case) => rule.basis !== 'minute' && asksNeighbours(rule);

/** By hour, the sites whose hour is still to be rolled up. */
export type WaitingHours = Map<number, Set<number>>;

interface CaseFacts {
  neighbours: Neighbours;
  /** By rule. */
  references: ReadonlyMap<number, Hours>;
  /** By site and rule. */
  minutes: ReadonlyMap<string, RuleFinding>;
  waiting: WaitingHours;
}

export const minuteKey = (siteId: number, ruleId: number) => `${siteId} ${ruleId}`;

/** The flags of a case; an inversion flags both channels. */
export function judgeCase(
  hour: number,
  window: HourWindow,
  { siteId, rule, first, last }: Case,
  { neighbours, references, minutes, waiting }: CaseFacts,
): StoredFlag[] {
  const { slot, ruleId, ruleName, ruleNameEn, ruleNameFr, test, basis } = rule;
  const named = { ruleId, ruleName, ruleNameEn, ruleNameFr };
  const hours = lineOf(window, siteId, slot);
  const around = () => {
    const reference = references.get(ruleId);
    if (rule.stationCode !== null) return reference ? [reference] : [];
    return neighbours.of(siteId, rule.neighbourKm ?? 0).map((id) => lineOf(window, id, slot));
  };
  const other = rule.otherSlot === null ? undefined : lineOf(window, siteId, rule.otherSlot);
  // A gap has no value that could count.
  const counts = rule.counts || test === 'missing';
  const flags: StoredFlag[] = [];
  for (let place = first; place <= last; place++) {
    const isEmpty = Number.isNaN(hours[place] ?? Number.NaN);
    const at = momentOf(hour, place);
    if (isEmpty && (test !== 'missing' || waiting.get(at)?.has(siteId))) continue;
    const verdict =
      basis === 'minute'
        ? minutes.get(minuteKey(siteId, ruleId))
        : judgeStoredHour(rule, hours, place, { other, neighbours: around });
    if (!verdict) continue;
    const { value, low, high, span } = verdict;
    const state = 'shared' in verdict && verdict.shared ? 'shared' : 'open';
    const found = { test, basis, value, low, high, span, counts, state } as const;
    const flag = { siteId, at, slot, ...named, ...found };
    flags.push(flag);
    if (test === 'relation' && rule.otherSlot !== null)
      flags.push({ ...flag, slot: rule.otherSlot, ...turnRelation(verdict) });
  }
  return flags;
}

/** Tells whether a stored flag was judged again. */
export function openJudged(hour: number, cases: readonly Case[]): (flag: StoredFlag) => boolean {
  let byRule: Map<string, Case[]> | undefined;
  return ({ siteId, ruleId, at }) => {
    byRule ??= Map.groupBy(cases, (one) => `${one.siteId} ${one.rule.ruleId}`);
    const place = findWindowPlace(hour, at);
    const found = byRule.get(`${siteId} ${ruleId}`) ?? [];
    return found.some(({ first, last }) => place >= first && place <= last);
  };
}
