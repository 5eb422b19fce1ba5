import { expect, it } from 'vitest';
import { makeListPlaces } from './list-places.ts';
import { applyUpdates, readSnapshot } from './read-snapshot.ts';
import { makeShowSites } from './show-sites.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';

it('lists the same places while sites only report, and others when sites come or go', () => {
  const show = makeShowSites(makeSnapshotScale('PM2.5'));
  const shown = (sites = readSnapshot(snapshot)) =>
    show(sites, 7_260_000, { alarms: new Map(), hoursAgo: undefined });
  const list = makeListPlaces();
  const sites = readSnapshot(snapshot);
  const places = list(shown(sites));
  expect(places).toEqual([
    [4.8, 45.7],
    [116.4, 39.9],
  ]);
  const reported = applyUpdates(sites, [{ siteId: 7, state: 'on', ts: 7_259_000, values: { 'PM2.5': 80 } }]);
  expect(list(shown(reported))).toBe(places);
  expect(list(shown(sites).slice(1))).toEqual([[116.4, 39.9]]);
});
