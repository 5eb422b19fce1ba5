import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctValue } from './correct.rule.ts';
import { float, makeChannel, testMoment } from './reading.fixture.ts';
import { bits } from './reading.ts';

const channel = makeChannel(3, { min: 0, max: 100 });
const kept = (flag: string, why: number, raw: number | null) => ({
  value: null,
  mark: { slot: 3, flag, bits: why, raw, rank: null },
});

describe('a sent value', () => {
  it.each([
    ['plain', 12.5, 'N', { value: 12.5 }],
    ['entered by hand at the station', 12.5, 'S', { value: 12.5, mark: { ...kept('S', 0, null).mark } }],
    ['at its limits', 100, 'N', { value: 100 }],
    ['below the range', -1, 'N', kept('N', bits.range, -1)],
    ['above the range', 101, 'N', kept('N', bits.range, 101)],
    ['above the range, as the device says', 101, 'T', kept('T', bits.range, 101)],
    ['from a broken device', 12.5, 'D', kept('D', 0, 12.5)],
    ['from a device in calibration', 12.5, 'C', kept('C', 0, 12.5)],
    ['with an unknown flag', 12.5, '?', kept('?', 0, 12.5)],
    ['not a number', null, 'N', kept('N', bits.unreadable, null)],
  ])('is stored or kept with a mark: %s', (_, raw, flag, expected) => {
    expect(correctValue(raw, flag, channel, undefined, testMoment)).toEqual(expected);
  });

  it('is inside the range at a limit that is no binary number', () => {
    const odd = makeChannel(3, { min: 0.7, max: 0.9 });
    for (const raw of [0.7, 0.9].map(Math.fround)) {
      expect(correctValue(raw, 'N', odd, undefined, testMoment)).toEqual({ value: raw });
    }
  });
});

describe('K and B', () => {
  const coefficients = [
    { since: testMoment - 1000, k: 2, b: 1 },
    { since: testMoment, k: 3, b: 0 },
  ];

  it.each([
    ['not before the first coefficients', testMoment - 1001, 10, undefined],
    ['from its first moment on', testMoment - 1000, 21, 10],
    ['to late values with the coefficients of their time', testMoment - 1, 21, 10],
    ['with the next coefficients from their moment on', testMoment, 30, 10],
  ])('apply: %s', (_, ts, value, raw) => {
    const seen = correctValue(10, 'N', channel, coefficients, ts);
    expect(seen.value).toBe(value);
    expect(seen.mark?.raw).toBe(raw);
  });

  it('do not change invalid values', () => {
    expect(correctValue(10, 'D', channel, coefficients, testMoment)).toEqual(kept('D', 0, 10));
    expect(correctValue(101, 'N', channel, coefficients, testMoment)).toEqual(kept('N', bits.range, 101));
  });

  it.each([
    [{ k: 100, b: 0 }, 100],
    [{ k: -1, b: 0 }, 0],
    [{ k: 1e38, b: 1e38 }, 100],
  ])('never leave the range: %o', (terms, value) => {
    expect(correctValue(90, 'N', channel, [{ since: 0, ...terms }], testMoment).value).toBe(value);
  });

  it('give a number that is stored exactly, with or without a range', () => {
    const limits = fc.constantFrom(
      { min: null, max: null },
      { min: 0.3, max: 0.7 },
      { min: -0.1, max: 1000.1 },
    );
    fc.assert(
      fc.property(float, fc.double({ noNaN: true, noDefaultInfinity: true }), limits, (raw, k, range) => {
        const { value } = correctValue(
          raw,
          'N',
          makeChannel(1, range),
          [{ since: 0, k, b: 0.1 }],
          testMoment,
        );
        if (value === null) return;
        expect(Number.isFinite(value)).toBe(true);
        expect(Math.fround(value)).toBe(value);
      }),
    );
  });
});
