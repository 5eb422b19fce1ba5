import { GeoJSONSource, type Map as MapLibre } from 'maplibre-gl';
import type { MapTheme, SitePoint } from '../map.ts';
import { fill } from './measure.ts';
import { diffFeatures, makeBuildFeatures } from './site-source.ts';

/** Sends only changed sites to the map, because some of thousands of sites report every second. */
export function keepSites(
  map: MapLibre,
  name: string,
): { show(sites: readonly SitePoint[], theme: MapTheme): void } {
  const build = makeBuildFeatures();
  let shown: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
  return {
    show(sites, theme) {
      const features = build(sites, theme);
      const changes = diffFeatures(shown, features);
      shown = features;
      if (!changes) return fill(map, name, features);
      // An empty update would redraw the whole map.
      const isNothing = changes.add.length + changes.remove.length === 0;
      const source = map.getSource(name);
      if (!isNothing && source instanceof GeoJSONSource) void source.updateData(changes);
    },
  };
}

/** Sends the selected site only when it has changed, for the same reason. */
export function keepSelected(map: MapLibre): { show(features: GeoJSON.FeatureCollection): void } {
  let shown = '[]';
  return {
    show(collection) {
      const text = JSON.stringify(collection.features);
      if (text === shown) return;
      shown = text;
      fill(map, 'selected', collection);
    },
  };
}
