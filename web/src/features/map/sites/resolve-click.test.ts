import { expect, it } from 'vitest';
import { resolveClick } from './resolve-click.ts';

const isSite = (id: number) => id > 0 && id < 100;
const codeOf = (id: number | undefined) => (id === -3 ? '1001A' : undefined);
const nothing = { overlapping: [], siteId: undefined, station: undefined };

it.each([
  ['a site', [7], { ...nothing, siteId: 7 }],
  ['a reference station', [-3], { ...nothing, station: '1001A' }],
  ['several sites', [7, 8], { ...nothing, overlapping: [7, 8] }],
  ['a site over a reference station', [7, -3], { ...nothing, overlapping: [7, -3] }],
  ['what has gone meanwhile', [700, -4], nothing],
])('a click on %s opens it, or the choice between several', (_, ids, expected) => {
  expect(resolveClick(ids, isSite, codeOf)).toEqual(expected);
});
