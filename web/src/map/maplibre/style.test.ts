import type { GeoJSONSourceSpecification, Map as MapLibre } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { colors } from './colors.ts';
import type { OperatorTiles } from './operator-tiles.ts';
import { buildLayers, buildStyle, changeTileLayers, type StyleOptions } from './style.ts';

const look: StyleOptions = {
  theme: 'light',
  scale: 1,
  language: 'zh',
  borders: false,
  plain: false,
  isWaterKnown: true,
  named: true,
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

  it('has land, water and sites alone in its plain style', () => {
    const kept = idsOf({ plain: true }).filter((id) => !/^(graticule|ring|selected|reference|site)/.test(id));
    expect(kept).toEqual(['water', 'shore', 'coast', 'land', 'lake', 'lake-edge']);
    expect(idsOf({ plain: true, borders: true })).toContain('border');
  });

  it.each(['light', 'dark'] as const)(
    'has the colour of land until tiles say where water is (%s)',
    (theme) => {
      const find = (id: string, isWaterKnown: boolean) =>
        JSON.stringify(buildLayers({ ...look, theme, isWaterKnown }).find((layer) => layer.id === id)?.paint);
      const { land, water } = colors[theme];
      expect(find('water', false)).toBe(JSON.stringify({ 'background-color': land }));
      expect(find('water', true)).toBe(JSON.stringify({ 'background-color': water }));
    },
  );

  it('is drawn without its names until the first markers are there', () => {
    const names = idsOf({}).filter((id) => !idsOf({ named: false }).includes(id));
    expect(names).toEqual([
      'district',
      'town',
      'small-city',
      'city',
      'reference-names',
      'site-names',
      'selected-name',
    ]);
  });

  it.each(['city', 'small-city'])(
    'always shows the name of a %s, beside the markers that stand on it if there is room',
    (name) => {
      const city = buildLayers(look).find(({ id }) => id === name);
      expect(city?.layout).toMatchObject({ 'text-overlap': ['step', ['zoom'], 'never', 7, 'always'] });
      const [, anchors = []] =
        Object.entries(city?.layout ?? {}).find(([property]) => property === 'text-variable-anchor-offset') ??
        [];
      // MapLibre finds the offset of a label by its anchor, so each stands once.
      const names = [anchors].flat().filter((part) => typeof part === 'string');
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThan(4);
    },
  );

  it('writes districts apart from towns, and draws no town that would be a dot', () => {
    const find = (id: string) => buildLayers(look).find((layer) => layer.id === id);
    expect(find('district')).toMatchObject({ minzoom: 9 });
    expect(JSON.stringify(find('town'))).toContain('["!",["has","district"]]');
    expect(JSON.stringify(find('urban'))).toContain('"filter":[">=",["*",["get","radius"]');
  });

  it('shows the selected site below all clusters, whose numbers stay legible, with its ring', () => {
    const ids = idsOf({});
    const others = Math.min(ids.indexOf('sites'), ids.indexOf('references'));
    expect(ids.indexOf('selected-ring')).toBeLessThan(others);
    expect(ids.indexOf('selected')).toBeLessThan(others);
  });

  it('shows the selected site above all others where nothing is clustered', () => {
    const layers = buildLayers(look);
    expect(layers.at(-1)?.id).toBe('selected-top');
    const { clusterMaxZoom } = buildStyle(look, '').sources['sites'] as GeoJSONSourceSpecification;
    const nearest = Number(clusterMaxZoom) + 1;
    expect(layers.find(({ id }) => id === 'selected')).toMatchObject({ maxzoom: nearest });
    expect(layers.at(-1)).toMatchObject({ minzoom: nearest });
  });

  it('leaves out names of sites that would cover a number, and never a number', () => {
    const layers = buildLayers(look);
    // MapLibre places symbols from the top layer down.
    expect(idsOf({}).slice(idsOf({}).indexOf('city') + 1)).toEqual([
      'selected-ring',
      'selected-ring-above',
      'selected-ring-below',
      'reference-names',
      'site-names',
      'selected-name',
      'selected',
      'references',
      'sites',
      'selected-top',
    ]);
    for (const { id, layout = {} } of layers.slice(-4)) {
      expect(layout, id).toMatchObject({ 'icon-allow-overlap': true });
      for (const rule of ['icon-ignore-placement', 'text-field']) expect(layout, id).not.toHaveProperty(rule);
    }
    for (const { id, layout = {} } of layers.slice(-7, -4))
      for (const rule of ['text-allow-overlap', 'text-overlap', 'text-ignore-placement'])
        expect(layout, id).not.toHaveProperty(rule);
  });
});

const pictures: OperatorTiles = {
  sources: { tiles: { type: 'raster', tiles: ['/{z}/{x}/{y}'] } },
  hidesBasemap: true,
  buildLayers: () => [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  listen: undefined,
  release: () => undefined,
};
const streets: OperatorTiles = {
  ...pictures,
  hidesBasemap: false,
  buildLayers: () => [
    { id: 'tiles-road', type: 'line', source: 'tiles', 'source-layer': 'road' },
    { id: 'tiles-place', type: 'symbol', source: 'tiles', 'source-layer': 'place' },
  ],
};

/** The part of a map that layers are inserted into. */
class LayerList {
  ids: string[];
  constructor(ids: readonly string[]) {
    this.ids = [...ids];
  }
  getLayer = (id: string) => this.ids.includes(id);
  removeLayer = (id: string) => {
    this.ids = this.ids.filter((one) => one !== id);
  };
  addLayer = ({ id }: { id: string }, before: string) => {
    expect(this.ids).toContain(before);
    this.ids.splice(this.ids.indexOf(before), 0, id);
  };
}

describe('the operator’s tiles', () => {
  it('hide the embedded map with its names if they are pictures', () => {
    const ids = idsOf({ operatorTiles: pictures });
    expect(ids.indexOf('tiles')).toBeGreaterThan(ids.indexOf('city'));
    expect(ids.indexOf('graticule')).toBeGreaterThan(ids.indexOf('tiles'));
    expect(ids.at(-1)).toBe('selected-top');
  });

  it.each([
    ['pictures', pictures],
    ['vector tiles', streets],
  ])(
    'join an open map in their place and leave it as it was, with or without a surface: %s',
    (_, operatorTiles) => {
      const [before, after] = [buildLayers(look), buildLayers({ ...look, operatorTiles })];
      const list = (layers: typeof before, hasSurface: boolean) =>
        layers.flatMap(({ id }) => (hasSurface && id === 'graticule' ? ['surface', id] : [id]));
      for (const hasSurface of [false, true]) {
        const fake = new LayerList(list(before, hasSurface));
        // A fake with the used part of a map.
        const map = fake as unknown as MapLibre;
        changeTileLayers(map, before, after);
        expect(fake.ids).toEqual(list(after, hasSurface));
        changeTileLayers(map, after, before);
        expect(fake.ids).toEqual(list(before, hasSurface));
      }
    },
  );
});
