import { languages, wireLanguages } from '@limpid/contract/language';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';

const test = await openTestApp();
const token = await test.login();
const limited = await openTestApp({ TRUST_PROXY: '127.0.0.1' }, { limited: true });

afterAll(async () => {
  await test.close();
  await limited.close();
});

const places: [string, string, string][] = [
  ['a good response', 'GET', '/getInfo'],
  ['a refusal', 'POST', '/system/post'],
  ['an unknown path', 'GET', '/nothing'],
  ['a path that cannot be decoded', 'GET', '/%'],
  ['a file', 'GET', '/v3/api-docs'],
];

describe('every response', () => {
  it.each(places)('has strict security headers: %s', async (_, method, path) => {
    const { headers } = await test.send(method, path, { token });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(places)('has its own id, whatever the client claims: %s', async (_, method, path) => {
    const options = { token, headers: { 'x-request-id': 'mine', 'request-id': 'mine' } };
    const ids = [await test.send(method, path, options), await test.send(method, path, options)].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(new Set([...ids, 'mine']).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it.each(places)('is not cached: %s', async (_, method, path) => {
    const { headers } = await test.send(method, path, { token });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is cached only by its reader and revalidated each time if it has an ETag', async () => {
    const first = await test.send('GET', '/map/sites', { token });
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const headers = { 'if-none-match': String(first.headers['etag']), authorization: `Bearer ${token}` };
    const again = await test.app.http.inject({ url: '/prod-api/map/sites', headers });
    expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'private, no-cache']);
  });

  it('allows no scripts but our own', async () => {
    const { headers } = await test.send('GET', '/getInfo', { token });
    const rules = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((rule) => rule.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name, sources]),
    );
    expect(rules.get('script-src')).toEqual(["'self'"]);
    expect(rules.get('default-src')).toEqual(["'self'"]);
    expect(rules.get('object-src')).toEqual(["'none'"]);
    expect(rules.get('base-uri')).toEqual(["'none'"]);
    expect(rules.get('frame-ancestors')).toEqual(["'self'"]);
    expect(rules.get('connect-src')).toEqual(["'self'"]);
    const allowed = [...rules].filter(([, sources]) => sources.includes("'unsafe-inline'"));
    expect(allowed.map(([name]) => name)).toEqual(['style-src']);
    expect([...rules.values()].flat()).not.toContain("'unsafe-eval'");
  });
});

describe('too many requests', () => {
  it('are refused for a while, in three languages, and only for the address that sends them', async () => {
    const ask = (address: string, language: 'zh' | 'en' | 'fr' = 'zh') =>
      limited.send('GET', `/captchaImage?lang=${wireLanguages[language]}`, {
        headers: { 'x-forwarded-for': address },
      });
    for (let request = 0; request < 60; request++) expect((await ask('10.0.0.1')).status).toBe(200);
    const messages = new Set<string>();
    for (const language of languages) {
      const { status, body } = await ask('10.0.0.1', language);
      expect([status, body.code]).toEqual([429, 429]);
      expect(body.msg).toMatch(/\d/);
      messages.add(body.msg);
    }
    expect(messages.size).toBe(3);
    expect((await ask('10.0.0.2')).status).toBe(200);
    // An invalid address counts as that of the proxy; ports and brackets do not make another address.
    expect((await ask('10.0.0.1:4711')).status).toBe(429);
    for (let request = 0; request < 60; request++) expect((await ask(`${request}.nowhere`)).status).toBe(200);
    expect((await ask('10.0.0.7, nonsense')).status).toBe(429);
    const elsewhere = await limited.send('GET', '/api/v1/sys/info', {
      headers: { 'x-forwarded-for': '10.0.0.1' },
    });
    expect(elsewhere.status).toBe(200);
  });

  it('are refused on unknown paths too', async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 301; request++) {
      statuses.push((await limited.send('GET', `/nothing/${request}`)).status);
    }
    expect(new Set(statuses.slice(0, 300))).toEqual(new Set([404]));
    const { status, headers } = await limited.send('GET', '/nothing');
    expect([statuses[300], status, Number(headers['retry-after']) > 0]).toEqual([429, 429, true]);
    expect((await limited.send('GET', '/api/v1/sys/info')).status).toBe(200);
  });

  it('are refused on pages and on malformed paths', async () => {
    const ask = async (url: string) => (await limited.app.http.inject({ method: 'GET', url })).statusCode;
    const refusedAfter = async (path: (request: number) => string) => {
      for (let request = 0; request < 1000; request++) if ((await ask(path(request))) === 429) return request;
      return 'never';
    };
    expect(await refusedAfter((request) => `/scan/${request}/%zz`)).toBe(300);
    expect(await refusedAfter((request) => `/scan/${request}`)).toBe(600);
    expect((await limited.send('GET', '/api/v1/sys/info')).status).toBe(200);
  });

  it('are counted by the real address if there is no proxy', async () => {
    const direct = await openTestApp({}, { limited: true });
    const statuses = new Set<number>();
    for (let request = 0; request < 61; request++) {
      const headers = { 'x-forwarded-for': `10.0.0.${request}` };
      statuses.add((await direct.send('GET', '/captchaImage', { headers })).status);
    }
    expect([...statuses]).toEqual([200, 429]);
    await direct.close();
  });
});

describe('behind a proxy with TLS', () => {
  it('the browser is required to use TLS, and only a trusted proxy can claim TLS', async () => {
    const header = 'strict-transport-security';
    const secure = { 'x-forwarded-proto': 'https' };
    for (const path of ['/api/v1/sys/info', '/nothing']) {
      const { headers } = await limited.send('GET', path, { headers: secure });
      expect(headers[header]).toBe('max-age=31536000; includeSubDomains');
      expect((await limited.send('GET', path)).headers).not.toHaveProperty(header);
      const elsewhere = { headers: secure, remoteAddress: '10.0.0.9' };
      expect((await limited.send('GET', path, elsewhere)).headers).not.toHaveProperty(header);
    }
    expect((await test.send('GET', '/captchaImage', { headers: secure })).headers).not.toHaveProperty(header);
  });

  it('an invalid address is never logged as one', async () => {
    const json = { username: 'nobody', password: 'Wrong-horse-9' };
    for (const address of ['<b>', '10.9.9.9, unknown', '[2001:db8::7]:4711', '10.8.8.8:99'])
      await limited.send('POST', '/login', { json, headers: { 'x-forwarded-for': address } });
    await Promise.all(limited.app.background);
    const { rows } = await limited.app.pool.query('select ipaddr from sys_logininfor order by info_id');
    expect(rows.map(({ ipaddr }) => ipaddr)).toEqual(['127.0.0.1', '127.0.0.1', '2001:db8::7', '10.8.8.8']);
  });
});
