import { readMapStart } from '@limpid/contract/map/start';
import { expect, it } from 'vitest';
import type { LngLat } from '../../../map/map.ts';
import { chooseStart, type StartFacts } from './choose-start.ts';
import { findKnownStart } from './known-start.ts';

const nowhere = { centre: undefined, zoom: undefined };
const city = readMapStart({ MAP_CENTER: '117.23,31.82', MAP_LEVEL: 'city', MAP_ADCODE: '340100' });
const nothing: StartFacts = { last: undefined, wanted: readMapStart({}), chosen: undefined, sites: [] };
const screen = {
  frame: { isNarrow: false, isListOpen: false, hasPanel: false, scale: 1 },
  size: { width: 1000, height: 800 },
};
const last = { center: [2.3, 48.9] as LngLat, zoom: 10 };
const sites: LngLat[] = [
  [4.8, 45.7],
  [4.9, 45.8],
  [116.4, 39.9],
];

it('prefers the address, then the chosen site, then the last view, then the setting', () => {
  const address = { centre: [4.8, 45.7], zoom: 12 } as const;
  const chosen = { place: [6, 44] as LngLat, zoom: 13 };
  const facts = { last, wanted: city, chosen, sites };
  expect(chooseStart(address, facts, screen)).toEqual({ center: [4.8, 45.7], zoom: 12 });
  const atSite = chooseStart(nowhere, facts, screen);
  expect(atSite.zoom).toBe(13);
  expect(atSite.center[0]).toBeCloseTo(6, 1);
  expect(chooseStart(nowhere, { ...facts, chosen: undefined }, screen)).toEqual(last);
  expect(chooseStart(nowhere, { ...nothing, wanted: city, sites }, screen)).toEqual({
    center: [117.23, 31.82],
    zoom: 9,
  });
});

it('opens where most sites are, with the administrative code for maps that support it', () => {
  const start = chooseStart(
    nowhere,
    { ...nothing, wanted: readMapStart({ MAP_ADCODE: '340100' }), sites },
    screen,
  );
  expect(start.adcode).toBe('340100');
  expect(start.center[0]).toBeCloseTo(4.85, 1);
  expect(start.zoom).toBeGreaterThan(9);
});

it('shows the world without sites', () => {
  const start = chooseStart(
    nowhere,
    { ...nothing, wanted: readMapStart({ MAP_CENTER: 'somewhere' }) },
    screen,
  );
  expect(start).toMatchObject({ center: [60, 30], zoom: 1.5 });
});

it('knows the start before the sites come, unless it is a site', () => {
  const facts = { last, wanted: city };
  expect(findKnownStart({ centre: [4.8, 45.7], zoom: 12, siteId: 7 }, facts)?.zoom).toBe(12);
  expect(findKnownStart({ ...nowhere, siteId: 7 }, facts)).toBeUndefined();
  expect(findKnownStart(nowhere, facts)).toEqual(last);
  expect(findKnownStart(nowhere, { ...facts, last: undefined })?.center).toEqual([117.23, 31.82]);
  expect(findKnownStart(nowhere, nothing)).toBeUndefined();
});
