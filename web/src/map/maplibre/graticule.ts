import type { Feature, FeatureCollection, Position } from 'geojson';
import type { Bounds, LngLat } from '../map.ts';

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];
const leastPixels = 130;
const earthKilometres = 6371;

/** The degrees between two lines, so that they are neither dense nor sparse at this zoom. */
export function chooseStep(zoom: number): number {
  const degreesOfPixels = (leastPixels * 360) / (512 * 2 ** zoom);
  return steps.findLast((step) => step >= degreesOfPixels) ?? 30;
}

/** The meridians and parallels of a part of the world and its surroundings. */
export function drawGraticule([west, south, east, north]: Bounds, zoom: number): FeatureCollection {
  const step = chooseStep(zoom);
  const [wide, tall] = [(east - west) / 2, (north - south) / 2];
  const [left, right] = [Math.floor((west - wide) / step), Math.ceil((east + wide) / step)];
  const [low, high] = [Math.max(-85, south - tall), Math.min(85, north + tall)];
  const features: Feature[] = [];
  for (let index = left; index <= right; index += 1)
    features.push(line([index * step, low], [index * step, high]));
  for (let index = Math.ceil(low / step); index * step <= high; index += 1)
    features.push(line([left * step, index * step], [right * step, index * step]));
  return { type: 'FeatureCollection', features };
}

function line(from: Position, to: Position): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [from, to] } };
}

/** The radii in kilometres that are useful at a zoom. */
function chooseDistances(zoom: number): number[] {
  if (zoom < 9.8) return [10, 20, 50];
  if (zoom < 11) return [5, 10, 20, 30];
  return zoom < 12.5 ? [1, 2, 5, 10] : [0.5, 1, 2, 5];
}

export function drawRings(center: LngLat | null, zoom: number): FeatureCollection {
  const distances = center ? chooseDistances(zoom) : [];
  const features = distances.map((kilometres): Feature => {
    const distance = kilometres < 1 ? `${kilometres * 1000} m` : `${kilometres} km`;
    const coordinates = center ? buildCircle(center, kilometres) : [];
    return { type: 'Feature', properties: { distance }, geometry: { type: 'LineString', coordinates } };
  });
  return { type: 'FeatureCollection', features };
}

/** A circle on the sphere; the approximation is good enough up to a hundred kilometres. */
export function buildCircle([longitude, latitude]: LngLat, kilometres: number): Position[] {
  const degrees = (kilometres / earthKilometres) * (180 / Math.PI);
  const stretch = 1 / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return Array.from({ length: 97 }, (_, index) => {
    const angle = (index / 96) * 2 * Math.PI;
    return [longitude + degrees * stretch * Math.sin(angle), latitude + degrees * Math.cos(angle)];
  });
}
