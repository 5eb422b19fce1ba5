import { realtimeConditions } from '@limpid/contract/data/realtime-condition';
import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import {
  judgeRealtimeSite,
  type MeasuredSite,
  meetsCondition,
  type RealtimeStanding,
  readNewestMoment,
  readState,
  type SlotValue,
  sortStandings,
} from './site-standing.rule.ts';

const now = Date.parse('2026-04-15T08:00Z');
const value = (change: Partial<SlotValue> = {}): SlotValue => ({
  slot: 1,
  ts: now - MINUTE_MS,
  value: 20,
  flag: 'N',
  ...change,
});
const old = now - 4 * MINUTE_MS;
const site = (change: Partial<MeasuredSite> = {}): MeasuredSite => ({
  siteId: 1,
  isStopped: false,
  isOnline: true,
  wasHeard: true,
  interval: 60,
  values: [value()],
  limit: undefined,
  ruleFlags: undefined,
  ...change,
});
const limit = { slot: 1, value: 35, decimals: 0 };

describe('the state and the conditions of a site', () => {
  it.each<[title: string, change: Partial<MeasuredSite>, state: string, conditions: string[]]>([
    ['reports', {}, 'on', []],
    ['is in contact without a fresh value', { values: [value({ ts: old })] }, 'stale', ['late']],
    ['is in contact without any value', { values: [] }, 'stale', ['late']],
    ['has no contact any more', { isOnline: false }, 'off', ['silent']],
    ['has no contact and no value', { isOnline: false, values: [] }, 'off', ['silent']],
    ['never had contact', { isOnline: false, wasHeard: false, values: [] }, 'silent', ['silent']],
    ['is disabled', { isStopped: true, limit, values: [value({ value: 90, flag: 'D' })] }, 'stopped', []],
    ['is above its limit', { limit, values: [value({ value: 35.6 })] }, 'on', ['above']],
    ['is displayed as its limit', { limit, values: [value({ value: 35.4 })] }, 'on', []],
    ['was above its limit', { limit, values: [value({ value: 90, ts: old })] }, 'stale', ['late']],
    ['is above in another channel', { limit, values: [value({ slot: 2, value: 90 })] }, 'on', []],
    ['has an invalid value', { limit, values: [value({ value: null, flag: 'D' })] }, 'on', ['flagged']],
    ['has an unreadable value', { values: [value({ value: null })] }, 'on', ['flagged']],
    ['is out of range', { limit, values: [value({ value: null, outOfRange: 9e4 })] }, 'on', ['flagged']],
    [
      'has a flagged value above its limit',
      { limit, values: [value({ value: 90, flag: 'S' })] },
      'on',
      ['above', 'flagged'],
    ],
    ['has a flag by a data rule', { ruleFlags: new Set([1]) }, 'on', ['flagged']],
    [
      'has an old value with a flag by a data rule',
      { values: [value({ ts: old })], ruleFlags: new Set([1]) },
      'stale',
      ['flagged', 'late'],
    ],
    ['has a flag by a data rule in a channel without a value', { ruleFlags: new Set([2]) }, 'on', []],
    ['had a flag', { values: [value(), value({ slot: 2, flag: 'M', ts: old })] }, 'on', []],
    ['reports rarely', { interval: 300, values: [value({ ts: now - 15 * MINUTE_MS })] }, 'on', []],
  ])('of a site that %s', (_, change, state, conditions) => {
    const standing = judgeRealtimeSite(site(change), now);
    const met = realtimeConditions.filter((condition) => meetsCondition(standing, condition));
    expect([standing.state, met]).toEqual([state, conditions]);
  });
});

describe('the order of sites', () => {
  const standing = (siteId: number, change: Partial<RealtimeStanding> = {}): RealtimeStanding => ({
    siteId,
    state: 'on',
    isAbove: false,
    isFlagged: false,
    newestTs: now,
    ...change,
  });
  const numbers = new Map([
    [1, { value: 5, isStale: false }],
    [2, { value: 9, isStale: true }],
    [4, { value: 7, isStale: false }],
    [5, { value: 5, isStale: false }],
  ]);
  const ids = (desc: boolean) =>
    sortStandings(
      [1, 2, 3, 4, 5].map((id) => standing(id)),
      ({ siteId }) => numbers.get(siteId),
      desc,
    ).map(({ siteId }) => siteId);

  it('has stale numbers after current ones and missing ones last in both directions, equal ones as they were', () => {
    expect(ids(false)).toEqual([1, 5, 4, 2, 3]);
    expect(ids(true)).toEqual([4, 1, 5, 2, 3]);
  });

  it('by state lists those that report first, and the last heard first within a state', () => {
    const sites = [
      standing(1, { state: 'stopped' }),
      standing(2, { state: 'off', newestTs: now - 9 }),
      standing(3, { state: 'off', newestTs: now - 5 }),
      standing(4, { state: 'silent', newestTs: undefined }),
      standing(5),
    ];
    expect(sortStandings(sites, readState, false).map(({ siteId }) => siteId)).toEqual([5, 3, 2, 4, 1]);
  });

  it('by the time of the newest value lists sites without one last', () => {
    const sites = [standing(1, { newestTs: undefined }), standing(2, { newestTs: now - 9 }), standing(3)];
    expect(sortStandings(sites, readNewestMoment, false).map(({ siteId }) => siteId)).toEqual([2, 3, 1]);
    expect(sortStandings(sites, readNewestMoment, true).map(({ siteId }) => siteId)).toEqual([3, 2, 1]);
  });
});
