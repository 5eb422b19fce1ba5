import type { CompareMethod, RuleBasis } from '@limpid/contract/alarm/alarm-rule';
import type { Rule, RuleCondition } from '../rules/rule.ts';

/** The facts of a rule that decide when it raises an alarm; the preview has them before the rule is stored. */
export type EvaluatedRule = RuleCondition & Pick<Rule, 'ruleId' | 'ruleName' | 'severity' | 'inForceSince'>;

/** The slot of the channel that the rule is about; null for an index or the whole site. */
export function slotOf({ channel }: Pick<Rule, 'channel'>): number | null {
  return channel?.slot ?? null;
}

/** Rules on what stations report of themselves: faults, and their power supply if no channel measures it. */
export function isAboutReports({ alarmType, channelId }: Pick<Rule, 'alarmType' | 'channelId'>): boolean {
  return alarmType === 'device' || (alarmType === 'power' && channelId === null);
}

/** The values that a rule is judged by: data quality and reference stations always by hours. */
export function basisOf({ alarmType, basis }: Pick<Rule, 'alarmType' | 'basis'>): RuleBasis {
  return alarmType === 'quality' || alarmType === 'reference' ? 'hour' : basis;
}

/** How a rule compares values with its threshold; reports about the power supply tell of a voltage that is too low. */
export function compareOf(rule: Pick<Rule, 'alarmType' | 'channelId' | 'compare'>): CompareMethod | null {
  if (rule.alarmType === 'reference' || rule.alarmType === 'quality') return 'gt';
  return rule.alarmType === 'power' && rule.channelId === null ? 'lt' : rule.compare;
}
