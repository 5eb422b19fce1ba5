import {
  type CronField,
  type CronFields,
  type CronPart,
  cronBounds,
  parseCron,
} from '@limpid/contract/monitor/cron';

export type CronKind = CronField['kind'];

const usual: readonly CronKind[] = ['every', 'range', 'step', 'list'];

/** The kinds of each field, in display order. */
export const cronKinds: Readonly<Record<CronPart, readonly CronKind[]>> = {
  second: usual,
  minute: usual,
  hour: usual,
  day: [...usual, 'none', 'nearWorkday', 'lastDay', 'lastWorkday'],
  month: usual,
  week: [...usual, 'none', 'nthWeekday', 'lastWeekday'],
  year: ['none', ...usual],
};

/** Every night: the initial expression of the editor. */
export const firstExpression = '0 0 3 * * ?';

/** The fields of an expression; those of the initial one if it is invalid. */
export function readCronFields(expression: string): { fields: CronFields; isRead: boolean } {
  const parsed = parseCron(expression);
  if ('fields' in parsed) return { fields: parsed.fields, isRead: true };
  const first = parseCron(firstExpression);
  if ('problem' in first) throw new Error('The first expression cannot be read');
  return { fields: first.fields, isRead: expression.trim() === '' };
}

/** Changes one field. Exactly one of day and week is specified: setting one clears the other. */
export function changeField(fields: CronFields, part: CronPart, field: CronField): CronFields {
  const changed = { ...fields, [part]: field };
  const other = part === 'day' ? 'week' : part === 'week' ? 'day' : undefined;
  if (!other) return changed;
  if (field.kind !== 'none') return { ...changed, [other]: { kind: 'none' } };
  return changed[other].kind === 'none' ? { ...changed, [other]: { kind: 'every' } } : changed;
}

/** The initial value of a kind. */
export function beginKind(part: CronPart, kind: CronKind, thisYear: number): CronField {
  const min = part === 'year' ? thisYear : cronBounds[part][0];
  switch (kind) {
    case 'range':
      return { kind, from: min, to: min + 1 };
    case 'step':
      return { kind, from: min, every: 1 };
    case 'list':
      return { kind, values: [min] };
    case 'nearWorkday':
      return { kind, day: 1 };
    case 'lastWeekday':
      return { kind, weekday: 2 };
    case 'nthWeekday':
      return { kind, weekday: 2, nth: 1 };
    default:
      return { kind };
  }
}
