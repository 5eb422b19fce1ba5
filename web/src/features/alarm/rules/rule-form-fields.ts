import { type alarmRule, ruleTypes } from '@limpid/contract/alarm/alarm-rule';
import {
  conditionFields,
  listRequiredFields,
  listUsedFields,
  targetFields,
} from '@limpid/contract/alarm/rule-fields';
import type { RowOf } from '@limpid/contract/kit/row';
import type { TypedRule } from '../../../query/alarm-rules/describe-condition.ts';
import type { ResourceRow } from '../../../resource/row/row.ts';

/** The form has the fields that the type and the target use. */
export function isFieldShown(name: string, values: ResourceRow): boolean {
  const { rule, type } = readTyped(values);
  const target = Object.entries(targetFields).find(([, field]) => field === name)?.[0];
  if (target !== undefined) return rule.target === target;
  // One picker chooses the channel or the index.
  if (name === 'indexCode') return false;
  if (name === 'siteLimit') return type === 'limit' && !rule.indexCode;
  if (name === 'threshold' && type === 'limit' && rule.siteLimit) return false;
  if (name === 'basis' && rule.indexCode) return false;
  if (name === 'deadBand' && (rule.compare === 'eq' || rule.compare === 'ne')) return false;
  if (name === 'remindMinutes') return type !== 'offline';
  const used: readonly string[] = listUsedFields(type, rule);
  return used.includes(name) || !conditionFields.some((field) => field === name);
}

/** The target, and what the type cannot do without. */
export function isFieldRequired(name: string, values: ResourceRow): boolean {
  const { rule, type } = readTyped(values);
  if (Object.values(targetFields).some((field) => field === name)) return true;
  if (name === 'channelId' && type === 'limit') return !rule.indexCode;
  const required: readonly string[] = listRequiredFields(type, rule);
  return required.includes(name);
}

function readTyped(values: ResourceRow) {
  const rule = values as Partial<RowOf<typeof alarmRule>>;
  return { rule, type: ruleTypes.find((one) => one === rule.alarmType) ?? 'limit' };
}

/** The required fields of target and condition that are still empty, in the order of the form. */
export function listMissingFields(rule: TypedRule): string[] {
  const values: ResourceRow = rule;
  return [...Object.values(targetFields), ...conditionFields].filter((name) => {
    const isEmpty = values[name] === undefined || values[name] === null || values[name] === '';
    return isEmpty && isFieldShown(name, values) && isFieldRequired(name, values);
  });
}
