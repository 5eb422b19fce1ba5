import type { AlarmState, MachineSettings, Signal } from './alarm-machine.rule.ts';
import type { RulePlace } from './alarm-state.store.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';

/** A rule at a site that is due, with the values to evaluate it with. */
export interface DueRule {
  siteId: number;
  rule: EvaluatedRule;
  settings: MachineSettings;
  limit: number | null;
  /** The end of the earliest new window; undefined if only time has passed. */
  firstAt: number | undefined;
  /** Nothing before this moment is evaluated again. */
  earliest: number;
  liveFrom: number;
  /** All judged values after `startOf`. */
  signals: readonly Signal[];
}

/** A state after an evaluation. */
export interface EvaluatedState extends RulePlace {
  /** Up to where it has used values; undefined if it was removed. */
  settledAt: number | undefined;
  /** Up to where every value matters; undefined if it was removed. */
  watchedUntil: number | undefined;
  isWatchChanged: boolean;
}

/** Up to where a state has used values. */
export function settledAt({ last, since }: AlarmState): number {
  return Math.max(last?.at ?? 0, since);
}

export function placeOf({ siteId, rule }: Pick<DueRule, 'siteId' | 'rule'>): RulePlace {
  return { siteId, ruleId: rule.ruleId };
}

/** Identifies a rule at a site. */
export function keyOf({ siteId, ruleId }: RulePlace): string {
  return `${siteId} ${ruleId}`;
}
