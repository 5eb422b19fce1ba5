import { readPacketTime } from '@limpid/hj212/times';
import { describe, expect, it } from 'vitest';
import {
  dayBounds,
  floorToHour,
  formatLocalDate,
  hasClockChanges,
  isRepeatedTime,
  type LocalTime,
  offsetAt,
  startOfDay,
  toInstant,
} from './local-time.ts';

function wall(text: string): LocalTime {
  const time = readPacketTime(text);
  if (!time) throw new Error(`${text} is no time`);
  return time;
}
const utc = (text: string) => new Date(text).toISOString();

describe('toInstant', () => {
  it.each([
    ['20261115080000', 'Asia/Shanghai', '2026-11-15T00:00:00Z'],
    ['20260715080000', 'Europe/Paris', '2026-07-15T06:00:00Z'],
    ['20261115080000', 'Europe/Paris', '2026-11-15T07:00:00Z'],
    ['20261115080000', 'Asia/Kathmandu', '2026-11-15T02:15:00Z'],
    ['20260101000000', 'America/St_Johns', '2026-01-01T03:30:00Z'],
    ['20240229235959', 'Asia/Shanghai', '2024-02-29T15:59:59Z'],
    // The hour that is skipped in March becomes the following one, the repeated hour its first occurrence.
    ['20260329023000', 'Europe/Paris', '2026-03-29T01:30:00Z'],
    ['20260329013000', 'Europe/Paris', '2026-03-29T00:30:00Z'],
    ['20261025023000', 'Europe/Paris', '2026-10-25T00:30:00Z'],
    ['20261025033000', 'Europe/Paris', '2026-10-25T02:30:00Z'],
    ['20261025013000', 'Europe/Paris', '2026-10-24T23:30:00Z'],
  ])('converts the wall clock %s of %s to an instant', (text, zone, instant) => {
    expect(new Date(toInstant(wall(text), zone)).toISOString()).toBe(utc(instant));
  });
});

describe('the repeated hour', () => {
  const twice = wall('20261025023000');
  it.each([
    ['the first, when it is sent in the first', '2026-10-25T00:31:00Z', '2026-10-25T00:30:00Z'],
    ['the second, when it is sent in the second', '2026-10-25T01:31:00Z', '2026-10-25T01:30:00Z'],
    ['the first, when it is sent much later', '2026-10-26T12:00:00Z', '2026-10-25T00:30:00Z'],
  ])('is %s', (_, now, instant) => {
    expect(new Date(toInstant(twice, 'Europe/Paris', Date.parse(now))).toISOString()).toBe(utc(instant));
  });
});

it('offsets are exact to the millisecond of the change', () => {
  const change = Date.parse('2026-03-29T01:00:00Z');
  expect(offsetAt(change - 1, 'Europe/Paris')).toBe(3_600_000);
  expect(offsetAt(change, 'Europe/Paris')).toBe(7_200_000);
});

it.each([
  ['2026-10-24T23:59:59Z', false],
  ['2026-10-25T00:00:00Z', true],
  ['2026-10-25T01:59:59Z', true],
  ['2026-10-25T02:00:00Z', false],
  ['2026-03-29T01:00:00Z', false],
])('the clock of Paris shows the time of %s twice: %s', (instant, isTwice) => {
  expect(isRepeatedTime(Date.parse(instant), 'Europe/Paris')).toBe(isTwice);
});

it("hours begin with those of the zone's wall clock", () => {
  const instant = Date.parse('2026-11-15T02:40:10Z');
  expect(new Date(floorToHour(instant, 'Asia/Shanghai')).toISOString()).toBe(utc('2026-11-15T02:00:00Z'));
  expect(new Date(floorToHour(instant, 'Asia/Kathmandu')).toISOString()).toBe(utc('2026-11-15T02:15:00Z'));
});

it.each([
  ['Europe/Paris', true],
  ['America/Santiago', true],
  ['Asia/Shanghai', false],
  ['Etc/GMT-1', false],
])('the clock of %s changes within a year: %s', (zone, expected) => {
  for (const from of ['2026-01-01', '2026-07-01', '2026-11-19'])
    expect(hasClockChanges(zone, Date.parse(from))).toBe(expected);
});

describe('a day', () => {
  it('is the date on the calendar of the zone', () => {
    expect(formatLocalDate(Date.parse('2026-11-15T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-16');
    expect(formatLocalDate(Date.parse('2026-11-15T16:00:00Z'), 'Europe/Paris')).toBe('2026-11-15');
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-11-15', 24],
  ])('%s has %i hours in Paris', (date, hours) => {
    const [start, end] = dayBounds(date, 'Europe/Paris');
    expect((end - start) / 3_600_000).toBe(hours);
    expect(formatLocalDate(start, 'Europe/Paris')).toBe(date);
    expect(formatLocalDate(end - 1, 'Europe/Paris')).toBe(date);
  });
});

it.each([
  ['2026-11-15T15:30:12.345Z', 'Asia/Shanghai', '2026-11-14T16:00:00Z'],
  ['2026-11-15T16:30:00Z', 'Asia/Shanghai', '2026-11-15T16:00:00Z'],
  ['2026-03-29T10:00:00Z', 'Europe/Paris', '2026-03-28T23:00:00Z'],
  ['2026-10-25T11:00:00Z', 'Europe/Paris', '2026-10-24T22:00:00Z'],
  ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', '2026-05-31T18:15:00Z'],
])('at %s, finds that the day in %s began at %s', (now, zone, start) => {
  expect(startOfDay(Date.parse(now), zone)).toBe(Date.parse(start));
});
