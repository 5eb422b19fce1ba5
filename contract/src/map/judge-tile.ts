/** What a response of a tile server is. */
export type TileVerdict =
  | { outcome: 'picture'; format: string; width: number; height: number }
  | { outcome: 'vector' | 'tilejson' | 'pmtiles' }
  | { outcome: 'refused' | 'missing' | 'limited' | 'failed'; status: number }
  | { outcome: 'page' | 'empty' | 'unknown' };

interface TileResponse {
  status: number;
  /** The content type. */
  type: string;
  bytes: Uint8Array;
}

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Judges a response by its status, then by its bytes: servers name wrong content types. */
export function judgeTile({ status, type, bytes }: TileResponse): TileVerdict {
  if (status === 401 || status === 403) return { outcome: 'refused', status };
  if (status === 404 || status === 410) return { outcome: 'missing', status };
  if (status === 429) return { outcome: 'limited', status };
  if (status < 200 || status > 299) return { outcome: 'failed', status };
  if (bytes.length === 0) return { outcome: 'empty' };
  const picture = readPicture(bytes);
  if (picture) return { outcome: 'picture', ...picture };
  if (ascii(bytes, 0, 7) === 'PMTiles') return { outcome: 'pmtiles' };
  const start = ascii(bytes, 0, 256).trimStart();
  if (/^(<!doctype|<html|<\?xml|<head|<body)/i.test(start) || /text\/html/i.test(type))
    return { outcome: 'page' };
  if (start.startsWith('{')) return { outcome: isTileJson(bytes) ? 'tilejson' : 'unknown' };
  // Vector tiles begin with the field of their first layer.
  return { outcome: bytes[0] === 0x1a ? 'vector' : 'unknown' };
}

function isTileJson(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && 'tiles' in value && Array.isArray(value.tiles);
  } catch {
    return false;
  }
}

/** The format and size of a picture, from its first bytes. */
function readPicture(bytes: Uint8Array): { format: string; width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { format: 'PNG', width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 10 && ascii(bytes, 0, 3) === 'GIF')
    return { format: 'GIF', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (bytes.length >= 30 && ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP')
    return { format: 'WebP', ...readWebpSize(view, ascii(bytes, 12, 16)) };
  if (bytes.length >= 4 && view.getUint16(0) === 0xffd8) return { format: 'JPEG', ...readJpegSize(view) };
  return undefined;
}

function readWebpSize(view: DataView, kind: string) {
  if (kind === 'VP8X')
    return {
      width: (view.getUint32(24, true) & 0xffffff) + 1,
      height: (view.getUint32(26, true) >>> 8) + 1,
    };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The size is in the first frame header (SOF); other segments are skipped. */
function readJpegSize(view: DataView) {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return { width: 0, height: 0 };
}
