import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hours, RuleFinding } from '../tests/finding.ts';
import { judgeFlatLine } from '../tests/flat-line.rule.ts';
import { judgeGap } from '../tests/gap.rule.ts';
import { judgeRate } from '../tests/rate.rule.ts';
import { judgeSpike } from '../tests/spike.rule.ts';
import { centre } from './hour-window.ts';
import { reach } from './reach.rule.ts';

const judges = {
  spike: (hours: Hours, at: number) => judgeSpike(hours, at, { factor: 3, floor: 2 }),
  flat: (hours: Hours, at: number) => judgeFlatLine(hours, at, { span: 4, floor: 0, rarity: 20 }),
  rate: (hours: Hours, at: number) => judgeRate(hours, at, { change: 3 }),
  missing: (hours: Hours, at: number) => judgeGap(hours, at, { span: 2 }),
} satisfies Record<string, (hours: Hours, at: number) => RuleFinding | undefined>;

/** Few different values and many gaps, so that runs are long. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 3, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 40 }) },
);
const run = fc.tuple(value, fc.integer({ min: 1, max: 12 }));
const line = fc
  .array(run, { minLength: 2 * centre + 1, maxLength: 2 * centre + 1 })
  .map((runs) =>
    Float64Array.from(runs.flatMap(([of, length]) => Array(length).fill(of)).slice(0, 2 * centre + 1)),
  );

describe('the reach of a changed hour', () => {
  it.each(Object.keys(judges) as (keyof typeof judges)[])(
    'covers every verdict of %s that it changes',
    (test) => {
      const judge = judges[test];
      fc.assert(
        fc.property(line, value, (before, changed) => {
          const after = before.slice();
          after[centre] = changed;
          for (let place = 0; place < after.length; place++) {
            if (place >= centre - reach[test].before && place <= centre + reach[test].after) continue;
            expect(judge(after, place)).toEqual(judge(before, place));
          }
        }),
        { numRuns: 300 },
      );
    },
  );
});
