import { describe, expect, it } from 'vitest';
import { findDepartments } from './department-name.rule.ts';

const departments = [
  { deptId: 100, path: ['澄'] },
  { deptId: 110, path: ['澄', 'East'] },
  { deptId: 111, path: ['澄', 'East', 'Shift 1'] },
  { deptId: 120, path: ['澄', 'West'] },
  { deptId: 121, path: ['澄', 'West', 'Shift 1'] },
];

describe('a department in a sheet', () => {
  it.each<[string, number[]]>([
    ['110', [110]],
    [' 110 ', [110]],
    ['7', [7]],
    ['East', [110]],
    ['ｅａｓｔ', [110]],
    ['澄/East', [110]],
    ['East / Shift 1', [111]],
    ['澄>West>Shift 1', [121]],
    ['West／Shift 1', [121]],
    ['Shift 1', [111, 121]],
    ['North', []],
    ['East/澄', []],
    ['x/澄/East', []],
    ['', []],
  ])('written as %j', (written, found) => {
    expect(findDepartments(departments, written)).toEqual(found);
  });
});
