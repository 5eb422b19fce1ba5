import { type CronPart, cronParts, formatCron, parseCron } from '@limpid/contract/monitor/cron';
import { describe, expect, it } from 'vitest';
import { beginKind, changeField, cronKinds, firstExpression, readCronFields } from './cron-edit.ts';

const begin = readCronFields(firstExpression).fields;

describe('the editor of an expression', () => {
  it('begins with what is there, and every night where nothing is', () => {
    expect(formatCron(readCronFields('0 0/5 8-17 ? * MON-FRI 2030').fields)).toBe('0 0/5 8-17 ? * 2-6 2030');
    expect(readCronFields('')).toMatchObject({ isRead: true });
    expect(formatCron(readCronFields('').fields)).toBe(firstExpression);
  });

  it('says when it cannot read what is there', () => {
    expect(readCronFields('every monday')).toMatchObject({ isRead: false });
  });

  it('lets either day or week decide, never both and never neither', () => {
    const weekly = changeField(begin, 'week', { kind: 'list', values: [2] });
    expect(formatCron(weekly)).toBe('0 0 3 ? * 2');
    expect(formatCron(changeField(weekly, 'day', { kind: 'lastDay' }))).toBe('0 0 3 L * ?');
    expect(formatCron(changeField(weekly, 'week', { kind: 'none' }))).toBe('0 0 3 * * ?');
    expect(formatCron(changeField(begin, 'day', { kind: 'none' }))).toBe('0 0 3 ? * *');
    expect(formatCron(changeField(weekly, 'hour', { kind: 'every' }))).toBe('0 0 * ? * 2');
  });

  it.each(cronParts.flatMap((part) => cronKinds[part].map((kind) => [part, kind] as const)))(
    'offers for %s: %s, which can be read again',
    (part: CronPart, kind) => {
      const fields = changeField(begin, part, beginKind(part, kind, 2026));
      expect(parseCron(formatCron(fields))).toEqual({ fields });
    },
  );
});
