/** WGS-84; null if a site has no coordinates. */
export interface Place {
  longitude: number | null;
  latitude: number | null;
}

const earthRadiusKm = 6371;

type Point = readonly [x: number, y: number, z: number];

/**
 * For each place the positions of the others within a distance of some kilometres. Places are sorted into cubes of that
 * size around the globe, so that each is compared with those in adjacent cubes only, at the date line and the poles too.
 */
export function findNeighbours(places: readonly Place[], distanceKm: number): number[][] {
  const points = places.map(toPoint);
  const cubes = new Map<string, number[]>();
  for (const [position, point] of points.entries()) {
    if (!point) continue;
    const key = cubeOf(point, distanceKm).join();
    const cube = cubes.get(key);
    if (cube) cube.push(position);
    else cubes.set(key, [position]);
  }
  return points.map((point, position) => {
    if (!point) return [];
    const near = listAdjacent(cubeOf(point, distanceKm)).flatMap((key) => cubes.get(key) ?? []);
    return near.filter((other) => other !== position && isWithinKm(point, points[other], distanceKm));
  });
}

function toPoint({ longitude, latitude }: Place): Point | null {
  if (longitude === null || latitude === null) return null;
  const [east, north] = [longitude, latitude].map((degrees) => (degrees * Math.PI) / 180);
  const ring = earthRadiusKm * Math.cos(north ?? 0);
  return [ring * Math.cos(east ?? 0), ring * Math.sin(east ?? 0), earthRadiusKm * Math.sin(north ?? 0)];
}

const cubeOf = (point: Point, size: number) => point.map((part) => Math.floor(part / size));

const steps = [-1, 0, 1];

function listAdjacent([x = 0, y = 0, z = 0]: readonly number[]): string[] {
  return steps.flatMap((dx) => steps.flatMap((dy) => steps.map((dz) => [x + dx, y + dy, z + dz].join())));
}

/** Compares chords, which at a few kilometres are as long as the way along the ground. */
function isWithinKm(a: Point, b: Point | null | undefined, distanceKm: number): boolean {
  if (!b) return false;
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return x * x + y * y + z * z <= distanceKm * distanceKm;
}
