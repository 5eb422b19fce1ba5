import type { Language } from '@limpid/contract/language';
import type { Map as MapLibre } from 'maplibre-gl';
import type { MapTheme } from '../map.ts';
import { clusterMaxZoom, clusterRadius } from '../mercator.ts';
import { buildBaseLayers, buildNameLayers, type Layer } from './base-layers.ts';
import { colors } from './colors.ts';
import type { OperatorTiles } from './operator-tiles.ts';
import { buildMeasureLayers, buildSiteLayers, clusterProperties } from './overlay-layers.ts';
import { scaleSizes } from './scale-sizes.ts';

type Style = ReturnType<MapLibre['getStyle']>;

export interface StyleOptions {
  theme: MapTheme;
  /** The scale of markers and labels relative to a desktop. */
  scale: number;
  language: Language;
  borders: boolean;
  /** Land and water alone, without names, roads and settlements. */
  plain: boolean;
  /** Tiles have said where water is. Until then the ground has the colour of land, because most maps open inland. */
  isWaterKnown: boolean;
  /** Names of sites and of the embedded map; they follow the first markers, because drawing their letters holds up the page. */
  named: boolean;
  /** The operator's tiles above the embedded map, which remains visible where tiles are missing. */
  operatorTiles: OperatorTiles | undefined;
}

const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Images on the ground are inserted below this layer. */
export const firstAboveGround = 'graticule';
/** An image on the ground, above all tiles. */
export const surfaceLayer = 'surface';

/** The layers of the embedded map that remain in its plain style. */
const plainLayers: ReadonlySet<string> = new Set([
  'water',
  'shore',
  'coast',
  'land',
  'lake',
  'lake-edge',
  'border',
  'border-disputed',
]);

export function buildLayers(options: StyleOptions): Layer[] {
  const { theme, scale, language, borders, plain, isWaterKnown, named, operatorTiles } = options;
  const known = colors[theme];
  const look = { colors: isWaterKnown ? known : { ...known, water: known.land }, language, borders };
  const names = plain || !named ? [] : buildNameLayers(look);
  const tiles = operatorTiles?.buildLayers(look.colors, language) ?? [];
  const isName = ({ type }: Layer) => type === 'symbol';
  const layers = [
    ...buildBaseLayers(look).filter(({ id }) => !plain || plainLayers.has(id)),
    ...(operatorTiles?.hidesBasemap ? names : []),
    ...tiles.filter((layer) => !isName(layer)),
    ...buildMeasureLayers(look.colors),
    ...(operatorTiles ? tiles.filter(isName) : names),
    ...buildSiteLayers(look.colors, named),
  ];
  return layers.map((layer) => scaleSizes(layer, scale));
}

export function buildStyle(look: StyleOptions, basemapUrl: string): Style {
  const sites = {
    cluster: true,
    clusterRadius: clusterRadius * look.scale,
    clusterMaxZoom,
    clusterProperties,
    maxzoom: 16,
  };
  return {
    version: 8,
    sources: {
      basemap: { type: 'vector', url: `pmtiles://${basemapUrl}` },
      graticule: { type: 'geojson', data: nothing },
      rings: { type: 'geojson', data: nothing },
      references: { type: 'geojson', data: nothing, ...sites },
      sites: { type: 'geojson', data: nothing, ...sites },
      selected: { type: 'geojson', data: nothing },
    },
    layers: buildLayers(look),
    transition: { duration: 0, delay: 0 },
  };
}

/** Applies the differences in place, so that sites stay on the map. */
export function applyLayers(map: MapLibre, before: readonly Layer[], after: readonly Layer[]): void {
  for (const layer of after) {
    const old = before.find(({ id }) => id === layer.id);
    if (!old || !map.getLayer(layer.id) || JSON.stringify(old) === JSON.stringify(layer)) continue;
    const differing = (part: 'paint' | 'layout') =>
      Object.entries(layer[part] ?? {}).filter(
        ([name, value]) =>
          JSON.stringify(value) !==
          JSON.stringify(Object.entries(old[part] ?? {}).find(([key]) => key === name)?.[1]),
      );
    for (const [name, value] of differing('paint'))
      map.setPaintProperty(layer.id, name as never, value as never);
    for (const [name, value] of differing('layout'))
      map.setLayoutProperty(layer.id, name as never, value as never);
  }
}

/** Inserts or removes the layers of tiles on an open map; names of the embedded map change their place, go or return. */
export function changeTileLayers(map: MapLibre, before: readonly Layer[], after: readonly Layer[]): void {
  const place = (list: readonly Layer[], id: string) => list.findIndex((layer) => layer.id === id);
  const isGround = (list: readonly Layer[], id: string) => place(list, id) < place(list, firstAboveGround);
  const isKept = ({ id }: Layer) =>
    place(before, id) >= 0 && place(after, id) >= 0 && isGround(before, id) === isGround(after, id);
  for (const layer of before) if (!isKept(layer)) map.removeLayer(layer.id);
  for (const [at, layer] of after.entries()) {
    if (isKept(layer)) continue;
    const next = after.slice(at).find(({ id }) => map.getLayer(id))?.id;
    map.addLayer(layer, next === firstAboveGround && map.getLayer(surfaceLayer) ? surfaceLayer : next);
  }
}
