import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const path = '/system/map';
const first = { UNLOAD_MAP_USER: 'eve', AMAP_WEB_SERVER: 's', OTHER: { deep: [1] } };
const osm = {
  id: 'osm',
  name: 'OSM',
  preset: 'osm',
  tiles: ['https://tile.example/{z}/{x}/{y}.png'],
  labels: '',
  key: '',
  minZoom: 0,
  maxZoom: 19,
  crs: 'WGS-84',
  credit: '© OSM',
};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let t: TestApp;
let admin: string;
let server: Server;
let origin: string;
let seen: { referer?: string | undefined; agent?: string | undefined } = {};

beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1' });
  admin = await t.login();
  server = createServer((request, response) => {
    seen = { referer: request.headers.referer, agent: request.headers['user-agent'] };
    if (request.url === '/silent') return;
    const answers: Record<string, [number, string, Buffer | string]> = {
      '/good': [200, 'image/png', picture],
      '/401': [401, 'text/plain', 'no'],
      '/403': [403, 'text/html', '<html>no</html>'],
      '/page': [200, 'text/html', '<!doctype html><title>Sign in</title>secret'],
      '/vector': [200, 'application/x-protobuf', gzipSync(Buffer.from([0x1a, 0x02, 0x78, 0x01]))],
      '/json': [200, 'application/json', '{"tiles":["/v/{z}/{x}/{y}"],"maxzoom":14,"token":"secret"}'],
      '/text': [200, 'text/plain', 'secret'],
      '/file.pmtiles': [206, 'application/octet-stream', 'PMTiles\x03'],
      '/away': [302, 'text/plain', ''],
    };
    const [below = '', allowed = '*'] = (request.url ?? '').split('?allow=');
    const [status, type, body] = answers[below] ?? [404, 'text/plain', 'none'];
    response.writeHead(status, {
      'content-type': type,
      ...(status === 302 && { location: '/good' }),
      ...(allowed && { 'access-control-allow-origin': decodeURIComponent(allowed) }),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server on a port is an object.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await t.close();
});
beforeEach(() => setConfig(first));

async function setConfig(value: object): Promise<void> {
  await t.app.pool.query(
    `update sys_config set config_value = $1 where config_key = 'global_custom_config'`,
    [JSON.stringify(value)],
  );
  await t.app.parameters.clear();
}
const read = async (): Promise<Record<string, unknown>> =>
  (await t.send('GET', path, { token: admin })).body['data'] as Record<string, unknown>;
const readConfig = async (): Promise<unknown> =>
  JSON.parse(
    (await t.send('GET', '/system/config/configKey/global_custom_config', { token: admin })).body.msg,
  );
const save = async (json: object, token = admin) =>
  (await t.send('PUT', path, { json: { revision: (await read())['revision'], ...json }, token })).body;

describe('map settings', () => {
  it('of a new installation have the built-in map alone', async () => {
    expect(await read()).toEqual({
      revision: expect.any(String),
      providers: [],
      order: ['embedded'],
      amapKey: '',
      amapCode: '',
      borders: false,
      longitude: null,
      latitude: null,
      zoom: null,
    });
  });

  it('are written to the parameter that clients read; other keys stay', async () => {
    const start = { longitude: 117.23, latitude: 31.82, zoom: 9.5 };
    const changes = {
      providers: [osm],
      order: ['osm', 'embedded'],
      amapKey: 'k',
      amapCode: 'c',
      borders: true,
      ...start,
    };
    expect(await save(changes)).toMatchObject({ code: 200, data: changes });
    expect(await readConfig()).toEqual({
      ...first,
      MAP_PROVIDERS: [
        {
          id: 'osm',
          name: 'OSM',
          preset: 'osm',
          minZoom: 0,
          maxZoom: 19,
          crs: 'WGS-84',
          tiles: osm.tiles,
          credit: '© OSM',
        },
        { id: 'embedded' },
      ],
      AMAP_WEB_JSAPI: 'k',
      AMAP_WEB_JSAPICODE: 'c',
      MAP_BORDERS: true,
      MAP_CENTER: '117.23,31.82',
      MAP_ZOOM: 9.5,
    });
    expect(await save({ providers: [], longitude: null, amapKey: '', amapCode: '' })).toMatchObject({
      code: 200,
    });
    expect(await readConfig()).toEqual({
      ...first,
      AMAP_WEB_JSAPI: '',
      AMAP_WEB_JSAPICODE: '',
      MAP_BORDERS: true,
    });
  });

  it('show the tiles of an older installation, and write them to their old keys', async () => {
    await setConfig({ ...first, MAP_TILES: 'https://t.example/{z}/{x}/{y}', MAP_TILES_CREDIT: 'City' });
    const { providers } = await read();
    expect(providers).toMatchObject([{ id: 'tiles', name: 't.example', credit: 'City' }]);
    const [tiles] = providers as object[];
    expect((await save({ providers: [{ ...tiles, credit: 'Town', maxZoom: 16 }, osm] })).code).toBe(200);
    expect(await readConfig()).toMatchObject({
      MAP_TILES: 'https://t.example/{z}/{x}/{y}',
      MAP_TILES_CREDIT: 'Town',
      MAP_PROVIDERS: [{ id: 'tiles', maxZoom: 16 }, { id: 'embedded' }, { id: 'osm' }],
    });
  });

  it.each([
    [{ name: '' }, 'name', 'name'],
    [{ tiles: ['https://t.example/'] }, 'tiles', 'address'],
    [{ preset: 'pmtiles', tiles: ['/x'] }, 'tiles', 'file'],
    [{ tiles: ['/{z}/{x}/{y}?{key}'] }, 'key', 'key'],
    [{ minZoom: 9, maxZoom: 3 }, 'maxZoom', 'zoom'],
    [{ labels: 'x' }, 'labels', 'labels'],
  ])('refuse a map with %j beside its field', async (changes, field, problem) => {
    const msg = errorText(`map_provider.${problem}`);
    expect(await save({ providers: [{ ...osm, ...changes }] })).toEqual({ code: 500, field, msg });
    expect(await readConfig()).toEqual(first);
  });

  it.each([
    [{ longitude: 200, latitude: 0, zoom: 5 }, 'longitude', 'start'],
    [{ longitude: 2, latitude: 91, zoom: 5 }, 'latitude', 'start'],
    [{ longitude: 2, latitude: 0, zoom: 50 }, 'zoom', 'start'],
    [{ amapKey: 'k' }, 'amapCode', 'amap'],
    [{ revision: 'old' }, undefined, 'changed'],
  ])('refuse %o', async (changes, field, problem) => {
    const msg = errorText(`map_settings.${problem}`);
    expect(await save(changes)).toEqual({ code: 500, msg, ...(field && { field }) });
  });

  it('can be saved though half of the keys of AMap is stored', async () => {
    await setConfig({ ...first, AMAP_WEB_JSAPI: 'k' });
    expect(await save({ borders: true })).toMatchObject({ code: 200, data: { borders: true, amapKey: 'k' } });
    expect(await save({ amapKey: 'k2' })).toEqual({
      code: 500,
      field: 'amapCode',
      msg: errorText('map_settings.amap'),
    });
  });

  it('keep what cannot be read', async () => {
    const unusable = { ...osm, id: 'old', tiles: ['x'] };
    const stored = { ...first, MAP_TILES: 'https://{s}.example/{z}/{x}/{y}', MAP_PROVIDERS: [unusable] };
    await setConfig(stored);
    expect(await save({ providers: [osm], order: ['osm', 'embedded'] })).toMatchObject({ code: 200 });
    expect(await save({ order: ['embedded', 'osm'] })).toMatchObject({ code: 200 });
    expect(await readConfig()).toMatchObject({
      ...stored,
      MAP_PROVIDERS: [{ id: 'embedded' }, { id: 'osm' }, unusable],
    });
  });

  it('never overwrite a value that is no JSON object', async () => {
    await setConfig(['x']);
    expect(await save({ borders: true })).toEqual({ code: 500, msg: errorText('map_settings.unreadable') });
    expect(await readConfig()).toEqual(['x']);
  });

  it('refuse more than the parameter can hold', async () => {
    const tiles = [`${osm.tiles[0]}?${'x'.repeat(900)}`];
    const providers = Array.from({ length: 11 }, (_, at) => ({ ...osm, id: `p${at}`, tiles }));
    expect(await save({ providers })).toEqual({ code: 500, msg: errorText('map_settings.too_long') });
  });

  it('refuse unusable maps in the parameter itself', async () => {
    const { body } = await t.send('GET', '/system/config/list?configKey=global_custom_config', {
      token: admin,
    });
    const [row] = body['rows'] as object[];
    const put = async (config: object) =>
      (
        await t.send('PUT', '/system/config', {
          token: admin,
          json: { ...row, configValue: JSON.stringify(config) },
        })
      ).body;
    expect(await put({ MAP_PROVIDERS: [{ ...osm, tiles: ['x'] }] })).toEqual({
      code: 500,
      field: 'configValue',
      msg: errorText('parameter.map_providers', { name: 'osm' }),
    });
    expect(await put({ MAP_TILES: 'https://t.example/' })).toMatchObject({
      msg: errorText('parameter.map_tiles'),
    });
    expect(await put({ MAP_TILES: '', MAP_PROVIDERS: [osm] })).toMatchObject({ code: 200 });
  });

  it('need their permissions, and writes are in the operation log', async () => {
    await addPerson(t, 'looker', [{ permissions: ['system:map:query'] }]);
    const looker = await t.login('looker', personPassword);
    expect((await t.send('GET', path, { token: looker })).body.code).toBe(200);
    const { revision } = await read();
    for (const [method, below] of [
      ['PUT', ''],
      ['POST', '/test'],
      ['POST', '/tile'],
      ['POST', '/amap'],
    ] as const) {
      const json = { revision, url: `${origin}/good`, amapKey: 'k', amapCode: 'c' };
      expect((await t.send(method, path + below, { token: looker, json })).body.code).toBe(403);
    }
    await save({ borders: true });
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      `select business_type, oper_name from sys_oper_log where oper_url like '%/system/map' and status = 0 limit 1`,
    );
    expect(rows).toEqual([{ business_type: 2, oper_name: 'admin' }]);
  });
});

describe('a connection test', () => {
  const test = async (url: string) =>
    (
      await t.send('POST', `${path}/test`, {
        token: admin,
        json: { url },
        headers: { origin: 'https://console.example', 'user-agent': 'Browser/1' },
      })
    ).body['data'] as Record<string, unknown>;

  it.each([
    ['/good', { outcome: 'picture', format: 'PNG', width: 1, height: 1 }],
    ['/401', { outcome: 'refused', status: 401 }],
    ['/403', { outcome: 'refused', status: 403 }],
    ['/nothing', { outcome: 'missing', status: 404 }],
    ['/page', { outcome: 'page' }],
    ['/vector', { outcome: 'vector' }],
    ['/json', { outcome: 'tilejson' }],
    ['/text', { outcome: 'unknown' }],
    ['/file.pmtiles', { outcome: 'pmtiles' }],
    ['/away', { outcome: 'error', error: 'redirect', reason: '302' }],
  ])('of %s says %j', async (below, result) => {
    expect(await test(origin + below)).toMatchObject(result);
  });

  it.each([
    ['*', true],
    ['https://console.example', true],
    ['https://other.example', false],
    ['', false],
  ])('says whether a page may read the tile: allowed is %j', async (allowed, isReadable) => {
    const result = await test(`${origin}/good?allow=${encodeURIComponent(allowed)}`);
    expect(result).toMatchObject({ outcome: 'picture', isReadable });
  });

  it('of a server that never answers ends in time', async () => {
    const { milliseconds, ...result } = await test(`${origin}/silent`);
    expect(result).toMatchObject({ outcome: 'error', error: 'timeout', host: '127.0.0.1' });
    expect(milliseconds).toBeGreaterThanOrEqual(990);
  });

  it('is made as by the browser of the person', async () => {
    await test(`${origin}/good`);
    expect(seen).toEqual({ referer: 'https://console.example/', agent: 'Browser/1' });
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data', 'refused_address'],
    ['http://127.0.0.2:1/x', 'refused_address'],
    ['http://no-such-host.invalid/x', 'unresolved'],
    ['http://127.0.0.1:1/x', 'connection'],
    ['file:///etc/passwd', 'invalid_url'],
  ])('of %s fails: %s', async (url, error) => {
    expect(await test(url)).toMatchObject({ outcome: 'error', error });
  });
});

describe('a preview tile', () => {
  const fetchTile = (below: string) =>
    t.send('POST', `${path}/tile`, { token: admin, json: { url: origin + below } });

  it('is a picture, a vector tile, or the needed part of a description', async () => {
    expect((await fetchTile('/good')).bytes).toEqual(picture);
    expect((await fetchTile('/vector')).bytes).toEqual(Buffer.from([0x1a, 0x02, 0x78, 0x01]));
    expect(JSON.parse((await fetchTile('/json')).bytes.toString())).toEqual({
      tiles: ['/v/{z}/{x}/{y}'],
      maxzoom: 14,
    });
  });

  it.each(['/page', '/text', '/403', '/file.pmtiles'])('is never something else, like %s', async (below) => {
    const { body, bytes } = await fetchTile(below);
    expect(body.code).toBe(404);
    expect(bytes.toString()).not.toContain('secret');
  });
});
