import { nearestCopy } from '../mercator.ts';

/** A station and its number; degrees of WGS-84. */
export interface Measured {
  longitude: number;
  latitude: number;
  value: number;
}

export interface Grid {
  west: number;
  south: number;
  east: number;
  north: number;
  columns: number;
  rows: number;
}

export interface Surface {
  /** From the north-west, row by row; rows are evenly spaced on the map, not in degrees. */
  values: Float32Array;
  /** How far to trust each: 1 beside a station, 0 where none is near. */
  trust: Float32Array;
}

const kmPerDegree = 111.32;
const radians = Math.PI / 180;
/** A station counts as far as its neighbours stand apart, times this, within bounds that are sensible for a city. */
const reachFactor = 2.5;
const [leastReachKm, mostReachKm] = [4, 60];

const toMercator = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2));
const fromMercator = (y: number) => (2 * Math.atan(Math.exp(y)) - Math.PI / 2) / radians;

/** Weighs the stations around each point by the square of their distance, and says how near the nearest is. */
export function interpolate(points: readonly Measured[], grid: Grid): Surface {
  const { columns, rows } = grid;
  const values = new Float32Array(columns * rows);
  const trust = new Float32Array(columns * rows);
  if (points.length === 0) return { values, trust };
  const middle = (grid.west + grid.east) / 2;
  const placed = points.map((one) => ({ ...one, longitude: nearestCopy(one.longitude, middle) }));
  const reach = chooseReach(placed);
  const near = indexPoints(placed, reach);
  const [top, bottom] = [toMercator(grid.north), toMercator(grid.south)];
  for (let row = 0; row < rows; row++) {
    const latitude = fromMercator(top + ((bottom - top) * (row + 0.5)) / rows);
    for (let column = 0; column < columns; column++) {
      const longitude = grid.west + ((grid.east - grid.west) * (column + 0.5)) / columns;
      const at = row * columns + column;
      let [sum, weights, nearest] = [0, 0, Number.POSITIVE_INFINITY];
      for (const point of near(longitude, latitude)) {
        const distance = distanceKm(point, longitude, latitude);
        if (distance >= reach) continue;
        // A station at the very point must not divide by nothing.
        const weight = 1 / (distance * distance + 0.01);
        sum += weight * point.value;
        weights += weight;
        nearest = Math.min(nearest, distance);
      }
      if (weights === 0) continue;
      values[at] = sum / weights;
      trust[at] = fade(nearest / reach);
    }
  }
  return { values, trust };
}

/** Full up to a third of the reach, then gently to nothing. */
function fade(share: number): number {
  const rest = Math.min(1, Math.max(0, (1 - share) * 1.5));
  return rest * rest * (3 - 2 * rest);
}

function distanceKm({ longitude, latitude }: Measured, toLongitude: number, toLatitude: number): number {
  const x = (longitude - toLongitude) * Math.cos(((latitude + toLatitude) / 2) * radians);
  const y = latitude - toLatitude;
  return Math.sqrt(x * x + y * y) * kmPerDegree;
}

/** From how far apart neighbours typically stand: a dense city is drawn finely, a country coarsely. */
function chooseReach(points: readonly Measured[]): number {
  const sample = points.slice(0, 200);
  const gaps = sample
    .map((one) =>
      Math.min(
        ...sample
          .filter((other) => other !== one)
          .map((other) => distanceKm(other, one.longitude, one.latitude)),
      ),
    )
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const typical = gaps[Math.floor(gaps.length / 2)] ?? mostReachKm;
  return Math.min(mostReachKm, Math.max(leastReachKm, typical * reachFactor));
}

/** The stations that may lie within reach of a point, without looking at all of them. */
function indexPoints(points: readonly Measured[], reachKm: number) {
  const tall = reachKm / kmPerDegree;
  // Degrees of longitude are shorter away from the equator: cells as wide as the northernmost station needs.
  const farthest = Math.min(80, Math.max(...points.map(({ latitude }) => Math.abs(latitude))));
  const wide = tall / Math.cos(farthest * radians);
  const cells = new Map<string, Measured[]>();
  const cellOf = (longitude: number, latitude: number) =>
    [Math.floor(longitude / wide), Math.floor(latitude / tall)] as const;
  for (const point of points) {
    const key = cellOf(point.longitude, point.latitude).join(' ');
    const cell = cells.get(key) ?? [];
    cells.set(key, cell);
    cell.push(point);
  }
  return function* (longitude: number, latitude: number): Generator<Measured> {
    const [x, y] = cellOf(longitude, latitude);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) yield* cells.get(`${x + dx} ${y + dy}`) ?? [];
    }
  };
}
