import { fromWorld, nearestCopy, toWorld } from '../mercator.ts';

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
/** Two stations often stand at one gate: only the fourth neighbour tells how far apart they are around here. */
const neighbourCount = 4;
const reachFactor = 1.25;
/** Sensible for a city on the one hand, for a country on the other. */
const [leastReachKm, mostReachKm] = [12, 60];

/** From the north to the south of the map. */
const heightOf = (latitude: number) => toWorld([0, latitude])[1];

interface Station extends Measured {
  reachKm: number;
}

/** Weighs the stations around each point by the square of their distance, and says how far to trust that. */
export function interpolate(points: readonly Measured[], grid: Grid): Surface {
  const { columns, rows } = grid;
  const sums = new Float64Array(columns * rows);
  const weights = new Float64Array(columns * rows);
  const trust = new Float32Array(columns * rows);
  const middle = (grid.west + grid.east) / 2;
  const placed = points.map((one) => ({ ...one, longitude: nearestCopy(one.longitude, middle) }));
  for (const station of findReaches(placed)) {
    visitAround(station, grid, (at, distance) => {
      // It grows to nothing where its reach ends, so that no edge is seen there; at the very point nothing is divided by.
      const weight = (1 / (distance + 0.1) - 1 / (station.reachKm + 0.1)) ** 2;
      sums[at] = (sums[at] ?? 0) + weight * station.value;
      weights[at] = (weights[at] ?? 0) + weight;
      // Between stations that all are half near one can be sure: no hollows, no seams.
      trust[at] = 1 - (1 - (trust[at] ?? 0)) * (1 - fade(distance / station.reachKm));
    });
  }
  return { values: Float32Array.from(sums, (sum, at) => sum / (weights[at] || 1)), trust };
}

/** Full up to a third of the reach, then gently to nothing. */
function fade(share: number): number {
  const rest = Math.min(1, Math.max(0, (1 - share) * 1.5));
  return rest * rest * (3 - 2 * rest);
}

/** Calls for every cell of the grid whose middle is within the station's reach. */
function visitAround(
  station: Station,
  { west, east, north, south, columns, rows }: Grid,
  visit: (at: number, distanceKm: number) => void,
): void {
  const [top, bottom] = [heightOf(north), heightOf(south)];
  const reach = station.reachKm / kmPerDegree;
  const rowOf = (latitude: number) => ((heightOf(latitude) - top) / (bottom - top)) * rows;
  const columnOf = (longitude: number) => ((longitude - west) / (east - west)) * columns;
  const firstRow = Math.max(0, Math.floor(rowOf(station.latitude + reach)));
  const lastRow = Math.min(rows - 1, Math.floor(rowOf(station.latitude - reach)));
  for (let row = firstRow; row <= lastRow; row++) {
    const latitude = fromWorld(0, top + ((bottom - top) * (row + 0.5)) / rows)[1];
    const wide = reach / Math.max(0.01, Math.cos(((station.latitude + latitude) / 2) * radians));
    const firstColumn = Math.max(0, Math.floor(columnOf(station.longitude - wide)));
    const lastColumn = Math.min(columns - 1, Math.floor(columnOf(station.longitude + wide)));
    for (let column = firstColumn; column <= lastColumn; column++) {
      const longitude = west + ((east - west) * (column + 0.5)) / columns;
      const distance = distanceKm(station, longitude, latitude);
      if (distance < station.reachKm) visit(row * columns + column, distance);
    }
  }
}

function distanceKm({ longitude, latitude }: Measured, toLongitude: number, toLatitude: number): number {
  const x = (longitude - toLongitude) * Math.cos(((latitude + toLatitude) / 2) * radians);
  const y = latitude - toLatitude;
  return Math.sqrt(x * x + y * y) * kmPerDegree;
}

/** From how far apart stations stand around each: a dense city is drawn finely, a country coarsely. */
function findReaches(points: readonly Measured[]): Station[] {
  const sorted = points.toSorted((one, other) => one.latitude - other.latitude);
  return sorted.map((point, place) => {
    const gaps: number[] = [];
    for (const step of [1, -1]) {
      for (let at = place + step; sorted[at]; at += step) {
        const other = sorted[at] ?? point;
        // Those that follow are farther north or south than the ones that are already found.
        const apart = Math.abs(other.latitude - point.latitude) * kmPerDegree;
        if (apart > Math.min(mostReachKm, gaps[neighbourCount - 1] ?? mostReachKm)) break;
        insertGap(gaps, distanceKm(other, point.longitude, point.latitude));
      }
    }
    const typical = gaps.at(-1) ?? mostReachKm;
    return { ...point, reachKm: Math.min(mostReachKm, Math.max(leastReachKm, typical * reachFactor)) };
  });
}

/** Keeps the few smallest, in their order. */
function insertGap(gaps: number[], gap: number): void {
  const place = gaps.findIndex((known) => gap < known);
  if (place < 0 && gaps.length >= neighbourCount) return;
  gaps.splice(place < 0 ? gaps.length : place, 0, gap);
  gaps.length = Math.min(gaps.length, neighbourCount);
}
