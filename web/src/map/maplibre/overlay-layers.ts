import { measureBelow, shiftBeside } from '../marker-picture.ts';
import { rankLength } from '../marker-weight.ts';
import { clusterMaxZoom } from '../mercator.ts';
import type { Layer } from './base-layers.ts';
import type { MapColors } from './colors.ts';

/** The graticule and distance rings, which show the scale where there are no streets. */
export function buildMeasureLayers(colors: MapColors): Layer[] {
  const layers: unknown[] = [
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      paint: {
        'line-color': colors.line,
        'line-width': 0.6,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 0, 0.1, 8, 0.12, 11, 0.22],
      },
    },
    {
      id: 'ring',
      type: 'line',
      source: 'rings',
      minzoom: 8.5,
      paint: {
        'line-color': colors.line,
        'line-width': 0.9,
        'line-dasharray': [4, 4],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 8.5, 0, 9.3, 0.6],
      },
    },
    {
      id: 'ring-distance',
      type: 'symbol',
      source: 'rings',
      minzoom: 9,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'distance'],
        'text-size': 10.5,
        'text-keep-upright': true,
      },
      paint: { 'text-color': colors.line, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 },
    },
  ];
  // As in base-layers.ts.
  return layers as Layer[];
}

const byKind = (cluster: unknown, site: unknown) => ['case', ['has', 'point_count'], cluster, site];

const alarm = ['coalesce', ['get', 'alarm'], ''];
const inAlarm = ['coalesce', ['get', 'inAlarm'], 0];

/** The key of an image: for a cluster, the look of its first site by rank, its highest alarm, and both numbers of sites. */
const picture = [
  'concat',
  ['slice', ['get', 'worst'], rankLength],
  '|',
  alarm,
  '|',
  ['to-string', byKind(inAlarm, ['coalesce', ['get', 'alarmsHere'], 0])],
  '|',
  ['to-string', byKind(['get', 'point_count'], ['coalesce', ['get', 'overlapping'], 1])],
];
const rank = ['to-number', ['slice', ['get', 'worst'], 0, rankLength]];
/** Of thousands of sites at one point only the top one is drawn: all of them would take seconds. */
const isOnTop = ['!', ['has', 'covered']];
/** Makes room for the ring of an alarm. */
const byAlarm = (plain: unknown, ringed: unknown) => ['case', ['==', alarm, ''], plain, ringed];

/** What depends on the side on which a marker is drawn beside another. */
const bySide = (above: unknown, below: unknown, plain: unknown) => [
  'match',
  ['get', 'beside'],
  1,
  above,
  -1,
  below,
  plain,
];
const [aboveShift, belowShift] = [shiftBeside('above'), shiftBeside('below')];

const nameSize = 12;
const namePadding = 1;

/** Names begin below their own marker, a pixel apart from it. In ems. */
const nameOffset = (isCluster: boolean, hasAlarm: boolean, shift = 0) => [
  'literal',
  [0, (shift + measureBelow(isCluster, hasAlarm) + namePadding + 1) / nameSize],
];
/** The name of a marker above another is above it as well. */
const nameAbove = ['literal', [0, (aboveShift - measureBelow(false, false) - namePadding - 1) / nameSize]];

/**
 * MapLibre places symbols from the top layer down. Below all markers, names are placed last: one that would cover a number
 * is left out. The name of the selected site comes before the others.
 */
function buildSiteNames(colors: MapColors): unknown[] {
  const name = {
    type: 'symbol',
    minzoom: 11.5,
    filter: isOnTop,
    layout: {
      'text-field': ['coalesce', ['get', 'name'], ''],
      'text-size': nameSize,
      'text-anchor': bySide('bottom', 'top', 'top'),
      'text-padding': namePadding,
      'text-offset': bySide(nameAbove, nameOffset(false, false, belowShift), [
        'case',
        ['has', 'overlapping'],
        byAlarm(nameOffset(true, false), nameOffset(true, true)),
        byAlarm(nameOffset(false, false), nameOffset(false, true)),
      ]),
      'text-max-width': 9,
      // New values change neither the order of names nor which of them have room.
      'symbol-sort-key': ['get', 'site'],
    },
    paint: { 'text-color': colors.siteInk, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  };
  return [
    { ...name, id: 'reference-names', source: 'references' },
    { ...name, id: 'site-names', source: 'sites' },
    { ...name, id: 'selected-name', source: 'selected', filter: true },
  ];
}

/** The ring around the selected marker. A layer for each side: the shift of a circle does not depend on its feature. */
function buildSelectedRing(id: string, shift: number, colors: MapColors): unknown {
  return {
    id,
    type: 'circle',
    source: 'selected',
    filter: ['==', bySide(aboveShift, belowShift, 0), shift],
    paint: {
      'circle-radius': byAlarm(21, 26),
      'circle-translate': [0, shift],
      'circle-color': colors.selection,
      'circle-opacity': 0.18,
      'circle-stroke-color': colors.selection,
      'circle-stroke-width': 2,
    },
  };
}

/** Markers, and with `named` the names of sites. */
export function buildSiteLayers(colors: MapColors, named: boolean): Layer[] {
  const marker = {
    type: 'symbol',
    layout: {
      'icon-image': picture,
      'icon-size': 1,
      'icon-offset': bySide(['literal', [0, aboveShift]], ['literal', [0, belowShift]], ['literal', [0, 0]]),
      'icon-allow-overlap': true,
      'icon-padding': 0,
      'symbol-sort-key': rank,
      'symbol-z-order': 'source',
    },
  };
  const layers: unknown[] = [
    // Below all other markers: above them it would cover the numbers of the cluster that contains it.
    buildSelectedRing('selected-ring', 0, colors),
    buildSelectedRing('selected-ring-above', aboveShift, colors),
    buildSelectedRing('selected-ring-below', belowShift, colors),
    ...(named ? buildSiteNames(colors) : []),
    // Below clusters for the same reason.
    { ...marker, id: 'selected', source: 'selected', maxzoom: clusterMaxZoom + 1 },
    // Clustered separately, so that no reference station represents our own sites.
    { ...marker, id: 'references', source: 'references', filter: isOnTop },
    { ...marker, id: 'sites', source: 'sites', filter: isOnTop },
    // Above its neighbours where nothing is clustered.
    { ...marker, id: 'selected-top', source: 'selected', minzoom: clusterMaxZoom + 1 },
  ];
  return layers as Layer[];
}

const greatest = (property: string, value: unknown) => [
  ['case', ['>', ['accumulated'], ['get', property]], ['accumulated'], ['get', property]],
  value,
];

/**
 * Keeps the look of a cluster's first site by rank and its highest alarm: texts that start with the rank of a site or an
 * alarm, of which the greatest wins. Counts the sites in alarm.
 */
export const clusterProperties = {
  worst: greatest('worst', ['get', 'worst']),
  alarm: greatest('alarm', alarm),
  inAlarm: ['+', inAlarm],
};
