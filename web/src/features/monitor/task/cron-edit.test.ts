import { type CronPart, cronParts, formatCron, parseCron } from '@limpid/contract/monitor/cron';
import { describe, expect, it } from 'vitest';
import { beginKind, changeField, cronKinds, firstExpression, readCronFields } from './cron-edit.ts';

const begin = readCronFields(firstExpression).fields;

describe('the cron editor', () => {
  it('starts with the given expression, or with every night', () => {
    expect(formatCron(readCronFields('0 0/5 8-17 ? * MON-FRI 2030').fields)).toBe('0 0/5 8-17 ? * 2-6 2030');
    expect(readCronFields('')).toMatchObject({ isRead: true });
    expect(formatCron(readCronFields('').fields)).toBe(firstExpression);
  });

  it('reports an invalid expression', () => {
    expect(readCronFields('every monday')).toMatchObject({ isRead: false });
  });

  it('specifies exactly one of day and week', () => {
    const weekly = changeField(begin, 'week', { kind: 'list', values: [2] });
    expect(formatCron(weekly)).toBe('0 0 3 ? * 2');
    expect(formatCron(changeField(weekly, 'day', { kind: 'lastDay' }))).toBe('0 0 3 L * ?');
    expect(formatCron(changeField(weekly, 'week', { kind: 'none' }))).toBe('0 0 3 * * ?');
    expect(formatCron(changeField(begin, 'day', { kind: 'none' }))).toBe('0 0 3 ? * *');
    expect(formatCron(changeField(weekly, 'hour', { kind: 'every' }))).toBe('0 0 * ? * 2');
  });

  it.each(cronParts.flatMap((part) => cronKinds[part].map((kind) => [part, kind] as const)))(
    'writes %s as %s so that it can be parsed again',
    (part: CronPart, kind) => {
      const fields = changeField(begin, part, beginKind(part, kind, 2026));
      expect(parseCron(formatCron(fields))).toEqual({ fields });
    },
  );
});
