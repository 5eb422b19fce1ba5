import type { Map as MapLibre } from 'maplibre-gl';
import type { SurfaceImage } from '../map.ts';
import { firstAboveGround, surfaceLayer as id } from './style.ts';

/** Draws an image on the ground, below lines, names and markers; replaces the previous image. */
export function drawSurfaceImage(map: MapLibre, surface: SurfaceImage | null): void {
  if (map.getLayer(id)) map.removeLayer(id);
  if (map.getSource(id)) map.removeSource(id);
  if (!surface) return;
  const [west, south, east, north] = surface.bounds;
  const corners: [number, number][] = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
  map.addSource(id, {
    type: 'canvas',
    canvas: surface.picture,
    animate: false,
    // The array above has four corners.
    coordinates: corners as [[number, number], [number, number], [number, number], [number, number]],
  });
  map.addLayer(
    {
      id,
      type: 'raster',
      source: id,
      paint: { 'raster-opacity': surface.opacity, 'raster-fade-duration': 0, 'raster-resampling': 'linear' },
    },
    firstAboveGround,
  );
}
