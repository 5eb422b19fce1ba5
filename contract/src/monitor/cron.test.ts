import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CronField, type CronPart, formatCron, listCronValues, parseCron } from './cron.ts';

function parse(text: string) {
  const parsed = parseCron(text);
  if ('problem' in parsed) throw new Error(JSON.stringify(parsed.problem));
  return parsed.fields;
}

function problem(text: string) {
  const parsed = parseCron(text);
  return 'problem' in parsed ? parsed.problem : undefined;
}

const list = (...values: number[]): CronField => ({ kind: 'list', values });

describe('an expression', () => {
  it.each<[string, CronPart, CronField]>([
    ['5 * * * * ?', 'second', list(5)],
    ['0 * * * * ?', 'minute', { kind: 'every' }],
    ['0 0/5 * * * ?', 'minute', { kind: 'step', from: 0, every: 5 }],
    ['0 */5 * * * ?', 'minute', { kind: 'step', from: 0, every: 5 }],
    ['0 /5 * * * ?', 'minute', { kind: 'step', from: 0, every: 5 }],
    ['0 10-40/5 * * * ?', 'minute', { kind: 'step', from: 10, to: 40, every: 5 }],
    ['0 0 22-2 * * ?', 'hour', { kind: 'range', from: 22, to: 2 }],
    ['0 0 8-10,12,20/2 * * ?', 'hour', list(8, 9, 10, 12, 20, 22)],
    ['0 0 0 L * ?', 'day', { kind: 'lastDay' }],
    ['0 0 0 LW * ?', 'day', { kind: 'lastWorkday' }],
    ['0 0 0 15W * ?', 'day', { kind: 'nearWorkday', day: 15 }],
    ['0 0 0 lw * ?', 'day', { kind: 'lastWorkday' }],
    ['0 0 0 1 JAN,jul ?', 'month', list(1, 7)],
    ['0 0 0 ? * SUN', 'week', list(1)],
    ['0 0 0 ? * L', 'week', list(7)],
    ['0 0 0 ? * 6L', 'week', { kind: 'lastWeekday', weekday: 6 }],
    ['0 0 0 ? * FRIL', 'week', { kind: 'lastWeekday', weekday: 6 }],
    ['0 0 0 ? * 2#1', 'week', { kind: 'nthWeekday', weekday: 2, nth: 1 }],
    ['0 0 0 ? * FRI#5', 'week', { kind: 'nthWeekday', weekday: 6, nth: 5 }],
    ['0 0 0 ? * MON-FRI', 'week', { kind: 'range', from: 2, to: 6 }],
    ['0 0 0 ? * SAT-SUN', 'week', { kind: 'range', from: 7, to: 1 }],
    ['0 0 0 1 1 ?', 'year', { kind: 'none' }],
    ['0 0 0 1 1 ? 2030-2032', 'year', { kind: 'range', from: 2030, to: 2032 }],
    ['  0  0 0\t1 1 ? *  ', 'year', { kind: 'every' }],
  ])('%s is parsed in its field %s', (text, part, field) => {
    expect(parse(text)[part]).toEqual(field);
  });

  it.each<[string, ReturnType<typeof problem>]>([
    ['', { kind: 'count' }],
    ['* * * * *', { kind: 'count' }],
    ['0 0 0 1 1 ? 2030 x', { kind: 'count' }],
    ['@daily', { kind: 'count' }],
    ['60 * * * * ?', { kind: 'field', part: 'second' }],
    ['-1 * * * * ?', { kind: 'field', part: 'second' }],
    ['? * * * * ?', { kind: 'field', part: 'second' }],
    ['0 0/0 * * * ?', { kind: 'field', part: 'minute' }],
    ['0 0/60 * * * ?', { kind: 'field', part: 'minute' }],
    ['0 1,,2 * * * ?', { kind: 'field', part: 'minute' }],
    ['0 5-  * * * ?', { kind: 'field', part: 'minute' }],
    ['0 1-2-3 * * * ?', { kind: 'field', part: 'minute' }],
    ['0 0 24 * * ?', { kind: 'field', part: 'hour' }],
    ['0 0 0 0 * ?', { kind: 'field', part: 'day' }],
    ['0 0 0 32W * ?', { kind: 'field', part: 'day' }],
    ['0 0 0 1,L * ?', { kind: 'field', part: 'day' }],
    ['0 0 0 15W,20W * ?', { kind: 'field', part: 'day' }],
    ['0 0 0 L-3 * ?', { kind: 'field', part: 'day' }],
    ['0 0 0 1 13 ?', { kind: 'field', part: 'month' }],
    ['0 0 0 1 JANUARY ?', { kind: 'field', part: 'month' }],
    ['0 0 0 ? * 0', { kind: 'field', part: 'week' }],
    ['0 0 0 ? * 8', { kind: 'field', part: 'week' }],
    ['0 0 0 ? * 2#6', { kind: 'field', part: 'week' }],
    ['0 0 0 ? * 2#1,3#1', { kind: 'field', part: 'week' }],
    ['0 0 0 1 1 ? 1969', { kind: 'field', part: 'year' }],
    ['0 0 0 1 1 ? 2032-2030', { kind: 'field', part: 'year' }],
    ['0 0 0 * * *', { kind: 'days' }],
    ['0 0 0 1 * 2', { kind: 'days' }],
    ['0 0 0 ? * ?', { kind: 'days' }],
  ])('"%s" is refused with the position of the problem', (text, expected) => {
    expect(problem(text)).toEqual(expected);
  });

  it('is accepted or refused for any text, without an exception', () => {
    fc.assert(fc.property(fc.string({ maxLength: 255 }), (text) => void parseCron(text)));
  });
});

describe('the values of a field', () => {
  it.each<[CronPart, string, number[]]>([
    ['hour', '0 0 22-2 * * ?', [0, 1, 2, 22, 23]],
    ['week', '0 0 0 ? * SAT-SUN', [1, 7]],
    ['month', '0 0 0 1 NOV-FEB ?', [1, 2, 11, 12]],
    ['minute', '0 50-10/10 * * * ?', [0, 10, 50]],
    ['hour', '0 0 0/5 * * ?', [0, 5, 10, 15, 20]],
  ])('are listed for the field %s of %s', (part, text, values) => {
    expect(listCronValues(part, parse(text)[part])).toEqual(values);
  });
});

describe('a rewritten expression', () => {
  const within = (min: number, max: number) => {
    const value = fc.integer({ min, max });
    return fc.oneof(
      fc.constant('*'),
      fc.tuple(value, value).map(([from, to]) => `${from}-${to}`),
      fc.tuple(value, fc.integer({ min: 1, max })).map(([from, every]) => `${from}/${every}`),
      fc.array(value, { minLength: 1, maxLength: 5 }).map((values) => values.join(',')),
    );
  };
  const days = fc.oneof(
    fc.tuple(fc.oneof(within(1, 31), fc.constantFrom('L', 'LW', '15W')), fc.constant('?')),
    fc.tuple(fc.constant('?'), fc.oneof(within(1, 7), fc.constantFrom('2L', '3#2'))),
  );

  it('means the same', () => {
    fc.assert(
      fc.property(
        within(0, 59),
        within(0, 59),
        within(0, 23),
        days,
        within(1, 12),
        fc.constantFrom('', ' *', ' 2030', ' 2030/3'),
        (second, minute, hour, [day, week], month, year) => {
          const fields = parse(`${second} ${minute} ${hour} ${day} ${month} ${week}${year}`);
          expect(parse(formatCron(fields))).toEqual(fields);
        },
      ),
    );
  });
});
