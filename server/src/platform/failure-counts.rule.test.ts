import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FailureCounts } from './failure-counts.rule.ts';

const limits = { limit: 3, windowMs: 1000, maxKeys: 4 };

it('blocks a key for one window from the failure that reaches the limit, and does not renew the block', () => {
  const counts = new FailureCounts(limits);
  expect([counts.add('a', 0), counts.add('a', 900)]).toEqual([1, 2]);
  expect(counts.blockedUntil('a', 900)).toBe(0);
  expect(counts.add('a', 999)).toBe(3);
  expect(counts.blockedUntil('a', 999)).toBe(1999);
  expect(counts.add('a', 1500)).toBe(4);
  expect(counts.blockedUntil('a', 1998)).toBe(1999);
  expect(counts.blockedUntil('a', 1999)).toBe(0);
  expect(counts.add('a', 1999)).toBe(1);
});

it('forgets failures below the limit when their window ends', () => {
  const counts = new FailureCounts(limits);
  counts.add('a', 0);
  counts.add('a', 500);
  expect(counts.count('a', 999)).toBe(2);
  expect(counts.count('a', 1000)).toBe(0);
});

it('adopts a block of another process, for at most one window of its own', () => {
  const counts = new FailureCounts(limits);
  counts.block('a', 99_999, 0);
  expect(counts.blockedUntil('a', 0)).toBe(1000);
  counts.block('b', 0, 0);
  expect(counts.blockedUntil('b', 0)).toBe(0);
});

it('keeps at most the maximum number of keys, and drops the one whose last failure is the oldest', () => {
  const counts = new FailureCounts(limits);
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) counts.add(key, 0);
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => counts.count(key, 0))).toEqual([2, 0, 1, 1, 1]);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat(500))), (failures) => {
      const many = new FailureCounts(limits);
      let now = 0;
      for (const [key, waited] of failures) {
        many.add(key, (now += waited));
        expect(many.size).toBeLessThanOrEqual(limits.maxKeys);
      }
    }),
  );
});
