import { languages } from '@limpid/contract/language';
import {
  type CronField,
  type CronPart,
  cronBounds,
  formatCron,
  parseCron,
} from '@limpid/contract/monitor/cron';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSchedule } from './cron.rule.ts';
import { describeCron } from './describe-cron.rule.ts';

function read(expression: string): string[] {
  const parsed = parseCron(expression);
  if ('problem' in parsed) throw new Error(expression);
  return languages.map((language) =>
    describeCron(parsed.fields, language).replaceAll(/[\u00a0\u202f]/g, ' '),
  );
}

describe('an expression in words', () => {
  it.each<[string, string, string, string]>([
    ['* * * * * ?', '每秒', 'Every second', 'Chaque seconde'],
    ['0/10 * * * * ?', '每 10 秒', 'Every 10 seconds', 'Toutes les 10 secondes'],
    ['*/10 * * * * ? *', '每 10 秒', 'Every 10 seconds', 'Toutes les 10 secondes'],
    [
      '5/10 * * * * ?',
      '从第 5 秒起每 10 秒',
      'Every 10 seconds from second 5',
      'Toutes les 10 secondes à partir de la seconde 5',
    ],
    ['0 * * * * ?', '每分钟', 'Every minute', 'Chaque minute'],
    ['30 * * * * ?', '每分钟（第 30 秒）', 'Every minute, at second 30', 'Chaque minute, à la seconde 30'],
    ['0 0/5 * * * ?', '每 5 分钟', 'Every 5 minutes', 'Toutes les 5 minutes'],
    [
      '0 5,20 * * * ?',
      '每小时的第 5、20 分',
      'At minutes 5 and 20 of every hour',
      'Aux minutes 5 et 20 de chaque heure',
    ],
    ['0 0 * * * ?', '每小时整点', 'Every hour on the hour', 'Chaque heure pile'],
    ['0 10 3 * * ?', '每天 03:10', 'At 03:10, every day', 'À 03:10, chaque jour'],
    ['15 10 3 * * ?', '每天 03:10:15', 'At 03:10:15, every day', 'À 03:10:15, chaque jour'],
    [
      '0 0 8,12,18 * * ?',
      '每天 08:00、12:00、18:00',
      'At 08:00, 12:00 and 18:00, every day',
      'À 08:00, 12:00 et 18:00, chaque jour',
    ],
    [
      '0 0 0/2 * * ?',
      '从 00:00 起每 2 小时',
      'Every 2 hours from 00:00',
      'Toutes les 2 heures à partir de 00:00',
    ],
    // Five does not divide 24, so "every 5 hours" would be wrong at midnight.
    [
      '0 0 0/5 * * ?',
      '每天 00:00、05:00、10:00、15:00、20:00',
      'At 00:00, 05:00, 10:00, 15:00 and 20:00, every day',
      'À 00:00, 05:00, 10:00, 15:00 et 20:00, chaque jour',
    ],
    [
      '0 0/5 8-17 ? * 2-6',
      '每周一至周五，08:00–17:59 期间每 5 分钟',
      'Every 5 minutes during 08:00–17:59, Monday to Friday',
      'Toutes les 5 minutes durant 08:00–17:59, du lundi au vendredi',
    ],
    [
      '0 0/30 22-2 * * ?',
      '22:00–02:59 期间每 30 分钟',
      'Every 30 minutes during 22:00–02:59',
      'Toutes les 30 minutes durant 22:00–02:59',
    ],
    ['0 0 12 ? * 1', '每周日 12:00', 'At 12:00, on Sunday', 'À 12:00, chaque dimanche'],
    [
      '0 30 9 ? * SAT-SUN',
      '每周六、周日 09:30',
      'At 09:30, on Saturday and Sunday',
      'À 09:30, chaque samedi et dimanche',
    ],
    [
      '0 15 10 ? * 6L',
      '每月最后一个周五 10:15',
      'At 10:15, on the last Friday, every month',
      'À 10:15, le dernier vendredi, chaque mois',
    ],
    [
      '0 15 10 ? * 2#1',
      '每月第一个周一 10:15',
      'At 10:15, on the first Monday, every month',
      'À 10:15, le premier lundi, chaque mois',
    ],
    [
      '0 0 0 1,15 * ?',
      '每月 1 日、15 日 00:00',
      'At 00:00, on days 1 and 15, every month',
      'À 00:00, le 1er et le 15, chaque mois',
    ],
    [
      '0 0 0 1-10 * ?',
      '每月 1 日至 10 日 00:00',
      'At 00:00, from day 1 to day 10, every month',
      'À 00:00, du 1er au 10, chaque mois',
    ],
    [
      '0 0 0 L * ?',
      '每月最后一天 00:00',
      'At 00:00, on the last day, every month',
      'À 00:00, le dernier jour, chaque mois',
    ],
    [
      '0 0 0 15W * ?',
      '每月离 15 日最近的工作日（周一至周五）00:00',
      'At 00:00, on the working day (Monday to Friday) nearest day 15, every month',
      'À 00:00, le jour ouvré (du lundi au vendredi) le plus proche du 15, chaque mois',
    ],
    [
      '0 0 0 1 1,7 ?',
      '每年 1 月、7 月的 1 日 00:00',
      'At 00:00, on day 1, in January and July, every year',
      'À 00:00, le 1er, en janvier et juillet, chaque année',
    ],
    [
      '0 0 0 1 1 ? 2026-2030',
      '2026–2030 年 1 月的 1 日 00:00',
      'At 00:00, on day 1, in January, from 2026 to 2030',
      'À 00:00, le 1er, en janvier, de 2026 à 2030',
    ],
    [
      '0/10 * * * * ? 2027',
      '2027 年每天，每 10 秒',
      'Every 10 seconds, every day, in 2027',
      'Toutes les 10 secondes, chaque jour, en 2027',
    ],
    [
      '* 0 * * * ?',
      '每小时的第 0 分（该分钟内每秒）',
      'At minute 0 of every hour, every second within that minute',
      'À la minute 0 de chaque heure, chaque seconde durant cette minute',
    ],
    [
      '0/10 5 * * * ?',
      '每小时的第 5 分（该分钟内每 10 秒）',
      'At minute 5 of every hour, every 10 seconds within that minute',
      'À la minute 5 de chaque heure, toutes les 10 secondes durant cette minute',
    ],
    [
      '0-30 * * * * ?',
      '每分钟的第 0–30 秒',
      'At seconds 0–30 of every minute',
      'Aux secondes 0–30 de chaque minute',
    ],
    [
      '10,20 0/5 * * * ?',
      '每 5 分钟（第 10、20 秒）',
      'Every 5 minutes, at seconds 10 and 20',
      'Toutes les 5 minutes, aux secondes 10 et 20',
    ],
    [
      '30 10,40 8-20/6 * * ?',
      '每天 08:10:30、08:40:30、14:10:30、14:40:30、20:10:30、20:40:30',
      'At 08:10:30, 08:40:30, 14:10:30, 14:40:30, 20:10:30 and 20:40:30, every day',
      'À 08:10:30, 08:40:30, 14:10:30, 14:40:30, 20:10:30 et 20:40:30, chaque jour',
    ],
    [
      '0 0/5 1/2 * * ?',
      '1、3、5……23 时内每 5 分钟',
      'Every 5 minutes in the hours 1, 3, 5 … 23',
      'Toutes les 5 minutes pendant les heures 1, 3, 5 … 23',
    ],
    [
      '0 0 8-20 * * ?',
      '08:00–20:59 期间每小时整点',
      'Every hour on the hour during 08:00–20:59',
      'Chaque heure pile durant 08:00–20:59',
    ],
    [
      '0 0 0 1/2 * ?',
      '每月 1 日、3 日、5 日……31 日 00:00',
      'At 00:00, on days 1, 3, 5 … 31, every month',
      'À 00:00, le 1er, le 3, le 5 … le 31, chaque mois',
    ],
    [
      '0 0 0 28-3,10 * ?',
      '每月 1 日至 3 日、10 日、28 日至 31 日 00:00',
      'At 00:00, on days 1–3, 10 and 28–31, every month',
      'À 00:00, du 1er au 3, le 10 et du 28 au 31, chaque mois',
    ],
    [
      '0 30 2 * * ? 2026/2',
      '2026、2028、2030……2098 年每天 02:30',
      'At 02:30, every day, in 2026, 2028, 2030 … 2098',
      'À 02:30, chaque jour, en 2026, 2028, 2030 … 2098',
    ],
  ])('%s', (expression, ...parts) => {
    expect(read(expression)).toEqual(parts);
  });

  const word = (min: number, max: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min, max }).map(String),
      fc.tuple(fc.integer({ min, max }), fc.integer({ min: 1, max: 6 })).map((pair) => pair.join('/')),
      fc.tuple(fc.integer({ min, max }), fc.integer({ min, max })).map((pair) => pair.join('-')),
    );
  const small = fc.constantFrom('0', '30', '0/30', '*', '0,30', '5', '5/30');
  const expressions = fc
    .tuple(
      small,
      small,
      word(0, 5),
      fc.constantFrom('*', '1', 'L', '1-3', '?'),
      fc.constantFrom('*', '1', '1-2'),
    )
    .map(([second, minute, hour, day, month]) =>
      [second, minute, hour, day, month, day === '?' ? '2' : '?'].join(' '),
    );

  /** Everything that the editor can put into a field. */
  const piece = (part: CronPart): fc.Arbitrary<CronField> => {
    const [min, max] = cronBounds[part];
    const value = fc.integer({ min, max });
    const ordered = fc.tuple(value, value).map((pair) => pair.toSorted((a, b) => a - b));
    return fc.oneof(
      fc.constant<CronField>({ kind: 'every' }),
      ordered.map(([from = min, to = max]): CronField => ({ kind: 'range', from, to })),
      fc
        .tuple(value, fc.integer({ min: 1, max: max - min }))
        .map(([from, every]): CronField => ({ kind: 'step', from, every })),
      fc
        .uniqueArray(value, { minLength: 1, maxLength: 60 })
        .map((values): CronField => ({ kind: 'list', values: values.toSorted((a, b) => a - b) })),
    );
  };
  const weekday = fc.integer({ min: 1, max: 7 });
  const days = fc.oneof(
    piece('day'),
    fc.constantFrom<CronField>({ kind: 'lastDay' }, { kind: 'lastWorkday' }),
    fc.integer({ min: 1, max: 31 }).map((day): CronField => ({ kind: 'nearWorkday', day })),
  );
  const weeks = fc.oneof(
    piece('week'),
    weekday.map((day): CronField => ({ kind: 'lastWeekday', weekday: day })),
    fc
      .tuple(weekday, fc.integer({ min: 1, max: 5 }))
      .map(([day, nth]): CronField => ({ kind: 'nthWeekday', weekday: day, nth })),
  );
  const none: CronField = { kind: 'none' };
  const edited = fc.tuple(
    fc.record({ second: piece('second'), minute: piece('minute'), hour: piece('hour') }),
    fc.oneof(
      days.map((day) => ({ day, week: none })),
      weeks.map((week) => ({ day: none, week })),
    ),
    fc.record({ month: piece('month'), year: fc.oneof(fc.constant(none), piece('year')) }),
  );

  it('is a sentence for everything the editor can make, never a list of the fields', () => {
    fc.assert(
      fc.property(edited, ([time, day, date]) => {
        for (const words of read(formatCron({ ...time, ...day, ...date }))) {
          expect(words).toMatch(/^[\p{Lu}\p{Script=Han}\d]/u);
          expect(words).not.toMatch(/[*?/#;；]|\{\{|undefined|NaN|monitor\.|,\s*,| {2}/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('differs for two expressions that fire at different times', () => {
    const after = new Date('2026-12-31T00:00:00Z');
    const byWords = new Map<string, [expression: string, runs: string]>();
    fc.assert(
      fc.property(expressions, (expression) => {
        const runs = JSON.stringify(parseSchedule(expression, 'UTC')?.nextFew(12, after));
        for (const words of read(expression)) {
          const earlier = byWords.get(words);
          if (earlier && earlier[1] !== runs) expect([words, earlier[0]]).toEqual([words, expression]);
          byWords.set(words, [expression, runs]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
