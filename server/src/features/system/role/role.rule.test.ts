import { describe, expect, it } from 'vitest';
import { dropHalfChecked, dropParents } from './role.rule.ts';

/** 100 ─ 110 ─ 111, 112; 100 ─ 120. */
const departments = [
  { deptId: 100, parentId: 0 },
  { deptId: 110, parentId: 100 },
  { deptId: 120, parentId: 100 },
  { deptId: 111, parentId: 110 },
  { deptId: 112, parentId: 110 },
];

describe('half-checked departments', () => {
  it.each<[title: string, ticked: number[], meant: number[], had?: number[]]>([
    ['are left out all the way up', [100, 110, 111], [111]],
    ['are left out where a whole branch beside is missing', [100, 110, 111, 112], [110, 111, 112]],
    ['are not there when everything is ticked', [100, 110, 120, 111, 112], [100, 110, 120, 111, 112]],
    ['are not there when a leaf is', [120], [120]],
    ['are not there when nothing is', [], []],
    ['are not there when a parent is sent alone: it means itself', [100], [100]],
    ['are not there when all parents are sent and no leaf', [100, 110, 120], [100, 110, 120]],
    [
      'stay when the role had them: a neighbour that is new unticks nothing',
      [100, 110, 111],
      [100, 110, 111],
      [100, 110, 111],
    ],
    ['stay where nothing is taken away, and are not added above', [100, 110, 111], [110, 111], [110, 111]],
    [
      'go when something below them is taken away',
      [100, 110, 111, 120],
      [111, 120],
      [100, 110, 111, 112, 120],
    ],
  ])('%s', (_, ticked, meant, had = []) => {
    expect(dropHalfChecked(ticked, had, departments)).toEqual(meant);
  });
});

describe('a tree with linked checkboxes', () => {
  it('receives only the lowest departments', () => {
    expect(dropParents([100, 110, 120, 111, 112], departments)).toEqual([120, 111, 112]);
    expect(dropParents([110], departments)).toEqual([110]);
  });
});
