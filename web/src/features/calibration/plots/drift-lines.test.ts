import { expect, it } from 'vitest';
import { alignDrift } from './drift-lines.ts';

it('what is in force holds until the next change, and so does a fit', () => {
  const applied = [
    { at: 10, k: 1, b: 0 },
    { at: 30, k: 1.2, b: 3 },
  ];
  const fitted = [{ at: 20, k: 1.4, b: 5 }];
  expect(alignDrift({ to: 40, applied, fitted }, 'k')).toEqual({
    ts: [10, 20, 30, 40],
    applied: [1, 1, 1.2, 1.2],
    fitted: [null, 1.4, 1.4, 1.4],
  });
  expect(alignDrift({ to: 40, applied: [], fitted }, 'b').applied).toEqual([null, null]);
});
