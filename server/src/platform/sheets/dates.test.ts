import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateFromSerial, formatWallClock, isDateFormat, serialFromDate } from './dates.ts';

describe('sheet dates', () => {
  it('survive a round trip to the millisecond', () => {
    const date = fc.date({
      min: new Date('1900-03-01'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (value) => {
        expect(dateFromSerial(serialFromDate(value) ?? Number.NaN, false)).toEqual(value);
      }),
    );
  });

  it.each([
    [1, false, '1900-01-01 00:00:00'],
    [59, false, '1900-02-28 00:00:00'],
    [61, false, '1900-03-01 00:00:00'],
    [45_292.75, false, '2024-01-01 18:00:00'],
    [0, true, '1904-01-01 00:00:00'],
    [35_064, true, '2000-01-01 00:00:00'],
  ])('reads serial %d (1904: %s) as %s', (serial, is1904, text) => {
    expect(formatWallClock(dateFromSerial(serial, is1904))).toBe(text);
  });

  it('have no serial number if sheets cannot show them', () => {
    for (const text of ['1899-12-31', '1900-02-28', '+010000-01-01', 'no date']) {
      expect(serialFromDate(new Date(text))).toBeUndefined();
    }
  });

  it.each([
    'yyyy-mm-dd',
    'h:mm AM/PM',
    '[h]:mm:ss',
    'yyyy"年"m"月"d"日"',
    '[$-804]aaaa;@mmm',
    'dd\\.mm\\.yy',
  ])('recognises %s as a date format', (code) => {
    expect(isDateFormat(code)).toBe(true);
  });

  it.each([
    'General',
    'GENERAL',
    '0.00',
    '#,##0;[Red]-#,##0',
    '0.00E+00',
    '"days" 0',
    '@',
    '0\\d',
    '_-* #,##0_-',
  ])('does not take %s for a date format', (code) => {
    expect(isDateFormat(code)).toBe(false);
  });
});
