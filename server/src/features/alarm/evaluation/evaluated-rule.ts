import type { CompareMethod, RuleBasis, RuleType } from '@limpid/contract/alarm/alarm-rule';
import type { MapIndex } from '@limpid/contract/map/site-update';

/** The facts of a rule that decide when it raises an alarm. */
export interface EvaluatedRule {
  ruleId: number;
  ruleName: string;
  alarmType: RuleType;
  severity: string;
  channelId: number | null;
  slot: number | null;
  /** Of the channel; 0 for an index. */
  decimals: number;
  indexCode: MapIndex | null;
  basis: RuleBasis;
  compare: CompareMethod | null;
  threshold: number | null;
  siteLimit: boolean;
  rateMinutes: number | null;
  qualityKind: 'flat' | 'invalid' | null;
  windowHours: number | null;
  referenceKind: 'difference' | 'factor' | null;
  deadBand: number | null;
  forSeconds: number;
  clearSeconds: number;
  interval: number;
  intervalUnit: 's' | 'min' | 'h';
  remindMinutes: number;
}
