import { describe, expect, it } from 'vitest';
import type { OperatorTiles } from './operator-tiles.ts';
import { buildLayers, type StyleOptions } from './style.ts';

const look: StyleOptions = {
  theme: 'light',
  scale: 1,
  language: 'zh',
  borders: false,
  operatorTiles: undefined,
};
const idsOf = (changes: Partial<StyleOptions>) => buildLayers({ ...look, ...changes }).map(({ id }) => id);

describe('the embedded map', () => {
  it('shows borders and names of countries only where they are asked for', () => {
    expect(idsOf({}).filter((id) => /border|country/.test(id))).toEqual([]);
    expect(idsOf({ borders: true })).toEqual(
      expect.arrayContaining(['border', 'border-disputed', 'country']),
    );
  });

  it('has the same layers in either theme and every language, so that it can be changed in place', () => {
    for (const theme of ['light', 'dark'] as const)
      for (const language of ['zh', 'en', 'fr'] as const)
        expect(idsOf({ theme, language })).toEqual(idsOf({}));
  });

  it('lies under the operator’s pictures, names and all, and shows where they do not come', () => {
    const operatorTiles: OperatorTiles = {
      source: { type: 'raster', tiles: ['/{z}/{x}/{y}'] },
      hidesBasemap: true,
      buildLayers: () => [{ id: 'tiles', type: 'raster', source: 'tiles' }],
    };
    const ids = idsOf({ operatorTiles });
    expect(ids.indexOf('tiles')).toBeGreaterThan(ids.indexOf('city'));
    expect(ids.indexOf('graticule')).toBeGreaterThan(ids.indexOf('tiles'));
    expect(ids.at(-1)).toBe('selected');
  });
});
