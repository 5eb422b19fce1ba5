import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { PMTiles, TileType } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { PartsOfFile } from './parts-of-file.fixture.ts';
import { writePmtiles } from './pmtiles-file.ts';
import type { Tile } from './tiles.ts';

function* makeTiles(maxZoom: number): Generator<Tile> {
  for (let z = 0; z <= maxZoom; z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        // Half of the tiles are equal; the others have various lengths, like real tiles.
        const noise = createHash('sha512').update(`${z}/${x}/${y}`).digest('hex');
        const own = `tile ${z}/${x}/${y} ${noise.slice(0, (x * 7919 + y * 104_729) % 127)}`;
        const text = x < 2 ** (z - 1) ? 'ocean' : own;
        if ((x + y) % 5 !== 1) yield { z, x, y, data: new TextEncoder().encode(text) };
      }
    }
  }
}

const read = async (map: PMTiles, z: number, x: number, y: number) => {
  const tile = await map.getZxy(z, x, y);
  return tile && new TextDecoder().decode(tile.data);
};

describe('a file of tiles', () => {
  const file = writePmtiles(makeTiles(7), 7, { name: 'test' });

  it('has a header that describes its content', async () => {
    const map = new PMTiles(new PartsOfFile(file));
    const header = await map.getHeader();
    expect(header).toMatchObject({
      specVersion: 3,
      tileType: TileType.Mvt,
      minZoom: 0,
      maxZoom: 7,
      clustered: true,
    });
    expect(header.numTileContents).toBeLessThan(header.numAddressedTiles);
    expect(await map.getMetadata()).toEqual({ name: 'test' });
  });

  it('returns every tile, and nothing for a missing one', async () => {
    const map = new PMTiles(new PartsOfFile(file));
    for (const { z, x, y, data } of makeTiles(4))
      expect(await read(map, z, x, y)).toBe(new TextDecoder().decode(data));
    expect(await read(map, 7, 127, 127)).toMatch(/^tile 7.127.127/);
    expect(await read(map, 7, 1, 0)).toBeUndefined();
  });

  it('is read in two requests: header and tile', async () => {
    const source = new PartsOfFile(file);
    expect(await read(new PMTiles(source), 7, 100, 90)).toMatch(/^tile 7.100.90/);
    expect(source.asked[0]).toEqual([0, 16_384]);
    expect(source.asked).toHaveLength(2);
    const [offset = 0, length = 0] = source.asked[1] ?? [];
    expect(gunzipSync(file.subarray(offset, offset + length)).toString()).toMatch(/^tile 7.100.90/);
  });

  it('is the same on every build', () => {
    expect(Buffer.compare(writePmtiles(makeTiles(3), 3, {}), writePmtiles(makeTiles(3), 3, {}))).toBe(0);
  });
});
