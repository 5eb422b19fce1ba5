import {
  type FilterSpecification,
  GeoJSONSource,
  type MapGeoJSONFeature,
  type Map as MapLibre,
  type MapMouseEvent,
} from 'maplibre-gl';
import type { Listeners } from '../listeners.ts';
import type { SitePoint } from '../map.ts';
import { shiftBeside } from '../marker-picture.ts';

const markers = ['selected-top', 'selected', 'sites', 'references'];
const names = ['selected-name', 'site-names', 'reference-names'];
/** Degrees: tiles round the coordinates of a point alike. */
const samePoint = 1e-7;

/** Clicks and hovers on markers and their names. A click zooms into a cluster, or reports its sites if no zoom separates them. */
export function listenToSites(map: MapLibre, listeners: Listeners): void {
  let hovered: number | null = null;
  let hoveredCluster: number | null = null;
  const find = ({ point }: MapMouseEvent) =>
    // Names follow the first markers.
    map.queryRenderedFeatures(point, { layers: [...markers, ...names].filter((id) => map.getLayer(id)) });
  map.on('click', (event) => {
    const found = find(event);
    const [top] = found;
    const { lng, lat } = event.lngLat.wrap();
    if (!top) return listeners.emit('groundClick', { position: [lng, lat] });
    if ('cluster_id' in top.properties) return void openCluster(map, top, listeners);
    const sites = found.filter(({ properties }) => 'site' in properties);
    const ids = new Set(sites.flatMap((site) => listOverlapping(map, site)).map(siteOf));
    listeners.emit('siteClick', { ids: [...ids], position: positionOf(top) });
  });
  map.on('mousemove', (event) => {
    const [top] = find(event);
    map.getCanvas().style.cursor = top ? 'pointer' : '';
    hover(top && 'site' in top.properties ? siteOf(top) : null);
    hoverCluster(top && 'cluster_id' in top.properties ? top : undefined);
  });
  // The next zoom has other clusters.
  map.on('movestart', () => hoverCluster(undefined));
  map.on('mouseout', () => {
    hover(null);
    hoverCluster(undefined);
  });

  function hover(id: number | null): void {
    if (id === hovered) return;
    hovered = id;
    listeners.emit('siteHover', { id });
  }

  function hoverCluster(cluster: MapGeoJSONFeature | undefined): void {
    const id = cluster ? Number(cluster.properties['cluster_id']) : null;
    if (id === hoveredCluster) return;
    hoveredCluster = id;
    const found = cluster && {
      position: positionOf(cluster),
      count: Number(cluster.properties['point_count']),
      isReference: cluster.source === 'references',
    };
    listeners.emit('clusterHover', found ?? null);
  }
}

const sides = new Map<unknown, SitePoint['beside']>([
  [1, 'above'],
  [-1, 'below'],
]);

/** The middle of each marker on the screen, in pixels. */
export function readMarkers(map: MapLibre): [number, number][] {
  return map.queryRenderedFeatures({ layers: markers }).map((marker) => {
    const { x, y } = map.project(positionOf(marker));
    return [x, y + shiftBeside(sides.get(marker.properties['beside']))];
  });
}

const siteOf = ({ properties }: GeoJSON.Feature) => Number(properties?.['site']);

function positionOf({ geometry }: GeoJSON.Feature): [number, number] {
  const [longitude = 0, latitude = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
  return [longitude, latitude];
}

/** A site with those at its point that are not drawn, because it covers them. */
function listOverlapping(map: MapLibre, site: MapGeoJSONFeature): GeoJSON.Feature[] {
  if (!('overlapping' in site.properties) || site.source === 'selected') return [site];
  const filter: FilterSpecification = ['has', 'overlapping'];
  const [x, y] = positionOf(site);
  const isHere = (other: GeoJSON.Feature) => {
    const [otherX, otherY] = positionOf(other);
    return Math.hypot(otherX - x, otherY - y) < samePoint;
  };
  return [site, ...map.querySourceFeatures(site.source, { filter }).filter(isHere)];
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
