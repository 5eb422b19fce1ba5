import { expect, it } from 'vitest';
import { arrangeMembers, pairPoints, subtractValues } from './members.ts';

const member = (siteId: number, values: (number | null)[]) => ({
  siteId,
  code: null,
  name: `site ${siteId}`,
  zone: 'Asia/Shanghai',
  dropped: 0,
  running: 0,
  box: null,
  values,
  flags: null,
  flagged: [],
});
const members = [member(1, []), member(2, []), { ...member(3, []), siteId: null, code: '1001A' }];

it('puts the chosen member in front and keeps colours', () => {
  const plain = arrangeMembers({ members }, null, false);
  expect(plain.map(({ key }) => key)).toEqual(['s1', 's2', 'r1001A']);
  const turned = arrangeMembers({ members }, 'r1001A', false);
  expect(turned.map(({ key, position }) => [key, position])).toEqual([
    ['r1001A', 2],
    ['s1', 0],
    ['s2', 1],
  ]);
  expect(turned[0]?.colour).toBe(plain[2]?.colour);
  expect(arrangeMembers({ members }, 's99', false).map(({ key }) => key)).toEqual(['s1', 's2', 'r1001A']);
});

it('has a difference only where both have a value', () => {
  expect(subtractValues([5, null, 7], [2, 2, null])).toEqual([3, null, null]);
});

it('thins the common values of a pair evenly', () => {
  const count = 5000;
  const ts = Array.from({ length: count }, (_, n) => n);
  const values = ts.map((n) => (n % 2 === 0 ? n : null));
  const { points, step } = pairPoints(ts, member(1, values), member(2, values), 1000);
  expect(step).toBe(3);
  expect(points.length).toBeLessThanOrEqual(1000);
  expect(points[1]).toEqual({ x: 6, y: 6, ts: 6 });
});
