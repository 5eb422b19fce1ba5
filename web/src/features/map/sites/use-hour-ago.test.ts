import { expect, it } from 'vitest';
import { readSnapshot } from './read-snapshot.ts';
import { snapshot } from './snapshot.fixture.ts';
import { findHourAgo } from './use-hour-ago.ts';

const [site] = [...readSnapshot(snapshot).values()].filter(({ indices }) => indices);
if (!site?.indices) throw new Error('no site with an index');
const { siteId, indices } = site;

it.each([
  ['the hour before the index that is shown', indices.hour, 40],
  ['nothing once the site shows the next hour', indices.hour - 3_600_000, undefined],
  ['a value of a channel, which has no hour', undefined, 40],
])('compares an index with %s', (_, hour, expected) => {
  expect(findHourAgo(new Map([[siteId, { value: 40, hour }]]), site)).toBe(expected);
  expect(findHourAgo(new Map(), site)).toBeUndefined();
});
