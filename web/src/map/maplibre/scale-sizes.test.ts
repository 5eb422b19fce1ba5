import { describe, expect, it } from 'vitest';
import { scaleSize, scaleSizes } from './scale-sizes.ts';
import { buildLayers } from './style.ts';

describe('a wall screen', () => {
  it.each([
    [12, 24],
    [
      ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 15],
      ['interpolate', ['linear'], ['zoom'], 1, 20, 6, 30],
    ],
    [
      [0, -36],
      [0, -72],
    ],
    [
      ['step', ['zoom'], 10, 7, ['get', 'size']],
      ['step', ['zoom'], 20, 7, ['*', 2, ['get', 'size']]],
    ],
  ])('scales the size %j to %j', (size, scaled) => expect(scaleSize(size, 2)).toEqual(scaled));

  it('scales names and markers but not the base map', () => {
    const look = {
      theme: 'light',
      language: 'en',
      borders: true,
      plain: false,
      isWaterKnown: true,
      named: true,
      operatorTiles: undefined,
    } as const;
    const [plain, large] = [1, 2].map((scale) => buildLayers({ ...look, scale }));
    const grown = plain?.filter((layer, place) => JSON.stringify(layer) !== JSON.stringify(large?.[place]));
    expect(grown?.map(({ id }) => id)).toEqual(
      plain
        ?.filter(({ id, type }) => type === 'symbol' || id.startsWith('selected-ring'))
        .map(({ id }) => id),
    );
    const layoutOf = (name: string) => large?.find(({ id }) => id === name)?.layout;
    expect(layoutOf('sites')).toMatchObject({ 'icon-size': 2 });
    expect(layoutOf('site-names')).toMatchObject({ 'text-size': 24 });
  });

  it('leaves layers unchanged at scale 1', () => {
    const layer = { id: 'a', type: 'symbol', source: 'a' } as const;
    expect(scaleSizes(layer, 1)).toBe(layer);
  });
});
