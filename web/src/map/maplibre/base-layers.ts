import type { Language } from '@limpid/contract/language';
import type { Map as MapLibre } from 'maplibre-gl';
import type { MapColors } from './colors.ts';

export type Layer = ReturnType<MapLibre['getStyle']>['layers'][number];

interface BaseLook {
  colors: MapColors;
  language: Language;
  borders: boolean;
}

const source = 'basemap';

/** The name in the chosen language, else the name of the data. */
function nameIn(language: Language) {
  return language === 'en' ? ['get', 'name'] : ['coalesce', ['get', language], ['get', 'name']];
}

/** Interpolates linearly between zoom steps. */
const byZoom = (...steps: (number | string | unknown[])[]) => ['interpolate', ['linear'], ['zoom'], ...steps];

const byRank = (first: number, second: number, third: number) => [
  'match',
  ['get', 'rank'],
  1,
  first,
  2,
  second,
  third,
];

function ground({ colors }: BaseLook): unknown[] {
  // Drawn below the land, the line shows only its outer half and no cuts inside the land.
  const shore = (id: string, width: unknown[], color: string, blur: unknown) => ({
    id,
    type: 'line',
    source,
    'source-layer': 'land',
    layout: { 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width, 'line-blur': blur },
  });
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
    shore('shore', byZoom(0, 4, 4, 16, 8, 36, 12, 60), colors.shore, byZoom(0, 3, 4, 10, 8, 22, 12, 40)),
    shore('coast', byZoom(0, 0.8, 5, 1.8, 10, 2.6), colors.coast, 0),
    {
      id: 'land',
      type: 'fill',
      source,
      'source-layer': 'land',
      paint: { 'fill-color': colors.land, 'fill-antialias': true },
    },
  ];
}

function waters({ colors }: BaseLook): unknown[] {
  return [
    {
      id: 'river',
      type: 'line',
      source,
      'source-layer': 'river',
      minzoom: 3,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colors.river,
        'line-width': byZoom(3, 0.4, 6, 1.1, 9, 2.2, 12, 3.5),
        // Only at low zoom: the data is about a kilometre off.
        'line-opacity': byZoom(3, 0.5, 5, 1, 10, 1, 12.5, 0),
      },
    },
    {
      id: 'lake',
      type: 'fill',
      source,
      'source-layer': 'lake',
      paint: { 'fill-color': colors.water, 'fill-opacity': byZoom(10, 1, 13, 0.4) },
    },
    {
      id: 'lake-edge',
      type: 'line',
      source,
      'source-layer': 'lake',
      minzoom: 4,
      paint: {
        'line-color': colors.coast,
        'line-width': 0.7,
        'line-opacity': byZoom(4, 0.5, 10, 0.8, 13, 0.2),
      },
    },
  ];
}

function borders({ colors, borders: shown, language }: BaseLook): unknown[] {
  if (!shown) return [];
  const line = (id: string, isDisputed: boolean) => ({
    id,
    type: 'line',
    source,
    'source-layer': 'border',
    filter: isDisputed ? ['has', 'disputed'] : ['!', ['has', 'disputed']],
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': colors.border,
      'line-width': byZoom(1, 0.5, 6, 1.2, 10, 1.8),
      ...(isDisputed && { 'line-dasharray': [3, 2.5] }),
    },
  });
  return [
    line('border', false),
    line('border-disputed', true),
    {
      id: 'country',
      type: 'symbol',
      source,
      'source-layer': 'country',
      maxzoom: 7,
      filter: ['>=', ['*', ['get', 'width'], ['^', 2, ['zoom']]], 70],
      layout: {
        'text-field': nameIn(language),
        'text-size': byZoom(1, 10.5, 6, 15),
        'text-letter-spacing': language === 'zh' ? 0.3 : 0.12,
        'text-max-width': 7,
        'symbol-sort-key': ['-', ['get', 'width']],
      },
      paint: { 'text-color': colors.countryInk, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 },
    },
  ];
}

/** Discs fade out towards their edge: those of neighbouring towns merge. */
const haloSize = 3;
/** Pixels below which a town would be a grey dot. */
const leastRadius = 10;

