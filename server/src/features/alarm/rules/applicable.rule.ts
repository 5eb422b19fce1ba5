import type { CompareMethod } from '@limpid/contract/alarm/alarm-rule';
import type { Rule, RuleSite } from './rule.ts';

/** What decides whether a rule applies to a site. */
export type CandidateRule = Pick<
  Rule,
  | 'alarmType'
  | 'channelId'
  | 'indexCode'
  | 'compare'
  | 'qualityKind'
  | 'status'
  | 'problem'
  | 'target'
  | 'siteId'
  | 'entityId'
  | 'entityGroup'
  | 'deviceTypeId'
  | 'deptId'
>;

export interface AppliedRule<R extends CandidateRule = Rule> {
  rule: R;
  /** Rules with the same subject are about the same thing. */
  subject: string;
}

/** A rule for a site, and why it does not apply there; `by` is a rule with a more specific target. */
export interface ExplainedRule<R extends CandidateRule = Rule> {
  rule: R;
  why: 'disabled' | 'problem' | 'replaced' | null;
  by: R | null;
}

/**
 * The rules that apply to each site: enabled, complete and of its department or one above. Of rules about the same thing
 * only those of the most specific target apply. Sites without rules are left out.
 */
export function resolveRules<R extends CandidateRule>(
  rules: readonly R[],
  sites: readonly RuleSite[],
): Map<number, readonly AppliedRule<R>[]> {
  const find = indexRules(rules.filter(isUsable));
  // Sites of the same entity and type share all rules but their own.
  const shared = new Map<string, readonly AppliedRule<R>[]>();
  const found = new Map<number, readonly AppliedRule<R>[]>();
  for (const site of sites) {
    const key = `${site.entityId} ${site.deviceTypeId} ${site.departments.join()} ${site.entityGroup ?? ''}`;
    const others = shared.get(key) ?? keepMostSpecific(find.ofGroups(site));
    shared.set(key, others);
    const applied = replaceBy(find.ofSite(site), others);
    if (applied.length > 0) found.set(site.siteId, applied);
  }
  return found;
}

/** Every rule that targets the site, in the given order, with the reason for which it does not apply. */
export function explainRules<R extends CandidateRule>(
  rules: readonly R[],
  site: RuleSite,
): ExplainedRule<R>[] {
  const find = indexRules(rules);
  const candidates = new Map(
    [find.ofSite(site), ...find.ofGroups(site)].flat().map((one) => [one.rule, one.subject]),
  );
  const applied = resolveRules([...candidates.keys()], [site]).get(site.siteId) ?? [];
  const winners = new Map(applied.map(({ rule, subject }) => [subject, rule]));
  const kept = new Set(applied.map(({ rule }) => rule));
  return rules
    .filter((rule) => candidates.has(rule))
    .map((rule): ExplainedRule<R> => {
      if (rule.status !== '0') return { rule, why: 'disabled', by: null };
      if (rule.problem !== null) return { rule, why: 'problem', by: null };
      if (kept.has(rule)) return { rule, why: null, by: null };
      return { rule, why: 'replaced', by: winners.get(candidates.get(rule) ?? '') ?? null };
    });
}

function isUsable({ status, problem }: CandidateRule): boolean {
  return status === '0' && problem === null;
}

/** Finds the rules that target a site without looking at all of them. */
function indexRules<R extends CandidateRule>(rules: readonly R[]) {
  const all = rules.map((rule): AppliedRule<R> => ({ rule, subject: describeSubject(rule) }));
  const byTarget = Map.groupBy(all, ({ rule }) => rule.target);
  const bySite = Map.groupBy(byTarget.get('site') ?? [], ({ rule }) => rule.siteId);
  const byEntity = Map.groupBy(byTarget.get('entity') ?? [], ({ rule }) => rule.entityId);
  const byGroup = Map.groupBy(byTarget.get('group') ?? [], ({ rule }) => rule.entityGroup);
  const byType = Map.groupBy(byTarget.get('deviceType') ?? [], ({ rule }) => rule.deviceTypeId);
  const within = (site: RuleSite, found: readonly AppliedRule<R>[] | undefined) =>
    found?.filter(({ rule }) => site.departments.includes(rule.deptId)) ?? [];
  return {
    ofSite: (site: RuleSite) => within(site, bySite.get(site.siteId)),
    /** From the most to the least specific target. */
    ofGroups: (site: RuleSite) => [
      within(site, byEntity.get(site.entityId)),
      site.entityGroup === null ? [] : within(site, byGroup.get(site.entityGroup)),
      within(site, byType.get(site.deviceTypeId)),
    ],
  };
}

/** `targets` are the rules of one target each, from the most to the least specific. */
function keepMostSpecific<R extends CandidateRule>(
  targets: readonly (readonly AppliedRule<R>[])[],
): readonly AppliedRule<R>[] {
  return targets.reduce(replaceBy, []);
}

/** Adds the less specific rules whose subject no more specific rule has. */
function replaceBy<R extends CandidateRule>(
  specific: readonly AppliedRule<R>[],
  general: readonly AppliedRule<R>[],
): readonly AppliedRule<R>[] {
  if (specific.length === 0) return general;
  const subjects = new Set(specific.map(({ subject }) => subject));
  return [...specific, ...general.filter(({ subject }) => !subjects.has(subject))];
}

const directions: Record<CompareMethod, string> = {
  gt: 'up',
  ge: 'up',
  lt: 'down',
  le: 'down',
  eq: 'equal',
  ne: 'unequal',
};

function describeSubject(rule: CandidateRule): string {
  const { alarmType, channelId, indexCode, compare, qualityKind } = rule;
  const direction = compare === null ? '' : directions[compare];
  return `${alarmType} ${channelId ?? indexCode ?? ''} ${direction} ${qualityKind ?? ''}`;
}
