import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Position } from 'geojson';
import { PMTiles } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { readKnownCities } from './names.ts';
import { PartsOfFile } from './parts-of-file.fixture.ts';
import { readPlaces } from './places.ts';
import { readShapes } from './shapes.ts';
import { cutTiles } from './tiles.ts';
import { readWaters } from './waters.ts';

const shapes = readShapes();
const places = readPlaces();
const waters = readWaters();

/** The names of the layers of a vector tile: field 3 of the tile holds a layer, field 1 of which is its name. */
function readLayerNames(tile: Uint8Array): string[] {
  const names: string[] = [];
  for (let at = 0; at < tile.length; ) {
    expect(tile[at]).toBe((3 << 3) | 2);
    let [length, shift] = [0, 0];
    do {
      at += 1;
      length += ((tile[at] ?? 0) & 0x7f) * 2 ** shift;
      shift += 7;
    } while ((tile[at] ?? 0) & 0x80);
    const layer = tile.subarray(at + 1, at + 1 + length);
    const start = layer.indexOf((1 << 3) | 2);
    names.push(new TextDecoder().decode(layer.subarray(start + 2, start + 2 + (layer[start + 1] ?? 0))));
    at += 1 + length;
  }
  return names;
}

describe('the basemap', () => {
  it('has land, waters, borders and names in its first tile', () => {
    const [world] = cutTiles({ ...shapes, ...waters }, [], 0);
    const names = readLayerNames(world?.data ?? new Uint8Array());
    expect(names).toEqual(['land', 'border', 'country', 'lake', 'river']);
  });

  it('is the same on every build', () => {
    const digest = (layers: typeof waters) =>
      [...cutTiles(layers, places.slice(0, 100), 2)].map(({ data }) =>
        createHash('sha256').update(data).digest('hex'),
      );
    expect(digest(readWaters())).toEqual(digest(waters));
  });

  it('never crosses the date line', () => {
    const lines: Position[][] = [...shapes.land, ...shapes.border].flatMap(({ geometry }) => {
      if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat();
      return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
    });
    const jumps = lines.filter((line) =>
      line.some(([x = 0, y = 0], at) => {
        const [before = x] = line[at - 1] ?? [];
        // The edge of Antarctica runs along the pole.
        return Math.abs(x - before) > 180 && Math.abs(y) < 89;
      }),
    );
    expect(jumps).toHaveLength(0);
  });

  it('has no land around the whole world except Antarctica', () => {
    const rings = shapes.land.flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1)) : [],
    );
    const around = rings.filter((ring) => [-180, 180].every((edge) => ring.some(([x]) => x === edge)));
    expect(around).toHaveLength(1);
    expect(Math.max(...(around[0] ?? []).map(([, y = 0]) => y))).toBeLessThan(-60);
  });

  it('names countries in three languages', () => {
    const names = shapes.country.map(({ properties }) => properties);
    expect(names).toContainEqual(expect.objectContaining({ name: 'France', zh: '法国', fr: 'France' }));
    expect(names).toContainEqual(expect.objectContaining({ name: 'Germany', zh: '德国', fr: 'Allemagne' }));
    expect(names.length).toBeGreaterThan(200);
  });
});

