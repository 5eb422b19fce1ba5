import type {
  CompareMethod,
  RuleBasis,
  RuleTarget,
  RuleType,
  ruleIndices,
  Severity,
} from '@limpid/contract/alarm/alarm-rule';

/** The channel of a rule, with what is needed to read, compare and show its values. */
export interface RuleChannel {
  channelId: number;
  channelCode: string;
  gbCode: string;
  channelName: string;
  channelNameEn: string | null;
  channelNameFr: string | null;
  dataType: string;
  slot: number;
  unit: string | null;
  decimals: number;
  minValue: number | null;
  maxValue: number | null;
}

/** What a rule watches, where fields that its type does not use are null. */
export interface RuleCondition {
  alarmType: RuleType;
  channelId: number | null;
  channel: RuleChannel | null;
  indexCode: (typeof ruleIndices)[number] | null;
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

/** The sites that a rule is for. */
export interface RuleScope {
  target: RuleTarget;
  siteId: number | null;
  entityId: number | null;
  entityGroup: string | null;
  deviceTypeId: number | null;
  /** The rule applies to sites of this department and of those below it. */
  deptId: number;
}

/** A stored rule. */
export interface Rule extends RuleCondition, RuleScope {
  ruleId: number;
  ruleName: string;
  severity: Severity;
  status: '0' | '1';
  /** Why the rule cannot be evaluated. */
  problem: 'channel' | null;
  lastAlarm: Date | null;
  /** When the rule was created, or last enabled or changed, in epoch milliseconds; null before it is stored. */
  inForceSince: number | null;
  simulated: boolean;
}

/** A site as rules see it. */
export interface RuleSite {
  siteId: number;
  entityId: number;
  entityGroup: string | null;
  deviceTypeId: number;
  /** Seconds between two reports. */
  reportInterval: number;
  /** The department of its entity and all those above. */
  departments: readonly number[];
}
