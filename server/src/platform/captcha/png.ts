import { crc32, deflateSync } from 'node:zlib';

/** Three bytes per pixel: red, green, blue. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
const bitDepth = 8;
const trueColour = 2;
const filterUp = 2;

export function encodePng({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bitDepth;
  header[9] = trueColour;
  const packed = deflateSync(filterRows(width * 3, height, pixels));
  return Buffer.concat([
    pngSignature,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', packed),
    encodeChunk('IEND'),
  ]);
}

/** Stores every row as the difference from the row above, which compresses better. */
function filterRows(stride: number, height: number, pixels: Uint8Array): Buffer {
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    rows[start] = filterUp;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0);
      rows[start + 1 + x] = (pixels[y * stride + x] ?? 0) - above;
    }
  }
  return rows;
}

function encodeChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
