import { GeoJSONSource, type MapGeoJSONFeature, type Map as MapLibre, type MapMouseEvent } from 'maplibre-gl';
import type { Listeners } from '../listeners.ts';

const layers = ['selected', 'sites', 'references'];

/** Clicks and hovers on markers. A click zooms into a cluster, or reports its sites if no zoom separates them. */
export function listenToSites(map: MapLibre, listeners: Listeners): void {
  let hovered: number | null = null;
  const find = (event: MapMouseEvent) => map.queryRenderedFeatures(event.point, { layers });
  map.on('click', (event) => {
    const found = find(event);
    const [top] = found;
    const { lng, lat } = event.lngLat.wrap();
    if (!top) return listeners.emit('groundClick', { position: [lng, lat] });
    if ('cluster_id' in top.properties) return void openCluster(map, top, listeners);
    const ids = new Set(found.filter(({ properties }) => 'site' in properties).map(siteOf));
    listeners.emit('siteClick', { ids: [...ids], position: positionOf(top) });
  });
  map.on('mousemove', (event) => {
    const [top] = find(event);
    map.getCanvas().style.cursor = top ? 'pointer' : '';
    hover(top && 'site' in top.properties ? siteOf(top) : null);
  });
  map.on('mouseout', () => hover(null));

  function hover(id: number | null): void {
    if (id === hovered) return;
    hovered = id;
    listeners.emit('siteHover', { id });
  }
}

const siteOf = ({ properties }: GeoJSON.Feature) => Number(properties?.['site']);

function positionOf({ geometry }: GeoJSON.Feature): [number, number] {
  const [longitude = 0, latitude = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
  return [longitude, latitude];
}

async function openCluster(map: MapLibre, cluster: MapGeoJSONFeature, listeners: Listeners): Promise<void> {
  const source = map.getSource(cluster.source);
  if (!(source instanceof GeoJSONSource)) return;
  const id = Number(cluster.properties['cluster_id']);
  const leaves = await source.getClusterLeaves(id, Number(cluster.properties['point_count']), 0);
  const position = positionOf(cluster);
  const apart = leaves.some((leaf) => {
    const [x, y] = positionOf(leaf);
    return Math.hypot(x - position[0], y - position[1]) > 1e-4;
  });
  if (!apart) return listeners.emit('siteClick', { ids: leaves.map(siteOf), position });
  map.easeTo({ center: position, zoom: await source.getClusterExpansionZoom(id) });
}
