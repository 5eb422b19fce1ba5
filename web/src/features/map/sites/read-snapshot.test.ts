import { HOUR_MS } from '@limpid/contract/durations';
import type { SiteIndices } from '@limpid/contract/map/site-update';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapSite } from '../map-site.ts';
import { applyUpdates, keepNewer, readSnapshot, renewSites } from './read-snapshot.ts';
import { snapshot } from './snapshot.fixture.ts';

const sites = readSnapshot(snapshot);

describe('a snapshot', () => {
  it('becomes one object per site', () => {
    expect([...sites.keys()]).toEqual([7, 10, 11]);
    expect(sites.get(7)).toMatchObject({
      name: 'Gate',
      entityId: 9,
      place: [4.8, 45.7],
      state: 'on',
      isSimulated: false,
      indices: { hour: 3_600_000, china: { aqi: 61, primary: 3, reference: true }, atmo: { aqi: null } },
    });
    expect(sites.get(10)).toMatchObject({ place: null, state: 'off', isSimulated: true, indices: null });
  });

  it('distinguishes values of another time, invalid values and missing ones', () => {
    expect(Object.fromEntries(sites.get(7)?.values ?? [])).toEqual({
      'PM2.5': { value: 42.4, ts: 7_200_000, flag: 'N' },
      TEMP: { value: 21.5, ts: 7_100_000, flag: 'N' },
    });
    expect(sites.get(10)?.values.get('PM2.5')).toEqual({ value: null, ts: 1_000_000, flag: 'D' });
    expect(sites.get(11)?.values.size).toBe(0);
  });
});

describe('a live update', () => {
  it('replaces the values of a site, and its index only if it changed', () => {
    const update = {
      siteId: 7,
      state: 'on',
      ts: 7_260_000,
      values: { 'PM2.5': null },
      flags: { 'PM2.5': 'T' },
    };
    const later = applyUpdates(sites, [{ ...update, state: 'on' }]);
    expect(later.get(7)).toMatchObject({ name: 'Gate', ts: 7_260_000, indices: { china: { aqi: 61 } } });
    expect(Object.fromEntries(later.get(7)?.values ?? [])).toEqual({
      'PM2.5': { value: null, ts: 7_260_000, flag: 'T' },
    });
    expect(applyUpdates(sites, [{ ...update, state: 'off', index: null }]).get(7)?.indices).toBeNull();
    expect(later.get(10)).toBe(sites.get(10));
  });

  it('of an unknown site changes nothing', () => {
    expect(applyUpdates(sites, [{ siteId: 99, state: 'on', ts: 0, values: {} }])).toBe(sites);
  });
});

describe('a renewed snapshot', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 10_800_000, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const later = applyUpdates(sites, [
    { siteId: 7, state: 'stopped', ts: 7_260_000, values: { 'PM2.5': 98 } },
  ]);

  it('keeps what a live update brought while it was under way', () => {
    const moved = new Map([...sites].map(([id, site]) => [id, { ...site, name: `${site.name} 2` }] as const));
    const kept = keepNewer(later, moved);
    expect(kept.get(7)).toMatchObject({ name: 'Gate 2', state: 'stopped', ts: 7_260_000 });
    expect(kept.get(7)?.values.get('PM2.5')).toMatchObject({ value: 98 });
    expect(kept.get(10)).toBe(moved.get(10));
  });

  it('keeps the newer index, and leaves out sites that have gone', () => {
    const indices = { ...sites.get(7)?.indices, hour: 7_200_000 } as SiteIndices;
    const known = new Map([...sites, [7, { ...sites.get(7), indices } as MapSite]]);
    const renewed = new Map([...sites].filter(([id]) => id !== 11));
    expect(keepNewer(known, renewed).get(7)?.indices?.hour).toBe(7_200_000);
    expect([...keepNewer(known, renewed).keys()]).toEqual([7, 10]);
  });

  it('ends an index that has expired, but not one that a live update has just brought', async () => {
    const hour = snapshot.sites.hour.map(() => null);
    const withoutIndices = { ...snapshot, sites: { ...snapshot.sites, hour } };
    expect((await renewSites(sites, withoutIndices)).get(7)?.indices?.hour).toBe(3_600_000);
    vi.setSystemTime(3_600_000 + 3 * HOUR_MS + 1);
    expect((await renewSites(sites, withoutIndices)).get(7)?.indices).toBeNull();
    expect(keepNewer(sites, readSnapshot(withoutIndices)).get(7)?.indices).toBeNull();
  });

  it('keeps the objects of sites that have not changed', async () => {
    const values = snapshot.values.map((column) => column.with(0, 43.5));
    const renewed = await renewSites(later, { ...snapshot, values });
    expect(renewed.get(7)).toBe(later.get(7));
    expect(renewed.get(10)).toBe(later.get(10));
    expect((await renewSites(sites, { ...snapshot, values })).get(7)).not.toBe(sites.get(7));
    const renamed = { ...snapshot.sites, name: snapshot.sites.name.map((name) => `${name} 2`) };
    expect((await renewSites(later, { ...snapshot, sites: renamed })).get(7)).toMatchObject({
      name: 'Gate 2',
      ts: 7_260_000,
    });
  });

  it('replaces older values', () => {
    expect(keepNewer(sites, later).get(7)).toEqual(later.get(7));
  });
});
