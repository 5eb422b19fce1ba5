import type { FieldKind } from '@limpid/contract/kit/field';
import { patternProblem } from '@limpid/contract/kit/schema';
import type { FormRule } from 'antd';
import type { TFunction } from 'i18next';
import type { NamedField } from '../fields/resource-fields.ts';
import { findPartProblem } from './part-rules.ts';

/** The rule of a required value by kind; white space counts as empty. */
const ruleTypes: Partial<Record<FieldKind, FormRule & object>> = {
  integer: { type: 'number' },
  number: { type: 'number' },
  ref: { type: 'number' },
  refs: { type: 'array' },
  text: { whitespace: true },
  longText: { whitespace: true },
};

/** The validation rules of a field; their messages name the field. */
export function fieldRules({ field, label: key }: NamedField, t: TFunction): FormRule[] {
  const label = t(key);
  const rules: FormRule[] = [];
  if (field.required) {
    const message = t('errors.field.required', { label });
    rules.push({
      required: true,
      message,
      ...ruleTypes[field.kind],
    });
  }
  if (field.kind === 'text' || field.kind === 'longText') {
    rules.push({ max: field.max, message: t('errors.field.max', { label, limit: field.max }) });
    if (field.pattern)
      rules.push({
        pattern: new RegExp(field.pattern, 'u'),
        message: t([`${key}_pattern`, `errors.${patternProblem(field.pattern)}`], { label }),
      });
  }
  if (field.kind === 'secret') rules.push(secretRule(field, t, key));
  if (field.kind === 'parts') {
    rules.push({ validator: (_, parts) => refuse(findPartProblem(field.of, parts ?? [], t)) });
  }
  if (field.kind === 'number' && field.problem) {
    const message = t(`errors.${field.problem}`);
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
    rules.push({
      validator: (_, value) => refuse(isNumberWithin(value, min, max) ? undefined : message),
    });
  } else if (field.kind === 'integer' || field.kind === 'number') {
    if (field.kind === 'integer')
      rules.push({ type: 'integer', message: t('errors.field.integer', { label }) });
    if (field.min !== undefined)
      rules.push({
        type: 'number',
        min: field.min,
        message: t('errors.field.min_value', { label, limit: field.min }),
      });
    if (field.max !== undefined)
      rules.push({
        type: 'number',
        max: field.max,
        message: t('errors.field.max_value', { label, limit: field.max }),
      });
  }
  return rules;
}

function refuse(problem: string | undefined): Promise<void> {
  return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem));
}

/** Accepts numbers typed as text; an empty value is left to the rule "required". */
function isNumberWithin(value: unknown, min: number, max: number): boolean {
  if (value === undefined || value === null || value === '') return true;
  const text = String(value).trim();
  return /^[+-]?\d+(\.\d+)?$/.test(text) && Number(text) >= min && Number(text) <= max;
}

/** Checks typed text only: a stored secret is unknown here. */
function secretRule(
  { max, pattern }: { max: number; pattern?: string },
  t: TFunction,
  key: string,
): FormRule {
  const label = t(key);
  return {
    validator: (_, value) => {
      if (typeof value !== 'string') return Promise.resolve();
      if (value.length > max) return refuse(t('errors.field.max', { label, limit: max }));
      const fits = !pattern || new RegExp(pattern, 'u').test(value);
      return refuse(fits ? undefined : t([`${key}_pattern`, 'errors.field.pattern'], { label }));
    },
  };
}
