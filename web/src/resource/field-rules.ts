import type { FieldKind } from '@limpid/contract/kit/field';
import type { FormRule } from 'antd';
import type { TFunction } from 'i18next';
import type { NamedField } from './resource-fields.ts';

/** What "given" means for each kind of value; blanks alone are nothing. */
const ruleTypes: Partial<Record<FieldKind, FormRule & object>> = {
  integer: { type: 'number' },
  ref: { type: 'number' },
  refs: { type: 'array' },
  text: { whitespace: true },
  longText: { whitespace: true },
};

/** The facts of a field as rules of its form item, with texts that name the field. */
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
        message: t([`${key}_pattern`, 'errors.field.pattern'], { label }),
      });
  }
  if (field.kind === 'integer') {
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
