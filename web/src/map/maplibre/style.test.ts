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
  it('shows borders and country names only if enabled', () => {
    expect(idsOf({}).filter((id) => /border|country/.test(id))).toEqual([]);
    expect(idsOf({ borders: true })).toEqual(
      expect.arrayContaining(['border', 'border-disputed', 'country']),
    );
  });

  it('has the same layers in every theme and language, so that they can be updated in place', () => {
    for (const theme of ['light', 'dark'] as const)
      for (const language of ['zh', 'en', 'fr'] as const)
        expect(idsOf({ theme, language })).toEqual(idsOf({}));
  });

  it('shows the selected site below all markers, whose numbers stay legible', () => {
    const ids = idsOf({});
    expect(ids.indexOf('selected')).toBeLessThan(Math.min(ids.indexOf('sites'), ids.indexOf('references')));
  });

  it('lies with its names below the operator’s raster tiles', () => {
    const operatorTiles: OperatorTiles = {
      source: { type: 'raster', tiles: ['/{z}/{x}/{y}'] },
      hidesBasemap: true,
      buildLayers: () => [{ id: 'tiles', type: 'raster', source: 'tiles' }],
    };
    const ids = idsOf({ operatorTiles });
    expect(ids.indexOf('tiles')).toBeGreaterThan(ids.indexOf('city'));
    expect(ids.indexOf('graticule')).toBeGreaterThan(ids.indexOf('tiles'));
    expect(ids.at(-1)).toBe('sites');
  });
});
