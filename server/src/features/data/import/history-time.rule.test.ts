import { HOUR_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { findInstant, readClockCell, readTimeCell } from './history-time.rule.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('a time in a sheet', () => {
  it.each([
    ['2026-03-01 08:05:09', '2026-03-01T08:05:09'],
    ['2026/3/1 8:05', '2026-03-01T08:05:00'],
    ['2026-03-01T08:05:00.123', '2026-03-01T08:05:00'],
    ['2026年3月1日 8时', '2026-03-01T08:00:00'],
    ['2026年3月1日8时5分9秒', '2026-03-01T08:05:09'],
    ['01/03/2026 08:05', '2026-03-01T08:05:00'],
    ['10/03/2004 18.00.00', '2004-03-10T18:00:00'],
    ['01.03.2026 8h05', '2026-03-01T08:05:00'],
    ['20260301080509', '2026-03-01T08:05:09'],
    ['2026030108', '2026-03-01T08:00:00'],
    ['2026-03-01', '2026-03-01T00:00:00'],
    ['2026-02-28 24:00', '2026-03-01T00:00:00'],
    [46082.336875, '2026-03-01T08:05:06'],
    [new Date('2026-03-01T08:04:59.999Z'), '2026-03-01T08:05:00'],
  ])('%s is read on the wall clock of the site', (cell, wall) => {
    expect(readTimeCell(cell)).toEqual({ wall: at(wall) });
  });

  it.each([
    ['2026-03-01 08:05:09+01:00', '2026-03-01T07:05:09'],
    ['2026-03-01T08:05:09Z', '2026-03-01T08:05:09'],
    ['2026-03-01 08:05:09 UTC+5:30', '2026-03-01T02:35:09'],
    ['2026-03-01 08:05:09 UTC+5.5', '2026-03-01T02:35:09'],
    ['2026-03-01 08:05:09 UTC+5h30', '2026-03-01T02:35:09'],
    ['2026-03-01 08:05 UTC+05:45', '2026-03-01T02:20:00'],
    ['01/03/2026 08:05 GMT-3:30', '2026-03-01T11:35:00'],
    ['2026-03-01 08:05 GMT−03:30', '2026-03-01T11:35:00'],
    ['2026-03-01 8:05 AM UTC+8', '2026-03-01T00:05:00'],
    ['2026-03-01 08:05 utc+0530', '2026-03-01T02:35:00'],
    ['2026-03-01 08:05+14:00', '2026-02-28T18:05:00'],
    ['1772352309', '2026-03-01T08:05:09'],
    [1772352309000, '2026-03-01T08:05:09'],
  ])('%s has its own offset', (cell, instant) => {
    expect(readTimeCell(cell)).toEqual({ instant: at(instant) });
  });

  it.each([
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-03-01 25:00',
    '12',
    '',
    null,
    true,
    7,
    '2026-03-01 08:05 UTC+5:75',
    '2026-03-01 08:05 GMT-12:30',
    '2026-03-01 08:05+14:15',
  ])('%s is refused', (cell) => {
    expect(readTimeCell(cell)).toBeUndefined();
  });

  it('may have a separate column for the time of day', () => {
    const hour = HOUR_MS;
    for (const cell of [18, '18', '18:00:00', '18.00.00', 0.75, new Date('1899-12-30T18:00:00Z')])
      expect(readClockCell(cell)).toBe(18 * hour);
    expect(readClockCell(24)).toBe(24 * hour);
    expect(readClockCell('noon')).toBeUndefined();
  });

  it('is refused in the hour that clocks skip, and is the first of the two in the hour that clocks repeat', () => {
    const paris = (text: string) => findInstant(readTimeCell(text) ?? { wall: 0 }, 'Europe/Paris');
    expect(paris('2026-03-29 02:30')).toBeUndefined();
    expect(paris('2026-03-29 03:00')).toBe(at('2026-03-29T01:00:00'));
    expect(paris('2026-10-25 02:30')).toBe(at('2026-10-25T00:30:00'));
    expect(paris('2026-10-25 02:30+01:00')).toBe(at('2026-10-25T01:30:00'));
  });
});
