import type { Field } from '@limpid/contract/kit/field';
import type { TFunction } from 'i18next';
import type { ResourceRow } from '../row/row.ts';

/** Whether a required value is missing. */
export function isMissing(field: Field, value: unknown): boolean {
  const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return field.required === true && isEmpty;
}

/** The message for the first invalid field of the parts. */
export function findPartProblem(
  of: Readonly<Record<string, Field>>,
  parts: readonly ResourceRow[],
  t: TFunction,
): string | undefined {
  for (const part of parts) {
    for (const [name, field] of Object.entries(of)) {
      const label = t(field.label ?? name);
      const value = part[name];
      if (isMissing(field, value)) return t('errors.field.required', { label });
      if (typeof value === 'string' && 'pattern' in field && field.pattern && value !== '') {
        if (!new RegExp(field.pattern, 'u').test(value)) return t('errors.field.pattern', { label });
      }
      if (typeof value !== 'number' || field.kind !== 'number') continue;
      const { min, max } = field;
      if (min !== undefined && value < min) return t('errors.field.min_value', { label, limit: min });
      if (max !== undefined && value > max) return t('errors.field.max_value', { label, limit: max });
    }
  }
  return undefined;
}
