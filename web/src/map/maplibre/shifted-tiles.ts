import { drawShifted, type Pixels, planShift, type ShiftPlan } from '../gcj-tile.ts';
import { TileError } from '../tile-trouble.ts';

/** Neighbours share their tiles. */
const maxKept = 96;

type FetchBytes = (z: number, x: number, y: number, signal: AbortSignal) => Promise<ArrayBuffer>;

/** A tile of the server that several drawn tiles share; it is cancelled when none of them is wanted any more. */
interface SharedPicture {
  picture: Promise<ImageBitmap>;
  /** How many tiles have asked for it and not been cancelled. */
  wantedBy: number;
  cancel: () => void;
}

/** Draws tiles of a GCJ-02 map where they belong in WGS-84. */
export function makeShiftedTiles(fetchBytes: FetchBytes) {
  const kept = new Map<string, SharedPicture>();

  function request(key: string, [z, x, y]: readonly [number, number, number]): SharedPicture {
    const abort = new AbortController();
    const forget = () => {
      if (kept.get(key) === shared) kept.delete(key);
    };
    const shared: SharedPicture = {
      picture: fetchBytes(z, x, y, abort.signal).then(decode),
      wantedBy: 0,
      cancel() {
        forget();
        abort.abort();
      },
    };
    shared.picture.catch(forget);
    return shared;
  }

  async function getPicture(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap> {
    signal.throwIfAborted();
    const key = `${z}/${x}/${y}`;
    const found = kept.get(key) ?? request(key, [z, x, y]);
    // The last used is the last to go.
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    found.wantedBy++;
    const leave = () => {
      found.wantedBy--;
      if (found.wantedBy === 0) found.cancel();
    };
    signal.addEventListener('abort', leave);
    try {
      return await found.picture;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  return async (z: number, x: number, y: number, signal: AbortSignal): Promise<ArrayBuffer | ImageBitmap> => {
    const plan = planShift(z, x, y);
    if (plan.isSame) return fetchBytes(z, x, y, signal);
    const found = await Promise.allSettled(plan.tiles.map((tile) => getPicture(z, tile.x, tile.y, signal)));
    signal.throwIfAborted();
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
