import { expect, it } from 'vitest';
import { listFirstTiles } from './first-tiles.ts';

const spell = (tiles: ReturnType<typeof listFirstTiles>) => tiles.map(({ z, x, y }) => `${z}/${x}/${y}`);
const desktop = { width: 1440, height: 900 };

it.each([
  [
    'a city, those around its centre first',
    [116.4, 39.9],
    9.5,
    { width: 200, height: 100 },
    ['9/421/194', '9/421/193'],
  ],
  ['beyond the deepest tiles', [116.4, 39.9], 14, { width: 200, height: 100 }, ['10/843/388']],
  ['the whole world, each tile once', [60, 30], 0.4, desktop, ['0/0/0']],
  ['the date line', [179.9, -17], 4, { width: 600, height: 100 }, ['4/15/8', '4/0/8']],
  ['the edge in the north', [10, 84.9], 3, { width: 100, height: 900 }, ['3/4/0']],
] as const)('lists the tiles of %s', (_, center, zoom, size, expected) => {
  expect(spell(listFirstTiles({ center, zoom }, size, 10))).toEqual(expected);
});

it('covers a desktop without a gap', () => {
  const tiles = listFirstTiles({ center: [116.4, 39.9], zoom: 7.9 }, desktop, 10);
  const [columns, rows] = [new Set(tiles.map(({ x }) => x)), new Set(tiles.map(({ y }) => y))];
  expect(tiles).toHaveLength(columns.size * rows.size);
  expect(columns.size).toBeGreaterThanOrEqual(2);
});
