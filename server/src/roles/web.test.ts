import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../platform/texts.ts';
import { openTestApp } from '../testing/app.ts';

const built = existsSync(new URL('../../../web/dist/index.html', import.meta.url));
const test = await openTestApp();

afterAll(() => test.close());

const get = (url: string, method: 'GET' | 'POST' = 'GET') => test.app.http.inject({ method, url });

/** Inline script in a page: between tags, in a handler, in an address. */
function findInlineScript(page: string): string[] {
  const found: string[] = [];
  for (const [tag, attributes = '', text = ''] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi))
    if (!/\ssrc=/i.test(attributes) || text.trim() !== '') found.push(tag);
  for (const [part] of page.matchAll(/\son\w+\s*=|javascript:/gi)) found.push(part);
  return found;
}

describe('the source of the page', () => {
  it('contains no inline script', () => {
    const page = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8');
    expect(page).toContain('<script');
    expect(findInlineScript(page)).toEqual([]);
    expect(findInlineScript('<a onclick="x()"><script>1</script>')).toHaveLength(2);
  });
});

describe('addresses that are not the console’s pages', () => {
  it.each([
    ['GET', '/prod-api'],
    ['GET', '/prod-api/'],
    ['GET', '/prod-api/nothing'],
    ['GET', '/prod-api/swagger-ui/nothing.html'],
    ['POST', '/system/post'],
    ['GET', '/assets/missing-abc123.js'],
    ['POST', '/'],
  ] as const)('%s %s responds with "not found" in JSON', async (method, url) => {
    const response = await get(`${url}?lang=en`, method);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ code: 404, msg: translate('en', 'errors.request.not_found') });
  });

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fpackage.json',
  ])('%s serves no file outside the console', async (url) => {
    const { payload } = await get(url);
    expect(payload).not.toContain('"workspaces"');
    expect(payload).not.toContain('root:');
  });
});

describe('the interface in a frame of the family’s clients', () => {
  it.each(['/swagger-ui/index.html', '/swagger-ui/', '/swagger-ui.html'])(
    '%s is a page below the prefix, whatever its query, and redirects to the console’s page without the prefix',
    async (path) => {
      const url = `/prod-api${path}?configUrl=https://evil.example/x.json`;
      const page = await get(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(page.payload).not.toContain('evil');
      // Its program is below the prefix too, and the page names it by a relative address.
      const source = /<script type="module" src="([^"]+)"><\/script>/.exec(page.payload)?.[1] ?? '';
      const script = await get(new URL(source, `http://x${url}`).pathname);
      expect([source.startsWith('/'), script.statusCode]).toEqual([false, 200]);
      expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
      const own = await get(path);
      expect([own.statusCode, own.headers.location, own.payload]).toEqual([302, '/tool/swagger', '']);
    },
  );
});

describe('maps of the operator', () => {
  const file = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

  it('are served whole or in parts from the data folder, and nothing else from it', async () => {
    const folder = join(test.app.config.dataDir, 'maps');
    writeFileSync(join(folder, 'city.pmtiles'), file);
    writeFileSync(join(folder, 'notes.txt'), 'x');
    const whole = await get('/maps/city.pmtiles');
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'application/vnd.pmtiles']);
    const part = await test.app.http.inject({
      url: '/maps/city.pmtiles',
      headers: { range: 'bytes=100-199' },
    });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 100-199/1000']);
    expect(part.rawPayload).toEqual(file.subarray(100, 200));
    for (const url of ['/maps/notes.txt', '/maps/none.pmtiles', '/maps/..%2fsecret.key', '/maps/']) {
      const { statusCode, payload } = await get(url);
      expect([url, statusCode === 200 && !payload.includes('<html')]).toEqual([url, false]);
    }
  });
});

describe.skipIf(!built)('the built console', () => {
  it('has its map, which is read in parts and cached for ever', async () => {
    const assets = fileURLToPath(new URL('../../../web/dist/assets/', import.meta.url));
    const name = readdirSync(assets).find((asset) => asset.endsWith('.pmtiles'));
    const response = await test.app.http.inject({ url: `/assets/${name}`, headers: { range: 'bytes=0-6' } });
    expect([response.statusCode, response.payload]).toEqual([206, 'PMTiles']);
    expect(response.headers['content-type']).toBe('application/vnd.pmtiles');
    expect(response.headers['cache-control']).toContain('immutable');
  });

  it('may load from the configured map servers, and from no other', async () => {
    const set = async (value: object) => {
      await test.app.pool.query(
        `update sys_config set config_value = $1 where config_key = 'global_custom_config'`,
        [JSON.stringify(value)],
      );
      await test.app.parameters.clear();
    };
    const policy = async (url: string) => String((await get(url)).headers['content-security-policy']);
    const strict = await policy('/gaode');
    expect(strict).not.toMatch(/amap|unsafe-eval/);
    await set({
      AMAP_WEB_JSAPI: 'k',
      AMAP_WEB_JSAPICODE: 'c',
      MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png',
    });
    expect(await policy('/gaode?lan=zh')).toMatch(/script-src 'self' https:\/\/\*\.amap\.com/);
    expect(await policy('/home')).toContain("connect-src 'self' https://tiles.example;");
    expect(await policy('/home')).not.toMatch(/amap|unsafe-eval/);
    await set({});
    expect(await policy('/gaode')).toBe(strict);
  });

  it('allows a frame of its own origin at the addresses of the family’s API page', async () => {
    const { location } = (await get('/swagger-ui/index.html')).headers;
    const { statusCode, headers } = await get(String(location));
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options'] ?? 'SAMEORIGIN').toBe('SAMEORIGIN');
  });

  it.each(['/', '/login', '/index', '/system/post?pageNum=2', '/no/such/page'])(
    'serves %s as its page, never cached',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-security-policy']).toContain("script-src 'self';");
    },
  );

  it('contains no inline script, and caches hashed files for ever', async () => {
    const page = (await get('/')).payload;
    expect(findInlineScript(page)).toEqual([]);
    const asset = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    expect((await get(asset)).headers['cache-control']).toContain('immutable');
    // The sources are for the error log, not for the public.
    expect((await get(`${asset}.map`)).statusCode).toBe(404);
  });
});
