import { GeoJSONSource, type Map as MapLibre } from 'maplibre-gl';
import type { Bounds, LngLat } from '../map.ts';
import { drawGraticule, drawRings } from './graticule.ts';

const ringZoom = 8.5;
const nearDegrees = 0.7;

/** Updates the graticule and the distance rings when the view changes. */
export function keepMeasures(map: MapLibre): { setRingCenter(center: LngLat | null): void } {
  let chosen: LngLat | null = null;
  let [seen, drawn] = ['', ''];
  const update = () => {
    const [zoom, bounds] = [map.getZoom(), readBounds(map)];
    const view = JSON.stringify([bounds, zoom]);
    // Setting data triggers another idle event, so unchanged lines would loop for ever.
    if (view !== seen) fill(map, 'graticule', drawGraticule(bounds, zoom));
    seen = view;
    const center = zoom < ringZoom ? null : (chosen ?? findCity(map));
    const key = JSON.stringify([center, Math.floor(zoom * 10)]);
    if (key === drawn) return;
    drawn = key;
    fill(map, 'rings', drawRings(center, zoom));
  };
  map.on('moveend', update);
  map.on('idle', update);
  update();
  return {
    setRingCenter(center) {
      chosen = center;
      update();
    },
  };
}

export function readBounds(map: MapLibre): Bounds {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

export function fill(map: MapLibre, source: string, data: GeoJSON.FeatureCollection): void {
  const found = map.getSource(source);
  if (found instanceof GeoJSONSource) void found.setData(data);
}

/** The city nearest to the centre that has a name in every language. */
function findCity(map: MapLibre): LngLat | null {
  const { lng, lat } = map.getCenter();
  const filter = ['<=', ['coalesce', ['get', 'rank'], 9], 3] as const;
  const places = map.querySourceFeatures('basemap', { sourceLayer: 'place', filter: [...filter] as never });
  let nearest: LngLat | null = null;
  let least = nearDegrees;
  for (const { geometry } of places) {
    if (geometry.type !== 'Point') continue;
    const [x = 0, y = 0] = geometry.coordinates;
    const distance = Math.hypot((x - lng) * Math.cos((lat * Math.PI) / 180), y - lat);
    if (distance >= least) continue;
    least = distance;
    nearest = [x, y];
  }
  return nearest;
}
