import { expect, it } from 'vitest';
import { makeIndexScale } from '../../resource/air/use-index-scale.ts';
import { ageOf } from './age-of.ts';
import { readSnapshot } from './read-snapshot.ts';
import { makeScale } from './shade.ts';
import { snapshot } from './snapshot.fixture.ts';

const [rule] = snapshot.indices;
const site = readSnapshot(snapshot).get(7);
if (!rule || !site?.indices) throw new Error('no site with an index');
const index = makeIndexScale(rule, false, (key) => key);
const scaleOf = (layer: string) => makeScale({ layer, index, channels: snapshot.channels, isSafe: false });

it('a value is as old as its moment, an index as the end of its hour', () => {
  const { ts } = site.values.get('PM2.5') ?? { ts: 0 };
  expect(ageOf(site, scaleOf('PM2.5'), ts + 900_000)).toBe(900_000);
  expect(ageOf(site, scaleOf('aqi'), (site.indices?.hour ?? 0) + 2 * 3_600_000)).toBe(3_600_000);
});

it('of a silent site the last report counts, whatever it is coloured by', () => {
  expect(ageOf({ ...site, state: 'off', ts: 1000, indices: null }, scaleOf('aqi'), 61_000)).toBe(60_000);
  expect(ageOf({ ...site, state: 'off', ts: null, indices: null }, scaleOf('aqi'), 61_000)).toBeUndefined();
});

it('what a site does not measure has no age', () => {
  expect(ageOf({ ...site, values: new Map() }, scaleOf('PM2.5'), 61_000)).toBeUndefined();
});
