import { describe, expect, it } from 'vitest';
import { dropHalfTicked, dropParents } from './role.rule.ts';

/** 100 ─ 110 ─ 111, 112; 100 ─ 120. */
const departments = [
  { deptId: 100, parentId: 0 },
  { deptId: 110, parentId: 100 },
  { deptId: 120, parentId: 100 },
  { deptId: 111, parentId: 110 },
  { deptId: 112, parentId: 110 },
];

describe('departments that are half ticked', () => {
  it.each<[title: string, ticked: number[], meant: number[]]>([
    ['are left out all the way up', [100, 110, 111], [111]],
    ['are left out where a whole branch beside is missing', [100, 110, 111, 112], [110, 111, 112]],
    ['are not there when everything is ticked', [100, 110, 120, 111, 112], [100, 110, 120, 111, 112]],
    ['are not there when a leaf is', [120], [120]],
    ['are not there when nothing is', [], []],
  ])('%s', (_, ticked, meant) => {
    expect(dropHalfTicked(ticked, departments)).toEqual(meant);
  });
});

describe('a tree with linked ticks', () => {
  it('is given the lowest, and finds the rest by itself', () => {
    expect(dropParents([100, 110, 120, 111, 112], departments)).toEqual([120, 111, 112]);
    expect(dropParents([110], departments)).toEqual([110]);
  });
});
