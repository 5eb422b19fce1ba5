import { drawShifted, type Pixels, planShift, type ShiftPlan } from '../gcj-tile.ts';
import { TileError } from '../tile-trouble.ts';

/** Neighbours share their tiles. */
const maxKept = 96;

type FetchBytes = (z: number, x: number, y: number) => Promise<ArrayBuffer>;

/** Draws tiles of a GCJ-02 map where they belong in WGS-84. */
export function makeShiftedTiles(fetchBytes: FetchBytes) {
  const kept = new Map<string, Promise<ImageBitmap>>();

  function getPicture(z: number, x: number, y: number): Promise<ImageBitmap> {
    const key = `${z}/${x}/${y}`;
    const found = kept.get(key) ?? fetchBytes(z, x, y).then(decode);
    // The last used is the last to go.
    kept.delete(key);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return found;
  }

  return async (z: number, x: number, y: number): Promise<ArrayBuffer | ImageBitmap> => {
    const plan = planShift(z, x, y);
    if (plan.isSame) return fetchBytes(z, x, y);
    const found = await Promise.allSettled(plan.tiles.map((tile) => getPicture(z, tile.x, tile.y)));
    const pictures = found.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    // Tiles may be missing at the edge of the map.
    if (pictures.every((picture) => picture === undefined)) throw firstReason(found);
    return createImageBitmap(await draw(plan, pictures));
  };
}

function firstReason(found: readonly PromiseSettledResult<ImageBitmap>[]): unknown {
  const failed = found.find((one) => one.status === 'rejected');
  return failed?.reason ?? new TileError('missing', 404);
}

async function decode(bytes: ArrayBuffer): Promise<ImageBitmap> {
  if (bytes.byteLength === 0) throw new TileError('empty', 404);
  return createImageBitmap(new Blob([bytes])).catch(() => {
    throw new TileError('unknown');
  });
}

async function draw(plan: ShiftPlan, pictures: readonly (ImageBitmap | undefined)[]): Promise<ImageData> {
  const { size, columns, rows } = plan;
  const canvas = new OffscreenCanvas(columns * size, rows * size);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new TileError('unknown');
  pictures.forEach((picture, at) => {
    const [left, top] = [(at % columns) * size, Math.floor(at / columns) * size];
    if (picture) context.drawImage(picture, left, top, size, size);
  });
  const joined: Pixels = readPixels(context.getImageData(0, 0, columns * size, rows * size));
  const { data, width, height } = drawShifted(plan, joined);
  return new ImageData(data, width, height);
}

function readPixels({ data, width, height }: ImageData): Pixels {
  return { data: new Uint8ClampedArray(data), width, height };
}
