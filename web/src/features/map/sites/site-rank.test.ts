import { expect, it } from 'vitest';
import { findSiteRank } from './site-rank.ts';

/** Only what the rule reads. */
function shown(siteId: number, value: number | undefined, isStale = false) {
  return { site: { siteId }, look: { value, isStale } } as Parameters<typeof findSiteRank>[0][number];
}

const all = [shown(1, 50), shown(2, 80), shown(3, 50), shown(4, 20), shown(5, undefined), shown(6, 99, true)];

it.each([
  [2, { rank: 1, of: 4 }],
  [1, { rank: 2, of: 4 }],
  [3, { rank: 2, of: 4 }],
  [4, { rank: 4, of: 4 }],
])('ranks site %d, equal values alike', (siteId, rank) => {
  expect(findSiteRank(all, siteId)).toEqual(rank);
});

it.each([5, 6, 7])('gives no rank to site %d without a current value', (siteId) => {
  expect(findSiteRank(all, siteId)).toBeUndefined();
});
