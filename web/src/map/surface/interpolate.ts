import { fromWorld, nearestCopy, toWorld } from '../mercator.ts';

/** A station and its value; degrees in WGS-84. */
export interface SurfacePoint {
  longitude: number;
  latitude: number;
  value: number;
}

export interface SurfaceGrid {
  west: number;
  south: number;
  east: number;
  north: number;
  columns: number;
  rows: number;
}

export interface InterpolatedSurface {
  /** Row by row from the north-west; rows are evenly spaced in Mercator, not in degrees. */
  values: Float32Array;
  /** The confidence of each value: 1 beside a station, 0 where none is near. */
  trust: Float32Array;
}

const kmPerDegree = 111.32;
const radians = Math.PI / 180;
/** Stations often stand in pairs, so the distance to the fourth neighbour measures the density. */
const neighbourCount = 4;
const reachFactor = 1.25;
/** Limits of the reach, for a dense city and for a country. */
const [leastReachKm, mostReachKm] = [12, 60];

/** From the north to the south of the map. */
const heightOf = (latitude: number) => toWorld([0, latitude])[1];

interface Station extends SurfacePoint {
  reachKm: number;
}

/** Interpolates by inverse squared distance, with a confidence for each cell. */
export function interpolate(points: readonly SurfacePoint[], grid: SurfaceGrid): InterpolatedSurface {
  const { columns, rows } = grid;
  const sums = new Float64Array(columns * rows);
  const weights = new Float64Array(columns * rows);
  const trust = new Float32Array(columns * rows);
  const middle = (grid.west + grid.east) / 2;
  const placed = points.map((one) => ({ ...one, longitude: nearestCopy(one.longitude, middle) }));
  for (const station of findReaches(placed)) {
    visitAround(station, grid, (at, distance) => {
      // Falls to zero at the end of its reach, so that no edge shows; avoids a division by zero at the station.
      const weight = (1 / (distance + 0.1) - 1 / (station.reachKm + 0.1)) ** 2;
      sums[at] = (sums[at] ?? 0) + weight * station.value;
      weights[at] = (weights[at] ?? 0) + weight;
      // Confidences add up, so that there are no gaps between stations.
      trust[at] = 1 - (1 - (trust[at] ?? 0)) * (1 - fade(distance / station.reachKm));
    });
  }
  return { values: Float32Array.from(sums, (sum, at) => sum / (weights[at] || 1)), trust };
}

/** Full confidence up to a third of the reach, then a smooth decline to zero. */
function fade(share: number): number {
  const rest = Math.min(1, Math.max(0, (1 - share) * 1.5));
  return rest * rest * (3 - 2 * rest);
}

/** Visits every cell of the grid whose centre is within the station's reach. */
function visitAround(
  station: Station,
  { west, east, north, south, columns, rows }: SurfaceGrid,
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

function distanceKm({ longitude, latitude }: SurfacePoint, toLongitude: number, toLatitude: number): number {
  const x = (longitude - toLongitude) * Math.cos(((latitude + toLatitude) / 2) * radians);
  const y = latitude - toLatitude;
  return Math.sqrt(x * x + y * y) * kmPerDegree;
}

/** The reach of each station, from the density around it: fine in a city, coarse in a country. */
function findReaches(points: readonly SurfacePoint[]): Station[] {
  const sorted = points.toSorted((one, other) => one.latitude - other.latitude);
  return sorted.map((point, place) => {
    const gaps: number[] = [];
    for (const step of [1, -1]) {
      for (let at = place + step; sorted[at]; at += step) {
        const other = sorted[at] ?? point;
        // Sorted by latitude: all further stations are farther away than those already found.
        const apart = Math.abs(other.latitude - point.latitude) * kmPerDegree;
        if (apart > Math.min(mostReachKm, gaps[neighbourCount - 1] ?? mostReachKm)) break;
        insertGap(gaps, distanceKm(other, point.longitude, point.latitude));
      }
    }
    const typical = gaps.at(-1) ?? mostReachKm;
    return { ...point, reachKm: Math.min(mostReachKm, Math.max(leastReachKm, typical * reachFactor)) };
  });
}

/** Inserts a number into the sorted list of the smallest ones. */
function insertGap(gaps: number[], gap: number): void {
  const place = gaps.findIndex((other) => gap < other);
  if (place < 0 && gaps.length >= neighbourCount) return;
  gaps.splice(place < 0 ? gaps.length : place, 0, gap);
  gaps.length = Math.min(gaps.length, neighbourCount);
}
