/** WGS-84; null if a site has no coordinates. */
export interface Place {
  longitude: number | null;
  latitude: number | null;
}

const earthRadiusKm = 6371;
/** More cubes than the globe has along one axis. */
const cubesAlong = 2 ** 15;

/**
 * For the position of a place the positions of the others within some kilometres. Places are sorted into cubes of that size
 * around the globe, so that each is compared with those in adjacent cubes only, at the date line and the poles too.
 */
export function indexNeighbours(
  places: readonly Place[],
  distanceKm: number,
): (position: number) => number[] {
  const [x, y, z] = toPoints(places);
  const cubes = new Map<number, number[]>();
  const cubeAt = (position: number, dx: number, dy: number, dz: number) => {
    const along = (part: number | undefined, step: number) => Math.floor((part ?? 0) / distanceKm) + step;
    return (
      (along(x[position], dx) * cubesAlong + along(y[position], dy)) * cubesAlong + along(z[position], dz)
    );
  };
  for (const position of places.keys()) {
    if (Number.isNaN(x[position])) continue;
    const key = cubeAt(position, 0, 0, 0);
    const cube = cubes.get(key);
    if (cube) cube.push(position);
    else cubes.set(key, [position]);
  }
  // Chords are compared, which at a few kilometres are as long as the way along the ground.
  const isWithin = (a: number, b: number) => {
    const dx = (x[a] ?? 0) - (x[b] ?? 0);
    const dy = (y[a] ?? 0) - (y[b] ?? 0);
    const dz = (z[a] ?? 0) - (z[b] ?? 0);
    return dx * dx + dy * dy + dz * dz <= distanceKm * distanceKm;
  };
  return (position) => {
    const found: number[] = [];
    if (Number.isNaN(x[position])) return found;
    for (const [dx, dy, dz] of adjacent)
      for (const other of cubes.get(cubeAt(position, dx, dy, dz)) ?? [])
        if (other !== position && isWithin(position, other)) found.push(other);
    return found;
  };
}

const steps = [-1, 0, 1];
const adjacent = steps.flatMap((dx) => steps.flatMap((dy) => steps.map((dz) => [dx, dy, dz] as const)));

/** The places as points in kilometres from the centre of the globe, by axis; NaN without coordinates. */
function toPoints(places: readonly Place[]): [x: Float64Array, y: Float64Array, z: Float64Array] {
  const radians = (degrees: number | null) => (degrees === null ? Number.NaN : (degrees * Math.PI) / 180);
  const axis = (at: (east: number, north: number) => number) =>
    Float64Array.from(
      places,
      ({ longitude, latitude }) => earthRadiusKm * at(radians(longitude), radians(latitude)),
    );
  return [
    axis((east, north) => Math.cos(north) * Math.cos(east)),
    axis((east, north) => Math.cos(north) * Math.sin(east)),
    axis((_, north) => Math.sin(north)),
  ];
}
