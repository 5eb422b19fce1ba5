import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../platform/texts.ts';
import { openTestApp } from '../testing/app.ts';

const built = existsSync(new URL('../../../web/dist/index.html', import.meta.url));
const test = await openTestApp();

afterAll(() => test.close());

const get = (url: string, method: 'GET' | 'POST' = 'GET') => test.app.http.inject({ method, url });

describe('addresses that are not the console’s pages', () => {
  it.each([
    ['GET', '/prod-api'],
    ['GET', '/prod-api/'],
    ['GET', '/prod-api/nothing'],
    ['GET', '/prod-api/swagger-ui/nothing.html'],
    ['POST', '/system/post'],
    ['GET', '/assets/missing-abc123.js'],
    ['POST', '/'],
  ] as const)('%s %s is told not to exist, in JSON', async (method, url) => {
    const answer = await get(`${url}?lang=en`, method);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 404, msg: translate('en', 'errors.request.not_found') });
  });

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fpackage.json',
  ])('%s leads nowhere outside', async (url) => {
    const { payload } = await get(url);
    expect(payload).not.toContain('"workspaces"');
    expect(payload).not.toContain('root:');
  });
});

describe('the interface in a frame of the family’s clients', () => {
  it.each(['/swagger-ui/index.html', '/swagger-ui/', '/swagger-ui.html'])(
    '%s leads to the console’s own, with or without the prefix and whatever it is told',
    async (path) => {
      for (const url of [path, `/prod-api${path}`, `${path}?configUrl=https://evil.example/x.json`]) {
        const { statusCode, headers, payload } = await get(url);
        expect([statusCode, headers.location, payload]).toEqual([302, '/tool/swagger', '']);
        expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
      }
    },
  );
});

describe.skipIf(!built)('the built console', () => {
  it('lets a frame of its own site show where the family’s interface leads', async () => {
    const { location } = (await get('/prod-api/swagger-ui/index.html')).headers;
    const { statusCode, headers } = await get(String(location));
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options'] ?? 'SAMEORIGIN').toBe('SAMEORIGIN');
  });

  it.each(['/', '/login', '/index', '/system/post?pageNum=2', '/no/such/page'])(
    '%s is its page, never cached',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    },
  );

  it('holds no inline script, and keeps hashed files for ever', async () => {
    const page = (await get('/')).payload;
    const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    for (const [, attributes = '', text = ''] of scripts) {
      expect(attributes).toContain('src=');
      expect(text.trim()).toBe('');
    }
    const asset = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    expect((await get(asset)).headers['cache-control']).toContain('immutable');
    // The sources are for the error log, not for the public.
    expect((await get(`${asset}.map`)).statusCode).toBe(404);
  });
});