describe('cities', () => {
  it('are all found in the gazetteer if they have names in three languages', () => {
    const named = places.filter(({ zh }) => zh !== undefined);
    expect(named).toHaveLength(readKnownCities().size);
  });

  it('have their real positions', () => {
    const find = (zh: string) =>
      places.find((place) => place.zh === zh)?.point.map((part) => Math.round(part));
    expect(find('苏州')).toEqual([121, 31]);
    expect(find('宿州')).toEqual([117, 34]);
    expect(find('榆林')).toEqual([110, 38]);
    expect(find('维也纳')).toEqual([16, 48]);
    expect(find('仙台')).toEqual([141, 38]);
  });

  it('appear once if the gazetteer has their new name for another place nearby', () => {
    const named = (name: string) => places.filter((place) => place.name === name && place.point[0] > 115);
    for (const [name, zh] of [
      ['Fangshan', '房山'],
      ['Tongzhou', '通州'],
    ] as const)
      expect(named(name).map((place) => place.zh)).toContain(zh);
    const nearBeijing = named('Fangshan').filter(({ point: [x, y] }) => Math.hypot(x - 116.4, y - 39.9) < 1);
    expect(nearBeijing).toHaveLength(1);
  });

  it('name the districts of Beijing, where the gazetteer has a street or a quarter', () => {
    const named = places.filter(({ point: [x, y] }) => Math.hypot(x - 116.35, y - 39.91) < 0.2);
    for (const [name, zh] of [
      ['Dongcheng', '东城'],
      ['Xicheng', '西城'],
      ['Chaoyang', '朝阳'],
      ['Shijingshan', '石景山'],
    ])
      expect(named).toContainEqual(expect.objectContaining({ name, zh, rank: 4, isDistrict: true }));
    const streets = ['Jingshan', 'Jinrongjie', 'Chaowai', 'Lugu'];
    expect(named.filter(({ name }) => streets.includes(name))).toEqual([]);
  });

  it('appear by rank, and only one per grid cell at a time', () => {
    expect(places.find(({ name }) => name === 'Beijing')).toMatchObject({ fr: 'Pékin', zh: '北京', rank: 1 });
    const counts = [2, 4, 6, 8].map((zoom) => places.filter((place) => place.zoom <= zoom).length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBeGreaterThan(20);
    expect(counts[0]).toBeLessThan(120);
  });
});

describe('built-up areas', () => {
  const find = (name: string, zh: string) => places.find((place) => place.name === name && place.zh === zh);

  it('are as large as the inhabitants of their cities', () => {
    expect(find('Beijing', '北京')?.population).toBeGreaterThan(10_000_000);
    expect(find('Lyon', '里昂')?.population).toBeGreaterThan(400_000);
    const known = places.filter(({ population }) => population > 0);
    expect(known.length / places.length).toBeGreaterThan(0.6);
  });

  it('are in the tiles from zoom 5 on, without the districts of a city', () => {
    const layersAt = (zoom: number) =>
      new Set(
        [...cutTiles({}, places.slice(0, 200), zoom)]
          .filter(({ z }) => z === zoom)
          .flatMap(({ data }) => readLayerNames(data)),
      );
    expect(layersAt(4)).toEqual(new Set(['place']));
    expect(layersAt(5)).toEqual(new Set(['urban', 'place']));
    expect(places.filter(({ isDistrict }) => isDistrict).length).toBeGreaterThan(2000);
  });

  it('raise large cities without names in three languages above small towns', () => {
    const large = places.filter(
      ({ population, zh, isDistrict }) => population > 500_000 && zh === undefined && !isDistrict,
    );
    expect(large.length).toBeGreaterThan(50);
    expect(large.every(({ rank }) => rank <= 4)).toBe(true);
  });
});

const cache = join(import.meta.dirname, '../../node_modules/.cache/limpid');
const made = existsSync(cache) ? readdirSync(cache).find((name) => name.endsWith('.pmtiles')) : undefined;

describe.skipIf(!made)('the built file', () => {
  it('is read in three requests: header, directory and tile', async () => {
    const source = new PartsOfFile(readFileSync(join(cache, made ?? '')));
    // The tile of Beijing.
    const tile = await new PMTiles(source).getZxy(7, 105, 48);
    expect(source.asked).toHaveLength(3);
    expect(readLayerNames(new Uint8Array(tile?.data ?? []))).toContain('place');
    expect(new TextDecoder().decode(tile?.data)).toContain('北京');
  });

  it('is one file of at most ten megabytes', () => {
    const file = readFileSync(join(cache, made ?? ''));
    expect(file.subarray(0, 8)).toEqual(Buffer.from('PMTiles\u0003'));
    expect(file.length).toBeLessThan(10 * 1024 * 1024);
    expect(file.length).toBeGreaterThan(1024 * 1024);
    const [at, length] = [Number(file.readBigUInt64LE(24)), Number(file.readBigUInt64LE(32))];
    expect(gunzipSync(file.subarray(at, at + length)).toString()).toContain('GeoNames');
  });
});
