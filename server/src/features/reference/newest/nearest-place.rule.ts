/** A position in WGS-84 degrees. */
interface Place {
  longitude: number;
  latitude: number;
}

interface FoundPlace<P> {
  place: P;
  km: number;
}

const earthKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance on a sphere (haversine). */
export function measureKm(
  [fromLongitude, fromLatitude]: readonly [number, number],
  [toLongitude, toLatitude]: readonly [number, number],
): number {
  const part =
    Math.sin(radians(toLatitude - fromLatitude) / 2) ** 2 +
    Math.cos(radians(fromLatitude)) *
      Math.cos(radians(toLatitude)) *
      Math.sin(radians(toLongitude - fromLongitude) / 2) ** 2;
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(part)));
}

const cellDegrees = 0.5;
const cellsAround = 360 / cellDegrees;
const kmPerDegree = (Math.PI * earthKm) / 180;

/**
 * Finds the nearest of many places within a distance. Places are in a grid, so that a search looks at those around it
 * only; of equally near ones the first in the list counts.
 */
export function openNearestPlace<P extends Place>(
  places: readonly P[],
  maxKm: number,
): (longitude: number, latitude: number) => FoundPlace<P> | undefined {
  const column = (longitude: number) => Math.floor(longitude / cellDegrees);
  // Columns meet at the date line.
  const cellKey = (x: number, y: number) => `${((x % cellsAround) + cellsAround) % cellsAround} ${y}`;
  const ranked = places.map((place, rank) => ({ place, rank }));
  const cells = Map.groupBy(ranked, ({ place }) => cellKey(column(place.longitude), column(place.latitude)));
  const reach = maxKm / kmPerDegree;
  return (longitude, latitude) => {
    // Degrees of longitude are shorter towards the poles.
    const shrink = Math.cos(radians(Math.min(89.9, Math.abs(latitude) + reach)));
    const wide = Math.min(180, reach / shrink);
    const [west, east] = [column(longitude - wide), column(longitude + wide)];
    const lastColumn = Math.min(east, west + cellsAround - 1);
    let nearest: (FoundPlace<P> & { rank: number }) | undefined;
    for (let y = column(latitude - reach); y <= column(latitude + reach); y++) {
      for (let x = west; x <= lastColumn; x++) {
        for (const { place, rank } of cells.get(cellKey(x, y)) ?? []) {
          const km = measureKm([longitude, latitude], [place.longitude, place.latitude]);
          const isCloser = !nearest || km < nearest.km || (km === nearest.km && rank < nearest.rank);
          if (km <= maxKm && isCloser) nearest = { place, km, rank };
        }
      }
    }
    return nearest;
  };
}
