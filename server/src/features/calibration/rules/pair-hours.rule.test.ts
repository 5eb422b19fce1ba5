import { HOUR_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparedHour, type PairLimits, pairHours } from './pair-hours.rule.ts';
import { splitPairs } from './split-pairs.rule.ts';

const limits: PairLimits = { maxHumidity: 95, maxRain: 0.5, madFactor: 5 };
const count = 40;
const bounds = [0, count * HOUR_MS] as const;
const none: ReadonlyMap<number, number> = new Map();

function series<V>(valueAt: (hour: number) => V | undefined): Map<number, V> {
  const found = new Map<number, V>();
  for (let hour = 0; hour < count; hour++) {
    const value = valueAt(hour);
    if (value !== undefined) found.set(hour * HOUR_MS, value);
  }
  return found;
}

const wave = (hour: number) => 50 + 20 * Math.sin(hour);
const site = series<ComparedHour>((hour) => ({ raw: wave(hour) + (hour % 3) }));
const reference = series(wave);
const plain = { bounds, site, reference, humidity: none, rain: none };

describe('the pairs of a site and its reference', () => {
  it('are the hours that both have, in order', () => {
    const { pairs, dropped } = pairHours(plain, limits);
    expect(pairs).toHaveLength(count);
    expect(pairs[7]).toEqual({ at: 7 * HOUR_MS, raw: wave(7) + 1, reference: wave(7) });
    expect(dropped).toEqual({});
  });

  it('leave out hours, and count them by reason', () => {
    const { pairs, dropped } = pairHours(
      {
        bounds,
        site: series<ComparedHour>((hour) => {
          if (hour === 0) return undefined;
          if (hour === 1) return { without: 'invalid' };
          if (hour === 2) return { without: 'edited' };
          if (hour === 3) return { without: 'coefficients' };
          return { raw: hour === 9 ? 900 : wave(hour) + (hour % 3) };
        }),
        reference: series((hour) => (hour === 4 || hour === 5 ? undefined : wave(hour))),
        humidity: series((hour) => (hour === 6 ? 95.1 : hour === 7 ? 95 : undefined)),
        rain: series((hour) => (hour === 8 ? 0.6 : 0)),
      },
      limits,
    );
    expect(dropped).toEqual({
      noSensor: 1,
      invalid: 1,
      edited: 1,
      coefficients: 1,
      noReference: 2,
      humidity: 1,
      rain: 1,
      outlier: 1,
    });
    expect(pairs).toHaveLength(count - 9);
  });

  it('keep a small deviation where most lie exactly on a line, and not a large one', () => {
    const exact = series<ComparedHour>((hour) => ({
      raw: hour === 9 ? wave(9) + 0.5 : hour === 8 ? 90 : wave(hour),
    }));
    expect(pairHours({ ...plain, site: exact }, limits).dropped).toEqual({ outlier: 1 });
  });

  it('lose no other hours to fit by, whatever was measured in those kept back', () => {
    const fittedOf = (own: ReadonlyMap<number, ComparedHour>) =>
      splitPairs(pairHours({ ...plain, site: own }, limits).pairs).fitted;
    const spiky = series<ComparedHour>((hour) => ({ raw: wave(hour) + (hour % 7 === 0 ? 9 : hour % 3) }));
    const keptBack = new Set(splitPairs(pairHours(plain, limits).pairs).heldOut.map(({ at }) => at));
    const wild = new Map([...spiky].map(([at, one]) => [at, keptBack.has(at) ? { raw: at % 500 } : one]));
    expect(fittedOf(wild)).toEqual(fittedOf(spiky));
  });

  it('and the hours left out are all hours of the window', () => {
    const hour = fc.record({
      raw: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
      reference: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
      humidity: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(hour, { minLength: count, maxLength: count }), (drawn) => {
        const at = (name: 'reference' | 'humidity') => series((n) => drawn[n]?.[name] ?? undefined);
        const own = series<ComparedHour>((n) => {
          const raw = drawn[n]?.raw ?? undefined;
          return raw === undefined ? undefined : { raw };
        });
        const { pairs, dropped } = pairHours(
          { bounds, site: own, reference: at('reference'), humidity: at('humidity'), rain: none },
          limits,
        );
        const left = Object.values(dropped).reduce((sum, one) => sum + one, 0);
        expect(pairs.length + left).toBe(count);
      }),
    );
  });
});
