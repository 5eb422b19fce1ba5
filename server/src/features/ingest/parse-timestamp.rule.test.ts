import { describe, expect, it } from 'vitest';
import { parseTimestamp } from './parse-timestamp.rule.ts';

const at = (iso: string) => Date.parse(iso);

describe('a timestamp', () => {
  it.each<[string, number | string, string, string]>([
    ['epoch seconds', 1_789_000_000, 'Asia/Shanghai', '2026-09-10T00:26:40Z'],
    ['epoch seconds with a fraction', 1_789_000_000.5, 'Asia/Shanghai', '2026-09-10T00:26:40.5Z'],
    ['epoch seconds as text', '1789000000', 'Asia/Shanghai', '2026-09-10T00:26:40Z'],
    ['epoch milliseconds', 1_789_000_000_123, 'Asia/Shanghai', '2026-09-10T00:26:40.123Z'],
    ['epoch milliseconds of the year 2000', 946_684_800_000, 'Asia/Shanghai', '2000-01-01T00:00:00Z'],
    ['digits of a wall clock', '20260910082640', 'Asia/Shanghai', '2026-09-10T00:26:40Z'],
    ['the same as a number', 20_260_910_082_640, 'Asia/Shanghai', '2026-09-10T00:26:40Z'],
    ['digits with milliseconds', '20260910082640123', 'Asia/Shanghai', '2026-09-10T00:26:40.123Z'],
    ['local time', '2026-09-10 08:26:40', 'Asia/Shanghai', '2026-09-10T00:26:40Z'],
    ['local time without seconds', '2026-09-10 08:26', 'Asia/Shanghai', '2026-09-10T00:26:00Z'],
    ['local time with slashes', '2026/09/10 08:26:40', 'Asia/Shanghai', '2026-09-10T00:26:40Z'],
    ['local time elsewhere', '2026-09-10T08:26:40', 'Europe/Paris', '2026-09-10T06:26:40Z'],
    ['local time in winter', '2026-01-10T08:26:40', 'Europe/Paris', '2026-01-10T07:26:40Z'],
    ['half an hour apart', '2026-09-10 08:26:40', 'Asia/Kolkata', '2026-09-10T02:56:40Z'],
    ['UTC, wherever the site is', '2026-09-10T00:26:40Z', 'Europe/Paris', '2026-09-10T00:26:40Z'],
    ['an offset', '2026-09-10T08:26:40.250+08:00', 'Europe/Paris', '2026-09-10T00:26:40.250Z'],
    ['an offset without a colon', '2026-09-10T08:26:40-0330', 'Europe/Paris', '2026-09-10T11:56:40Z'],
    ['an offset of hours alone', '2026-09-10T08:26:40+08', 'Europe/Paris', '2026-09-10T00:26:40Z'],
    ['a fraction of nine digits', '2026-09-10T00:26:40.123456789Z', 'UTC', '2026-09-10T00:26:40.123Z'],
  ])('is read from %s', (_, given, zone, expected) => {
    expect(parseTimestamp(given, zone)).toBe(at(expected));
  });

  it.each<number | string>([
    '',
    'now',
    0,
    -1,
    12,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '2026-02-29 00:00:00',
    '2026-13-01 00:00:00',
    '2026-09-10',
    '2026-09-10 24:00:00',
    '2026-09-10T08:26:40+15:00',
    '2026-09-10T08:26:40+08:60',
    '20260230000000',
    '1789000000000000',
    'Sep 10 2026 08:26',
  ])('is not read from %j', (given) => {
    expect(parseTimestamp(given, 'Asia/Shanghai')).toBeNaN();
  });
});
