import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinLine } from './thin.rule.ts';

const at = (count: number) => Array.from({ length: count }, (_, n) => n * MINUTE_MS);

describe('a thinned line', () => {
  it('is unchanged if it is short enough', () => {
    expect(thinLine(at(3), [1, 2, 3], 50, MINUTE_MS)).toEqual({ ts: at(3), values: [1, 2, 3] });
  });

  it('has a gap where more than two steps are missing', () => {
    const line = thinLine([0, MINUTE_MS, 5 * MINUTE_MS], [1, 2, 3], 50, MINUTE_MS);
    expect(line).toEqual({ ts: [0, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS], values: [1, 2, null, 3] });
  });

  it('keeps its first, last, lowest and highest points in order, within the limit', () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 300, maxLength: 3000 });
    fc.assert(
      fc.property(values, fc.integer({ min: 50, max: 400 }), (sent, most) => {
        const { ts, values: kept } = thinLine(at(sent.length), sent, most, MINUTE_MS);
        const known = kept.filter((value) => value !== null);
        expect(ts.length).toBeLessThanOrEqual(Math.max(most + 4, sent.length <= most ? sent.length : 0));
        expect(ts).toEqual(ts.toSorted((a, b) => a - b));
        expect([known[0], known.at(-1)]).toEqual([sent[0], sent.at(-1)]);
        expect([Math.min(...known), Math.max(...known)]).toEqual([Math.min(...sent), Math.max(...sent)]);
      }),
      { numRuns: 50 },
    );
  });
});
