import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, keysAfter, listWindows, type RowKey } from './history-order.rule.ts';

const siteIds = [7, 3, 5];
const key = fc.record({ siteId: fc.constantFrom(...siteIds), ts: fc.integer({ min: 0, max: 9 }) });

describe('the order of rows', () => {
  it('is by time and then by the requested order of sites', () => {
    const keys: RowKey[] = [
      { siteId: 3, ts: 2 },
      { siteId: 7, ts: 1 },
      { siteId: 7, ts: 2 },
      { siteId: 5, ts: 3 },
    ];
    const names = keys.toSorted(compareKeys(siteIds, 'newest')).map(({ siteId, ts }) => `${ts}/${siteId}`);
    expect(names).toEqual(['3/5', '2/7', '2/3', '1/7']);
  });

  it('is the exact reverse from the other side, and a place divides all rows into two parts', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { selector: ({ siteId, ts }) => `${siteId} ${ts}` }),
        key,
        (keys, place) => {
          const newest = keys.toSorted(compareKeys(siteIds, 'newest'));
          expect(keys.toSorted(compareKeys(siteIds, 'oldest'))).toEqual(newest.toReversed());
          const older = keysAfter(keys, place, siteIds, 'newest', 100);
          const newer = keysAfter(keys, place, siteIds, 'oldest', 100);
          const own = keys.filter(({ siteId, ts }) => siteId === place.siteId && ts === place.ts);
          expect([...newer.toReversed(), ...own, ...older]).toEqual(newest);
        },
      ),
    );
  });

  it('begins before all sites of a moment that is named without a site', () => {
    const keys = siteIds.map((siteId) => ({ siteId, ts: 4 }));
    expect(keysAfter(keys, { siteId: 0, ts: 4 }, siteIds, 'newest', 2)).toEqual(keys.slice(0, 2));
    expect(keysAfter(keys, { siteId: 0, ts: 4 }, siteIds, 'oldest', 2)).toEqual([]);
  });
});

describe('windows', () => {
  it.each(['newest', 'oldest'] as const)('cover a period once, from the %s side', (order) => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.integer({ min: 1, max: 50 }), (from, length, first) => {
        const windows = [...listWindows([from, from + length], order, first, 4 * first)];
        const ordered = order === 'newest' ? windows.toReversed() : windows;
        expect(ordered.flat()).toEqual(ordered.length === 0 ? [] : [from, ...inner(ordered), from + length]);
        for (const [start, end] of ordered) expect(end - start).toBeLessThanOrEqual(4 * first);
      }),
    );
  });
});

/** The borders between windows, each twice. */
function inner(windows: readonly (readonly [number, number])[]): number[] {
  return windows.slice(1).flatMap(([start]) => [start, start]);
}
