import { expect, it } from 'vitest';
import { joinColumns } from './join-columns.rule.ts';

it('puts values of one moment into one row, and leaves others empty', () => {
  const rows = joinColumns([
    { at: [1, 3], values: [10, 30] },
    { at: [], values: [] },
    { at: [2, 3], values: [200, 300] },
  ]);
  expect(rows).toEqual([
    { at: 1, values: [10, null, null] },
    { at: 2, values: [null, null, 200] },
    { at: 3, values: [30, null, 300] },
  ]);
});
