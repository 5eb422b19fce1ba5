import { describe, expect, it } from 'vitest';
import { boxBetween, countCells, isInBox, moveCell, readCell, writeCell } from './cell-marks.ts';

describe('a box of marked cells', () => {
  it('spans the same cells whichever corner comes first', () => {
    const box = boxBetween({ row: 3, column: 1 }, { row: 1, column: 2 });
    expect(box).toEqual({ first: { row: 1, column: 1 }, last: { row: 3, column: 2 } });
    expect(box).toEqual(boxBetween({ row: 1, column: 2 }, { row: 3, column: 1 }));
    expect(box && countCells(box)).toBe(6);
    expect(isInBox(box, { row: 2, column: 2 })).toBe(true);
    expect(isInBox(box, { row: 2, column: 0 })).toBe(false);
  });

  it('does not exist for one cell', () => {
    expect(boxBetween({ row: 1, column: 1 }, { row: 1, column: 1 })).toBeUndefined();
    expect(isInBox(undefined, { row: 1, column: 1 })).toBe(false);
  });
});

describe('arrow keys', () => {
  const size = { row: 2, column: 3 };
  it.each([
    ['ArrowDown', { row: 1, column: 1 }],
    ['ArrowUp', { row: 0, column: 1 }],
    ['ArrowLeft', { row: 0, column: 0 }],
    ['ArrowRight', { row: 0, column: 2 }],
    ['Enter', undefined],
  ])('%s', (key, reached) => {
    expect(moveCell({ row: 0, column: 1 }, key, size)).toEqual(reached);
  });

  it('stop at the last row and column', () => {
    expect(moveCell({ row: 1, column: 2 }, 'ArrowDown', size)).toEqual({ row: 1, column: 2 });
    expect(moveCell({ row: 1, column: 2 }, 'ArrowRight', size)).toEqual({ row: 1, column: 2 });
  });
});

it('reads a cell as it was written', () => {
  expect(readCell(writeCell({ row: 12, column: 3 }))).toEqual({ row: 12, column: 3 });
  expect(readCell(undefined)).toBeUndefined();
});
