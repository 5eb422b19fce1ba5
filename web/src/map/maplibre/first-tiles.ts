import type { ViewState } from '../map.ts';
import { toWorld, worldPixels } from '../mercator.ts';

interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** The vector tiles that a view needs, those around its centre first. */
export function listFirstTiles(
  { center, zoom }: ViewState,
  { width, height }: { width: number; height: number },
  maxZoom: number,
): TileAddress[] {
  const z = Math.max(0, Math.min(maxZoom, Math.floor(zoom)));
  const count = 2 ** z;
  const [x, y] = toWorld([center[0], center[1]]);
  const pixels = worldPixels * 2 ** zoom;
  const across = spanTiles(x, width / pixels, count);
  const down = spanTiles(y, height / pixels, count).filter((row) => row >= 0 && row < count);
  const distance = (tile: TileAddress) => Math.hypot(tile.x + 0.5 - x * count, tile.y + 0.5 - y * count);
  const tiles = across
    .flatMap((column) => down.map((row) => ({ z, x: column, y: row })))
    .toSorted((one, other) => distance(one) - distance(other))
    .map((tile) => ({ ...tile, x: ((tile.x % count) + count) % count }));
  return [...new Map(tiles.map((tile) => [`${tile.x}/${tile.y}`, tile])).values()];
}

/** The tiles along one axis: around a place between 0 and 1, in a range of that unit. */
function spanTiles(place: number, range: number, count: number): number[] {
  const first = Math.floor((place - range / 2) * count);
  const last = Math.floor((place + range / 2) * count);
  // The world repeats: more columns than it has are the same tiles again.
  return Array.from({ length: Math.min(last - first, count) + 1 }, (_, at) => first + at);
}
