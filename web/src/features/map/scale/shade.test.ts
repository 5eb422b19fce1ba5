import { expect, it } from 'vitest';
import { readSnapshot } from '../sites/read-snapshot.ts';
import { listSubscribed, listWorst, selectSites } from '../sites/select-sites.ts';
import { makeSnapshotScale, snapshot } from '../sites/snapshot.fixture.ts';
import { formatShade, nameFigure, shadeSite, shadeValue } from './shade.ts';

const byIndex = makeSnapshotScale('aqi');
const byDust = makeSnapshotScale('PM2.5');
const sites = [...readSnapshot(snapshot).values()];
const now = 7_260_000;
const looks = (scale: typeof byIndex, at = now) => sites.map((site) => shadeSite(site, scale, at));

it('a site has the colour of its index, or of the value of a channel as it is shown', () => {
  expect(looks(byIndex)[0]).toMatchObject({
    value: 61,
    level: 2,
    name: 'map.levels.china.good',
    fill: '#FFFF00',
    isStale: false,
  });
  expect(looks(byDust)[0]).toMatchObject({ value: 42, level: 2, fill: '#ffff00', ink: '#000000' });
});

it('a value is rounded once, from all its digits, and the number that is shown decides the colour', () => {
  const bound = byDust.steps[0]?.upTo ?? 0;
  const levels = [0.496, 0.5, 0.504]
    .map((more) => shadeValue(byDust, bound + more))
    .map(({ value, level }) => [value, level]);
  expect(bound % 2).toBe(1);
  expect(levels).toEqual([
    [bound, 1],
    [bound + 1, 2],
    [bound + 1, 2],
  ]);
});

it('a site that is offline, stopped, or without a current value is stale, and never shows zero', () => {
  expect(looks(byDust).map(({ isStale, value }) => [isStale, value])).toEqual([
    [false, 42],
    [true, undefined],
    [true, undefined],
  ]);
  expect(looks(byDust, now + 200_000)[0]).toMatchObject({ isStale: true, value: 42 });
  expect(looks(byIndex, now + 4 * 3_600_000)[0]).toMatchObject({ isStale: true, value: 61 });
});

it('a new site shows its newest value until it has an index, without a level', () => {
  const fresh = { ...(sites[0] ?? fail()), indices: null };
  const look = shadeSite(fresh, byIndex, now);
  expect(look).toMatchObject({ value: undefined, level: 0, isStale: false, substitute: { value: 42 } });
  expect(look.substitute?.reason).toBe('firstHour');
  expect(formatShade(look, byIndex, 'en')).toBe('42');
  // The number is not the index, and is not named like it.
  expect(nameFigure(look, byIndex)).toEqual({ title: 'PM2.5', unit: 'µg/m³' });
  expect(nameFigure(shadeSite(sites[0] ?? fail(), byIndex, now), byIndex)).toBe(byIndex);
  expect(shadeSite({ ...fresh, state: 'off' }, byIndex, now)).toMatchObject({ isStale: true });
  const silent = shadeSite(fresh, byIndex, now + 200_000);
  expect(silent).toMatchObject({ isStale: true, substitute: undefined });
  expect(formatShade(silent, byIndex, 'en')).toBe('—');
});

it('promises an index after the first hour only to a site without any hour, and by a standard of single hours', () => {
  const [site = fail()] = sites;
  const reasonOf = (given: typeof site, index: 'china' | 'atmo' = 'china') =>
    shadeSite(given, makeSnapshotScale('aqi', { index }), now).substitute?.reason;
  expect(reasonOf({ ...site, indices: null })).toBe('firstHour');
  // Its channels or its valid data do not give an index.
  const none = { aqi: null, primary: 0, reference: false, missing: 0 };
  const indices = { hour: 3_600_000, china: none, us: none, europe: none, atmo: none };
  expect(reasonOf({ ...site, indices })).toBe('noIndex');
  expect(reasonOf({ ...site, indices: null }, 'atmo')).toBe('noIndex');
  expect(reasonOf({ ...site, indices: null, state: 'stopped' })).toBeUndefined();
});

it('the colour-blind safe palette has other colours for the same steps', () => {
  const safe = makeSnapshotScale('aqi', { colourBlindSafe: true });
  expect(safe.steps.map(({ name }) => name)).toEqual(byIndex.steps.map(({ name }) => name));
  expect(safe.steps.map(({ fill }) => fill)).not.toEqual(byIndex.steps.map(({ fill }) => fill));
});

it('a channel without levels has no colours, and an unknown one falls back to the index', () => {
  expect(makeSnapshotScale('TEMP')).toMatchObject({ unit: '°C', decimals: 1, steps: [] });
  expect(shadeSite(sites[0] ?? fail(), makeSnapshotScale('TEMP'), now)).toMatchObject({
    value: 21.5,
    level: 0,
  });
  expect(makeSnapshotScale('gone').layer).toBe('aqi');
});

it('sites are found by words, entity, level and state, the worst first', () => {
  const shown = sites.map((site) => ({ site, look: shadeSite(site, byIndex, now) }));
  const names = new Map([
    [9, 'Works'],
    [10, 'Town'],
  ]);
  const none = { search: '', entityIds: [], levels: [], states: [] };
  const found = (part: object) =>
    listWorst(selectSites(shown, { ...none, ...part }, names), 3).map(({ site }) => site.name);
  expect(found({})).toEqual(['Gate', 'Roof', 'Yard']);
  expect(found({ search: ' town  ya' })).toEqual(['Yard']);
  expect(found({ search: 'c003' })).toEqual(['Roof']);
  expect(found({ entityIds: [9] })).toEqual(['Gate']);
  expect(found({ levels: [2] })).toEqual(['Gate']);
  expect(found({ states: ['stopped', 'off'] })).toEqual(['Roof', 'Yard']);
});

it('an old value never leads the list, however high it is', () => {
  const [gate = fail(), yard = fail(), roof = fail()] = sites;
  const look = (value: number | undefined, isStale: boolean) => ({
    ...shadeSite(gate, byIndex, now),
    value,
    isStale,
  });
  const shown = [
    { site: yard, look: look(480, true) },
    { site: roof, look: look(undefined, true) },
    { site: gate, look: look(30, false) },
  ];
  expect(listWorst(shown, 3).map(({ site }) => site.name)).toEqual(['Gate', 'Yard', 'Roof']);
});

it('subscribes to all sites that a filter could match, and to the chosen site with its neighbours', () => {
  const shown = sites.map((site) => ({ site, look: shadeSite(site, byIndex, now) }));
  const names = new Map([[9, 'Works']]);
  const wanted = { search: '', entityIds: [], siteId: undefined };
  expect(listSubscribed(shown, wanted, names)).toEqual([7, 10, 11]);
  // Filters by level and state are ignored: an update may change which sites they match.
  expect(listSubscribed(shown, { ...wanted, entityIds: [9] }, names)).toEqual([7]);
  expect(listSubscribed(shown, { ...wanted, entityIds: [9], siteId: 10 }, names)).toEqual([7, 10]);
  expect(listSubscribed(shown, { ...wanted, search: 'roof', siteId: 7 }, names).toSorted()).toEqual([11, 7]);
  expect(listSubscribed(shown, { ...wanted, search: 'roof', siteId: 99 }, names)).toEqual([11]);
});

function fail(): never {
  throw new Error('no site');
}
