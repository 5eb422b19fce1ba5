import { findPollutant, toTableUnit } from '@limpid/aqi/pollutant';
import { alarmRule, type CompareMethod } from '@limpid/contract/alarm/alarm-rule';
import { targetFields } from '@limpid/contract/alarm/rule-fields';
import { fail } from '@limpid/contract/errors';
import { fieldLabel, localised } from '@limpid/contract/kit/resource';
import type { Requester, SheetImport, StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { makeNameReader } from '../../../crud/read-name.ts';
import { checkDepartment } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findRuleChannel } from './alarm-rule.store.ts';
import { type CheckedRule, checkRule, keepUsedFields, type UsedRule } from './check-rule.rule.ts';
import type { RuleChannel, RuleScope } from './rule.ts';
import { findTarget, listNamedRecords, listTargetLimits, listTargetTypes } from './rule-target.store.ts';

/** Columns beside the fields. */
export type RuleColumns = { hasChannel: boolean; compare: CompareMethod | null };
type RuleValues = WriteValues<typeof alarmRule, RuleColumns>;
type StoredRule = StoredRow<typeof alarmRule, RuleColumns>;

/** Checks a rule together with what is stored of it, and completes department and unused fields. */
export async function prepareRule(
  values: RuleValues,
  writer: Writer,
  before: StoredRule | undefined,
): Promise<void> {
  // A rule that has become invalid can still be disabled.
  if (before && Object.keys(values).every((name) => name === 'status') && values.status !== '0') return;
  const { rule, deptId } = await completeRule(writer.db, writer, { ...before, ...values }, before);
  Object.assign(values, rule, { deptId, hasChannel: rule.channelId !== null });
}

/** A rule that can be evaluated. */
export interface CompleteRule {
  rule: UsedRule;
  deptId: number;
  channel: RuleChannel | undefined;
}

/** The rule without unused fields, with its department and channel; refused if it is not valid. */
export async function completeRule(
  db: Database,
  requester: Requester,
  given: RuleValues,
  before?: StoredRule,
): Promise<CompleteRule> {
  const rule = keepUsedFields(readRule(given));
  const deptId = await findDepartment(db, requester, rule, given, before);
  const channel = rule.channelId === null ? undefined : await findRuleChannel(db, rule.channelId);
  const types = await listTargetTypes(db, { ...rule, deptId: deptId ?? 0 });
  const limitChannelId = types[0]?.channelIds[0];
  const limitChannel = limitChannelId === undefined ? undefined : await findRuleChannel(db, limitChannelId);
  const siteLimits = rule.siteLimit ? await listTargetLimits(db, { ...rule, deptId: deptId ?? 0 }) : [];
  const { language, scope } = requester;
  const target = await findTarget(db, scope, rule);
  checkRule(rule, {
    channel,
    types,
    siteLimits,
    isPublished: channel !== undefined && isPublished(channel),
    channelName: nameChannel(channel, language),
    limitChannelName: nameChannel(limitChannel, language),
    targetName: target ? localised({ ...target }, 'name', language) : '',
  });
  return { rule, deptId: deptId ?? fail('scope.denied'), channel };
}

/** Reference stations publish the pollutants of an index; a channel in another kind of unit is not compared with them. */
function isPublished({ gbCode, unit }: RuleChannel): boolean {
  const pollutant = findPollutant(gbCode);
  return pollutant !== undefined && toTableUnit(pollutant, 1, unit ?? '') !== null;
}

function nameChannel(channel: RuleChannel | undefined, language: Requester['language']): string {
  return channel ? localised({ ...channel }, 'channelName', language) : '';
}

/** Defaults stand in for what a new rule does not say. */
function readRule(given: RuleValues): CheckedRule {
  const empty = (value: string | null | undefined) => value?.trim() || null;
  return {
    alarmType: given.alarmType ?? 'limit',
    target: given.target ?? 'entity',
    siteId: given.siteId ?? null,
    entityId: given.entityId ?? null,
    entityGroup: empty(given.entityGroup),
    deviceTypeId: given.deviceTypeId ?? null,
    channelId: given.channelId ?? null,
    indexCode: given.indexCode ?? null,
    basis: given.basis ?? 'minute',
    compare: given.compare ?? null,
    threshold: given.threshold ?? null,
    siteLimit: given.siteLimit ?? false,
    rateMinutes: given.rateMinutes ?? null,
    qualityKind: given.qualityKind ?? null,
    windowHours: given.windowHours ?? null,
    referenceKind: given.referenceKind ?? null,
    deadBand: given.deadBand ?? null,
    forSeconds: given.forSeconds ?? 0,
    clearSeconds: given.clearSeconds ?? 0,
    interval: given.interval ?? 30,
    intervalUnit: given.intervalUnit ?? 'min',
  };
}

/**
 * The department of the site or entity. A rule for a group or a device type applies to the sites of one department: a
 * chosen one in the data scope, or the caller's own. Undefined if the rule names no target yet.
 */
async function findDepartment(
  db: Database,
  { scope, caller }: Requester,
  rule: CheckedRule,
  given: Pick<RuleScope, 'deptId'> | { deptId?: number | null },
  before: StoredRule | undefined,
): Promise<number | undefined> {
  const name = targetFields[rule.target];
  if (rule[name] === null) return undefined;
  const target = await findTarget(db, scope, rule);
  if (!target) {
    if (rule.target === 'group') fail('alarm_rule.group', { name: rule.entityGroup ?? '' }, name);
    fail('alarm_rule.target_gone', { label: fieldLabel(alarmRule, name) }, name);
  }
  if (target.deptId !== null) return target.deptId;
  const isShared = before?.target === 'group' || before?.target === 'deviceType';
  const chosen = before && !isShared && given.deptId === before.deptId ? null : given.deptId;
  const deptId = chosen ?? caller.deptId;
  if (deptId !== before?.deptId || !isShared) await checkDepartment(db, scope, deptId);
  return deptId ?? fail('scope.denied');
}

/** A sheet names targets and channels by code or name. */
export async function makeRuleSheetImport({
  db,
  scope,
}: Writer): Promise<SheetImport<typeof alarmRule, RuleColumns>> {
  const named = await listNamedRecords(db, scope);
  return {
    readers: {
      siteId: makeNameReader(alarmRule, 'siteId', named.siteId),
      entityId: makeNameReader(alarmRule, 'entityId', named.entityId),
      deviceTypeId: makeNameReader(alarmRule, 'deviceTypeId', named.deviceTypeId),
      channelId: makeNameReader(alarmRule, 'channelId', named.channelId),
    },
  };
}
