import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchTile } from './fetch-tile.ts';

afterEach(() => vi.unstubAllGlobals());

const vector = Buffer.from([0x1a, 0x02, 0x78, 0x01]);

async function fetchBody(body: Uint8Array<ArrayBuffer>): Promise<number[]> {
  vi.stubGlobal('fetch', async () => new Response(body));
  return [...new Uint8Array(await fetchTile('https://tiles.example/1/2/3', new AbortController().signal))];
}

it('unpacks a tile that its server compresses without a header that says so', async () => {
  expect(await fetchBody(gzipSync(vector))).toEqual([...vector]);
  expect(await fetchBody(vector)).toEqual([...vector]);
});

it('rejects a compressed page, and what only begins like a compressed tile', async () => {
  await expect(fetchBody(gzipSync('<html></html>'))).rejects.toMatchObject({ reason: 'page' });
  await expect(fetchBody(gzipSync(vector).subarray(0, 12))).rejects.toMatchObject({ reason: 'unknown' });
});
