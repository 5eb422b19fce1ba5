import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { dataRule } from '@limpid/contract/quality/data-rule';
import {
  hasMinutes,
  limitFields,
  listRequiredLimits,
  listUsedLimits,
} from '@limpid/contract/quality/rule-limits';
import type { Requester, SheetImport, StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { makeNameReader } from '../../../crud/read-name.ts';
import { checkDepartment } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  findSiteDepartment,
  findStation,
  hasChannel,
  listNamed,
  queueExcludedHours,
} from './data-rule.store.ts';

type RuleValues = WriteValues<typeof dataRule>;
type StoredRule = StoredRow<typeof dataRule>;

/** Checks a rule together with what is stored of it, and empties the limits that its test does not use. */
export async function prepareDataRule(
  values: RuleValues,
  writer: Writer,
  before: StoredRule | undefined,
): Promise<void> {
  // A rule that has become invalid can still be disabled.
  if (before && Object.keys(values).every((name) => name === 'status') && values.status !== '0') return;
  Object.assign(values, await completeDataRule(writer.db, writer, { ...before, ...values }, before));
}

const isExcludingRule = ({ status, counts }: { status?: string | null; counts?: boolean | null }) =>
  status === '0' && counts === false;

/** Hours that a rule no longer leaves out count again with their next roll-up. */
export async function letExcludedHoursIn(
  db: Database,
  ruleId: number,
  before: StoredRule | undefined,
  given: RuleValues | null,
): Promise<void> {
  if (!before || !isExcludingRule(before)) return;
  if (given === null || !isExcludingRule({ ...before, ...given })) await queueExcludedHours(db, ruleId);
}

/** What a rule is stored with beside the values given; refused if the rule is not valid or reaches further than the person. */
export async function completeDataRule(
  db: Database,
  requester: Requester,
  given: RuleValues,
  before?: StoredRule,
): Promise<RuleValues> {
  const test = given.test ?? 'range';
  const basis = given.basis ?? 'hour';
  const label = (name: string) => fieldLabel(dataRule, name);
  if (basis === 'minute' && !hasMinutes(test)) fail('data_rule.basis', {}, 'basis');
  const used = new Set(listUsedLimits(test, basis));
  const limits = Object.fromEntries(
    limitFields.map((name) => [name, used.has(name) ? (given[name] ?? null) : null]),
  );
  for (const name of listRequiredLimits(test))
    if (limits[name] === null || limits[name] === '') fail('field.required', { label: label(name) }, name);
  checkLimits({ ...given, ...limits, test, basis });
  if (!(await hasChannel(db, given.channelId ?? 0))) fail('data_rule.channel', {}, 'channelId');
  if (typeof limits['otherChannelId'] === 'number' && !(await hasChannel(db, limits['otherChannelId'])))
    fail('data_rule.channel', {}, 'otherChannelId');
  const stationCode = String(limits['stationCode'] ?? '').trim() || null;
  if (stationCode !== null) await checkStation(db, stationCode, given.siteId ?? null);
  const deptId = await findDepartment(db, requester, given, before);
  return { ...limits, stationCode, deptId, test, basis };
}

async function checkStation(db: Database, code: string, siteId: number | null): Promise<void> {
  if (!siteId) fail('data_rule.station_site', {}, 'stationCode');
  const station = await findStation(db, code, siteId);
  if (!station) fail('data_rule.station', {}, 'stationCode');
  if (station.invented) fail('data_rule.station_simulated', {}, 'stationCode');
}

function checkLimits(rule: RuleValues): void {
  const { minValue = null, maxValue = null, neighbourKm = null, stationCode = null } = rule;
  if (rule.test === 'range') {
    if (minValue === null && maxValue === null) fail('data_rule.no_limit', {}, 'maxValue');
    if (minValue !== null && maxValue !== null && minValue >= maxValue)
      fail('data_rule.order', {}, 'maxValue');
  }
  const isLong =
    rule.basis === 'hour' && (rule.test === 'flat' || rule.test === 'missing') && (rule.span ?? 0) > 24;
  if (isLong) fail('data_rule.span', {}, 'span');
  if (rule.test === 'flat' && (rule.span ?? 0) < 2) fail('data_rule.flat_span', {}, 'span');
  if (rule.test === 'relation' && rule.channelId === rule.otherChannelId)
    fail('data_rule.same_channel', {}, 'otherChannelId');
  if (rule.test === 'difference' && neighbourKm === null && !stationCode)
    fail('data_rule.no_comparison', {}, 'neighbourKm');
}

/** The department of the bound site; a template has a chosen one in the data scope, or the caller's own. */
async function findDepartment(
  db: Database,
  { scope, caller }: Requester,
  { siteId, deptId }: RuleValues,
  before: StoredRule | undefined,
): Promise<number> {
  if (siteId) return (await findSiteDepartment(db, scope, siteId)) ?? fail('scope.denied', {}, 'siteId');
  const chosen = deptId ?? before?.deptId ?? caller.deptId ?? fail('scope.denied', {}, 'deptId');
  if (chosen !== before?.deptId) await checkDepartment(db, scope, chosen);
  return chosen;
}

/** A sheet names sites, channels, departments and device types by code or name. */
export async function makeDataRuleImport({ db, scope }: Writer): Promise<SheetImport<typeof dataRule>> {
  const named = await listNamed(db, scope);
  return {
    readers: {
      siteId: makeNameReader(dataRule, 'siteId', named.sites),
      deptId: makeNameReader(dataRule, 'deptId', named.departments),
      deviceTypeId: makeNameReader(dataRule, 'deviceTypeId', named.deviceTypes),
      channelId: makeNameReader(dataRule, 'channelId', named.channels),
      otherChannelId: makeNameReader(dataRule, 'otherChannelId', named.channels),
    },
  };
}
