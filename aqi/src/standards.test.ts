import { describe, expect, it } from 'vitest';
import { findChineseStandard } from './standards.ts';

describe('the standard of a date', () => {
  it.each([
    ['2013-01-01', 'HJ 633-2012'],
    ['2026-02-28', 'HJ 633-2012'],
    ['2026-02-28 23:00:00', 'HJ 633-2012'],
    ['2026-03-01', 'HJ 633-2026'],
    ['2026-03-01T00:00', 'HJ 633-2026'],
    ['2031-01-01', 'HJ 633-2026'],
  ])('an hour or day that starts on %s follows %s', (date, name) => {
    expect(findChineseStandard(date)).toBe(name);
  });
});