/** Built-up areas: no package has their shapes, so each town is a disc of the size that its inhabitants need. */
function builtUp({ colors }: BaseLook): unknown[] {
  return [
    {
      id: 'urban',
      type: 'circle',
      source,
      'source-layer': 'urban',
      minzoom: 5,
      filter: ['>=', ['*', ['get', 'radius'], ['^', 2, ['-', ['zoom'], 12]]], leastRadius],
      paint: {
        'circle-color': colors.settlement,
        // The radius of the data is that of zoom 12.
        'circle-radius': [
          'interpolate',
          ['exponential', 2],
          ['zoom'],
          5,
          ['*', ['get', 'radius'], 2 ** -7 * haloSize],
          14,
          ['*', ['get', 'radius'], 4 * haloSize],
        ],
        'circle-blur': 1,
        'circle-opacity': byZoom(5, 0.5, 8, 0.45, 11, 0.4, 13, 0.25),
      },
    },
  ];
}

/** The layers of the base map. */
export function buildBaseLayers(look: BaseLook): Layer[] {
  // The compiler cannot check expressions that are combined from parts.
  return [...ground(look), ...waters(look), ...builtUp(look), ...borders(look)] as Layer[];
}

/** A city is an area: if markers stand on its centre, its name moves farther away. In ems. */
const cityAnchors = [
  ['top', [0, 0.45]],
  ['bottom', [0, -0.45]],
  ['left', [0.45, 0]],
  ['right', [-0.45, 0]],
  ['bottom-left', [1.2, -1.6]],
  ['bottom-right', [-1.2, -1.6]],
  ['top-left', [2, 3.2]],
  ['top-right', [-2, 3.2]],
  ['center', [0, -4]],
].flat(1);

/** City names, above all other base layers. */
export function buildNameLayers({ colors, language }: BaseLook): Layer[] {
  const shared = {
    type: 'symbol',
    source,
    'source-layer': 'place',
    paint: { 'text-halo-color': colors.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 },
  };
  const layout = {
    'text-field': nameIn(language),
    'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
    'text-radial-offset': 0.45,
    'text-justify': 'auto',
    'text-max-width': 8,
    'text-padding': 6,
    'symbol-sort-key': ['+', ['*', ['get', 'rank'], 100], ['get', 'zoom']],
  };
  // A marker must not hide the name of the city that it stands in.
  const stays = {
    'text-variable-anchor-offset': cityAnchors,
    'text-overlap': ['step', ['zoom'], 'never', 7, 'always'],
  };
  const rank = ['get', 'rank'];
  const isDue = ['<=', ['get', 'zoom'], ['zoom']];
  const isDistrict = ['has', 'district'];
  const layers: unknown[] = [
    {
      ...shared,
      id: 'district',
      minzoom: 9,
      filter: ['all', isDistrict, isDue],
      layout: {
        ...layout,
        'text-size': byZoom(9, 10.5, 13, 12.5),
        'text-letter-spacing': language === 'zh' ? 0.2 : 0.08,
        'text-transform': 'uppercase',
      },
      // They are read above the surface of values.
      paint: { ...shared.paint, 'text-color': colors.cityInk },
    },
    {
      ...shared,
      id: 'town',
      minzoom: 7,
      filter: ['all', ['>', rank, 4], ['!', isDistrict], isDue],
      layout: { ...layout, 'text-size': byZoom(7, 10.5, 12, 12.5) },
      paint: { ...shared.paint, 'text-color': colors.townInk },
    },
    {
      ...shared,
      id: 'small-city',
      minzoom: 7,
      filter: ['all', ['==', rank, 4], ['!', isDistrict], isDue],
      layout: { ...layout, ...stays, 'text-size': byZoom(7, 10.5, 12, 12.5) },
      paint: { ...shared.paint, 'text-color': colors.townInk },
    },
    {
      ...shared,
      id: 'city',
      minzoom: 1,
      filter: ['all', ['<=', rank, 3], isDue],
      layout: {
        ...layout,
        ...stays,
        'text-size': byZoom(1, byRank(10.5, 10, 10), 6, byRank(15, 13.5, 12), 10, byRank(18, 16, 14)),
      },
      paint: { ...shared.paint, 'text-color': colors.cityInk },
    },
  ];
  return layers as Layer[];
}
