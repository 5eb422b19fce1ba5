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
    ['are dropped at every level', [100, 110, 111], [111]],
    ['are dropped if another branch is not checked', [100, 110, 111, 112], [110, 111, 112]],
    ['do not exist if everything is checked', [100, 110, 120, 111, 112], [100, 110, 120, 111, 112]],
    ['do not exist if only a leaf is checked', [120], [120]],
    ['do not exist if nothing is checked', [], []],
    ['do not include a parent that is sent alone', [100], [100]],
    ['do not include parents that are sent without any leaf', [100, 110, 120], [100, 110, 120]],
    [
      'stay if the role already had them, because a new department unchecks nothing',
      [100, 110, 111],
      [100, 110, 111],
      [100, 110, 111],
    ],
    ['stay if nothing is removed, and are not added above', [100, 110, 111], [110, 111], [110, 111]],
    [
      'are dropped if something below them is removed',
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
