import { expect, it } from 'vitest';
import type { MapSite } from '../map-site.ts';
import { type Scale, shadeSite } from '../scale/shade.ts';
import { readSnapshot } from './read-snapshot.ts';
import { siteAgeMs as ageOfShown } from './site-age.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';

const site = readSnapshot(snapshot).get(7);
if (!site?.indices) throw new Error('no site with an index');

const siteAgeMs = (given: MapSite, scale: Scale, now: number) =>
  ageOfShown({ site: given, look: shadeSite(given, scale, now) }, scale, now);

it('measures the age of a value from its time, of an index from the end of its hour', () => {
  const { ts } = site.values.get('PM2.5') ?? { ts: 0 };
  expect(siteAgeMs(site, makeSnapshotScale('PM2.5'), ts + 900_000)).toBe(900_000);
  expect(siteAgeMs(site, makeSnapshotScale('aqi'), (site.indices?.hour ?? 0) + 2 * 3_600_000)).toBe(
    3_600_000,
  );
});

it('uses the last report of a silent site for every layer', () => {
  expect(
    siteAgeMs({ ...site, state: 'off', ts: 1000, indices: null }, makeSnapshotScale('aqi'), 61_000),
  ).toBe(60_000);
  expect(
    siteAgeMs({ ...site, state: 'off', ts: null, indices: null }, makeSnapshotScale('aqi'), 61_000),
  ).toBeUndefined();
});

it('has no age for a channel that the site does not measure', () => {
  expect(siteAgeMs({ ...site, values: new Map() }, makeSnapshotScale('PM2.5'), 61_000)).toBeUndefined();
});

it('measures the age of the value that stands in for the index of a new site', () => {
  const { ts } = site.values.get('PM2.5') ?? { ts: 0 };
  expect(siteAgeMs({ ...site, indices: null }, makeSnapshotScale('aqi'), ts + 90_000)).toBe(90_000);
});
