import { expect, it } from 'vitest';
import { sumCounts } from './department-counts.ts';

it('counts the users of a department including its descendants', () => {
  const leaf = { id: 111, label: 'Shift' };
  const nodes = [
    { id: 100, label: 'Top', children: [{ id: 110, label: 'East', children: [leaf] }] },
    { id: 200, label: 'Other' },
  ];
  const counts = [
    { deptId: 111, count: 3 },
    { deptId: 100, count: 1 },
    { deptId: 999, count: 7 },
  ];
  expect([...sumCounts(nodes, counts)]).toEqual([
    [111, 3],
    [110, 3],
    [100, 4],
    [200, 0],
  ]);
});
