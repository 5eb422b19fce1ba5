import { expect, it } from 'vitest';
import { readSnapshot } from '../sites/read-snapshot.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { snapshot } from '../sites/snapshot.fixture.ts';
import { formatShare } from './format-share.ts';
import { barLength, countLevels, rankNow } from './rank-sites.ts';

const [site] = readSnapshot(snapshot).values();
const plain = { fill: '', ink: '', name: '' };

function show(values: readonly (number | undefined)[], isStale = false): ShownSite[] {
  if (!site) throw new Error('The fixture has changed.');
  return values.map((value, place) => ({
    site: { ...site, siteId: place + 1 },
    look: { ...plain, value, level: value === undefined ? 0 : value > 50 ? 2 : 1, isStale },
  }));
}

it('gives equal values the same rank and skips the following ranks', () => {
  const ranks = (order: 'asc' | 'desc') =>
    rankNow(show([30, 80, 80, 20]), order).map(({ rank, value }) => [rank, value]);
  expect(ranks('desc')).toEqual([
    [1, 80],
    [1, 80],
    [3, 30],
    [4, 20],
  ]);
  expect(ranks('asc')[0]).toEqual([1, 20]);
});

it('leaves out sites without a current value', () => {
  expect(rankNow(show([undefined, 5]), 'desc')).toHaveLength(1);
  expect(rankNow(show([5], true), 'desc')).toEqual([]);
  expect(rankNow(show(Array.from({ length: 30 }, (_, n) => n)), 'desc')).toHaveLength(10);
});

it('scales bars to their values, including negative ones', () => {
  const lines = rankNow(show([10, 5, -10]), 'desc');
  expect(lines.map(({ value }) => barLength(value, lines))).toEqual([1, 0.75, 0]);
  expect(barLength(0, rankNow(show([0]), 'desc'))).toBe(0);
});

it('counts every site on one step of the scale or on none', () => {
  const steps = ['a', 'b', 'c'].map((name) => ({ upTo: null, fill: '', ink: '', name }));
  const sites = [...show([30, 80, 80, undefined]), ...show([99], true)];
  expect(countLevels(sites, { steps })).toEqual([
    { level: 1, count: 1 },
    { level: 2, count: 2 },
    { level: 3, count: 0 },
    { level: 0, count: 2 },
  ]);
});

it('shows 100 % only for complete shares', () => {
  expect(formatShare(0.9996, 'en', 1)).toBe('99.9%');
  expect(formatShare(1, 'en', 1)).toBe('100.0%');
  expect(formatShare(0.29, 'en')).toBe('29%');
});
