import { alarmRule, type RuleType, ruleTypes } from '@limpid/contract/alarm/alarm-rule';
import {
  type ConditionField,
  listRequiredFields,
  listUsedFields,
  targetFields,
} from '@limpid/contract/alarm/rule-fields';
import { DAY_SECONDS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { RuleChannel, RuleCondition, RuleScope } from './rule.ts';

/** The fields of a rule that depend on each other. */
export type CheckedRule = Omit<RuleCondition, 'channel' | 'alarmType' | 'remindMinutes'> &
  Omit<RuleScope, 'deptId'> & { alarmType: string };

/** A rule of a known type without unused fields. */
export type UsedRule = CheckedRule & { alarmType: RuleType };

/** A device type at the target of a rule, with its channels in order. */
export interface TargetType {
  channelIds: readonly number[];
}

/** What is stored about the things that a rule names, with names in the language of the reader. */
export interface RuleFacts {
  /** Undefined if the rule has no channel. */
  channel: RuleChannel | undefined;
  channelName: string;
  targetName: string;
  /** The device types of the sites that the rule is for; empty if there are none yet. */
  types: readonly TargetType[];
  /** The name of the first channel of the device types, to which the limits of sites apply. */
  limitChannelName: string;
  /** The own limits of the sites that the rule is for. */
  siteLimits: readonly number[];
  /** Whether reference stations publish hours of the channel. */
  isPublished: boolean;
}

const maxIntervalSeconds = 30 * DAY_SECONDS;
const unitSeconds = { s: 1, min: 60, h: 3600 } as const;
/** The scales of indices; that of the United States goes on beyond its end. */
const indexScales: Record<NonNullable<CheckedRule['indexCode']>, readonly [min: number, max: number]> = {
  china: [0, 500],
  us: [0, 500],
  europe: [1, 6],
  atmo: [1, 6],
};
/** A supply of low voltage has at most so many volts (IEC 60038). */
const maxSupplyVolts = 1000;
/** A greater multiple of a reference station is a slip of the keyboard. */
const maxFactor = 1000;

/** Empties the fields that the type and the target of a rule do not use. */
export function keepUsedFields(rule: CheckedRule): UsedRule {
  const type = requireType(rule.alarmType);
  const used = new Set(listUsedFields(type, rule));
  const keep = <K extends Exclude<ConditionField, 'siteLimit' | 'basis'>>(name: K) =>
    used.has(name) ? rule[name] : null;
  const siteLimit = used.has('siteLimit') && rule.siteLimit;
  const isHourly = type === 'quality' || type === 'reference';
  return {
    ...rule,
    alarmType: type,
    channelId: keep('channelId'),
    indexCode: keep('indexCode'),
    basis: isHourly ? 'hour' : type === 'offline' || type === 'device' ? 'minute' : rule.basis,
    compare: keep('compare'),
    siteLimit,
    threshold: siteLimit ? null : keep('threshold'),
    rateMinutes: keep('rateMinutes'),
    qualityKind: keep('qualityKind'),
    windowHours: keep('windowHours'),
    referenceKind: keep('referenceKind'),
    deadBand: keep('deadBand'),
    siteId: rule.target === 'site' ? rule.siteId : null,
    entityId: rule.target === 'entity' ? rule.entityId : null,
    entityGroup: rule.target === 'group' ? rule.entityGroup : null,
    deviceTypeId: rule.target === 'deviceType' ? rule.deviceTypeId : null,
  };
}

function requireType(given: string): RuleType {
  const type = ruleTypes.find((one) => one === given);
  return type ?? fail('field.choice', { label: fieldLabel(alarmRule, 'alarmType') }, 'alarmType');
}

/** Refuses a rule that could never be evaluated, never be met or never end. Its unused fields are empty already. */
export function checkRule(rule: CheckedRule, facts: RuleFacts): void {
  const type = requireType(rule.alarmType);
  requireFields(rule, [targetFields[rule.target], ...listRequiredFields(type, rule)]);
  checkSubject(rule);
  checkChannel(rule, facts);
  checkThreshold(type, rule, facts);
  checkRate(type, rule, facts);
  checkReach(type, rule, facts);
  checkDeadBand(type, rule, facts);
  if (rule.interval * unitSeconds[rule.intervalUnit] > maxIntervalSeconds)
    fail('alarm_rule.interval', { days: 30 }, 'interval');
}

function requireFields(rule: CheckedRule, names: readonly (keyof CheckedRule)[]): void {
  const missing = names.find((name) => rule[name] === null || rule[name] === '');
  if (missing) fail('field.required', { label: fieldLabel(alarmRule, missing) }, missing);
}

/** A limit is for a channel or for an index; an index exists for hours only and has no limit of the site. */
function checkSubject({ alarmType, channelId, indexCode, basis, siteLimit }: CheckedRule): void {
  if (alarmType !== 'limit') return;
  if ((channelId === null) === (indexCode === null)) fail('alarm_rule.channel_or_index', {}, 'channelId');
  if (indexCode === null) return;
  if (basis !== 'hour') fail('alarm_rule.index_hour', {}, 'basis');
  if (siteLimit) fail('alarm_rule.index_limit', {}, 'siteLimit');
}

function checkChannel({ alarmType, channelId, siteLimit }: CheckedRule, facts: RuleFacts): void {
  if (channelId === null) return;
  const { channel, types, channelName, targetName, limitChannelName, isPublished } = facts;
  if (!channel) fail('alarm_rule.channel_gone', {}, 'channelId');
  if (alarmType === 'reference' && !isPublished)
    fail('alarm_rule.not_published', { channel: channelName }, 'channelId');
  if (types.length === 0) return;
  if (!types.some(({ channelIds }) => channelIds.includes(channelId)))
    fail('alarm_rule.not_measured', { target: targetName, channel: channelName }, 'channelId');
  if (siteLimit && !types.some(({ channelIds }) => channelIds[0] === channelId))
    fail('alarm_rule.site_limit', { channel: channelName, other: limitChannelName }, 'siteLimit');
}

/** The values that a rule compares lie between these. */
function findRange(
  type: RuleType,
  rule: Pick<CheckedRule, 'indexCode' | 'referenceKind'>,
  channel: RuleChannel | undefined,
): readonly [min: number, max: number] {
  if (type === 'quality') return [0, 100];
  if (rule.indexCode !== null) return indexScales[rule.indexCode];
  if (rule.referenceKind === 'factor') return [0, maxFactor];
  if (type === 'power' && !channel) return [0, maxSupplyVolts];
  const min = channel?.minValue ?? Number.NEGATIVE_INFINITY;
  const max = channel?.maxValue ?? Number.POSITIVE_INFINITY;
  const isDifference = type === 'rate' || rule.referenceKind === 'difference';
  return isDifference ? [min - max, max - min] : [min, max];
}

function checkThreshold(type: RuleType, rule: CheckedRule, { channel, channelName }: RuleFacts): void {
  const { threshold } = rule;
  if (threshold === null) return;
  const [min, max] = findRange(type, rule, channel);
  if (threshold >= min && threshold <= max) return;
  if (!channel || rule.referenceKind === 'factor') {
    const label = fieldLabel(alarmRule, 'threshold');
    if (threshold < min) fail('field.min_value', { label, limit: min }, 'threshold');
    fail('field.max_value', { label, limit: max }, 'threshold');
  }
  const key =
    max === Number.POSITIVE_INFINITY
      ? 'alarm_rule.threshold_below'
      : min === Number.NEGATIVE_INFINITY
        ? 'alarm_rule.threshold_above'
        : 'alarm_rule.threshold_range';
  fail(
    key,
    { channel: channelName, value: threshold, min, max, unit: unitOf(type, rule, channel) },
    'threshold',
  );
}

/** A change by nothing, as that of a constant value, must be normal; directions have no greater and smaller. */
function checkRate(type: RuleType, { threshold, compare }: CheckedRule, { channel }: RuleFacts): void {
  if (type !== 'rate' || threshold === null) return;
  if (channel?.dataType === 'direction') fail('alarm_rule.rate_direction', {}, 'channelId');
  if ((compare === 'gt' || compare === 'ge') && threshold <= 0)
    fail('alarm_rule.rate_rising', {}, 'threshold');
  if ((compare === 'lt' || compare === 'le') && threshold >= 0)
    fail('alarm_rule.rate_falling', {}, 'threshold');
}

/** Within the range of the values, some must meet the condition and some must not. */
function checkReach(type: RuleType, rule: CheckedRule, { channel }: RuleFacts): void {
  const { threshold } = rule;
  const isAbove = type === 'reference' || type === 'quality';
  // Without a channel a threshold for the power supply is the lowest voltage.
  const compare = isAbove ? 'gt' : type === 'power' && !channel ? 'lt' : rule.compare;
  if (threshold === null || compare === null) return;
  const [min, end] = findRange(type, rule, channel);
  const max = rule.indexCode === 'us' || rule.referenceKind === 'factor' ? Infinity : end;
  if ((compare === 'gt' && threshold >= max) || (compare === 'lt' && threshold <= min))
    fail('alarm_rule.never_met', {}, 'threshold');
  const isFactor = rule.referenceKind === 'factor' && threshold <= 0;
  if ((compare === 'ge' && threshold <= min) || (compare === 'le' && threshold >= max) || isFactor)
    fail('alarm_rule.always_met', {}, 'threshold');
}

/** Beyond the range of the channel no value would end the alarm. */
function checkDeadBand(type: RuleType, rule: CheckedRule, { channel, siteLimits }: RuleFacts): void {
  const { deadBand, threshold, compare } = rule;
  if (deadBand === null || deadBand === 0) return;
  if (compare === 'eq' || compare === 'ne') fail('alarm_rule.dead_band_equal', {}, 'deadBand');
  const [min, max] = findRange(type, rule, channel);
  const isFalling = compare === 'lt' || compare === 'le';
  // Without limits of sites yet, the whole range is the bound.
  const limit = threshold ?? (isFalling ? Math.max(min, ...siteLimits) : Math.min(max, ...siteLimits));
  const room = isFalling ? max - limit : limit - min;
  if (deadBand < room) return;
  fail('alarm_rule.dead_band', { limit: shorten(room), unit: unitOf(type, rule, channel) }, 'deadBand');
}

function unitOf(
  type: RuleType,
  rule: Pick<CheckedRule, 'referenceKind'>,
  channel: RuleChannel | undefined,
): string {
  if (type === 'quality') return '%';
  return rule.referenceKind === 'factor' ? '' : (channel?.unit ?? '');
}

/** Without the digits that subtracting floats leaves behind. */
function shorten(value: number): number {
  return Number(value.toPrecision(12));
}
