import { computeBounds } from './compute-bounds.ts';
import { distanceKm } from './distance.ts';
import type { Bounds, LngLat } from './map.ts';
import { nearestCopy } from './mercator.ts';

/** A town or region with sites. */
export interface SitePlace {
  center: LngLat;
  /** Contains its sites, and in its corners perhaps those of other places. */
  bounds: Bounds;
  count: number;
  /** The coordinates of its sites, as they were given. */
  members: readonly LngLat[];
}

/** Sites within this distance of its centre belong to a place: about the size of a large city. */
const reachKm = 35;
const cellDegrees = 0.25;
const columns = 360 / cellDegrees;
/** The mean of the sites moves as sites join; it settles after few steps. */
const centerSteps = 3;

/** Groups sites into places, those with most sites first, at most `most` of them. */
export function findPlaces(sites: readonly LngLat[], most: number): SitePlace[] {
  const places: SitePlace[] = [];
  let left = sites;
  while (left.length > 0 && places.length < most) {
    const center = findCenter(left);
    const members = left.filter((site) => isWithin(site, center));
    const bounds = computeBounds(members);
    if (!bounds) break;
    places.push({ center, bounds, count: members.length, members });
    const taken = new Set(members);
    left = left.filter((site) => !taken.has(site));
  }
  return places.toSorted((a, b) => b.count - a.count);
}

/** The densest spot: the mean of the sites around the fullest cells of a grid. */
function findCenter(sites: readonly LngLat[]): LngLat {
  const cells = Map.groupBy(sites, cellOf);
  const countAt = (cell: number) => cells.get(cell)?.length ?? 0;
  const around = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * columns + column));
  let [densest, best] = [0, 0];
  for (const cell of cells.keys()) {
    const count = around.reduce((sum, step) => sum + countAt(cell + step), countAt(cell));
    if (count > best) [densest, best] = [cell, count];
  }
  let center = cells.get(densest)?.[0] ?? [0, 0];
  for (let step = 0; step < centerSteps; step++) {
    center = meanOf(
      sites.filter((site) => isWithin(site, center)),
      center,
    );
  }
  return center;
}

/** Latitudes alone rule out most sites of a country, without the distance. */
const reachDegrees = reachKm / 111;

function isWithin(site: LngLat, center: LngLat): boolean {
  return Math.abs(site[1] - center[1]) <= reachDegrees && distanceKm(site, center) <= reachKm;
}

function cellOf([longitude, latitude]: LngLat): number {
  return Math.floor((latitude + 90) / cellDegrees) * columns + Math.floor((longitude + 180) / cellDegrees);
}

/** Longitudes are taken relative to a place nearby, so that the date line does not matter. */
function meanOf(sites: readonly LngLat[], near: LngLat): LngLat {
  if (sites.length === 0) return near;
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const longitude = sum(sites.map(([one]) => nearestCopy(one, near[0]))) / sites.length;
  return [nearestCopy(longitude, 0), sum(sites.map(([, latitude]) => latitude)) / sites.length];
}
