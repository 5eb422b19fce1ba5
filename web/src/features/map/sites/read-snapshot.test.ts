import { describe, expect, it } from 'vitest';
import { applyUpdates, readSnapshot } from './read-snapshot.ts';
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
