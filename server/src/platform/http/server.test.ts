import { languages, wireLanguages } from '@limpid/contract/language';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';

const test = await openTestApp();
const token = await test.login();

afterAll(() => test.close());

const places: [string, string, string][] = [
  ['a good answer', 'GET', '/getInfo'],
  ['a refusal', 'POST', '/system/post'],
  ['an unknown path', 'GET', '/nothing'],
  ['a path that cannot be decoded', 'GET', '/%'],
  ['a file', 'GET', '/v3/api-docs'],
];

describe('every answer', () => {
  it.each(places)('carries the headers of a strict browser: %s', async (_, method, path) => {
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

  it.each(places)('has an id of its own, whatever the client claims: %s', async (_, method, path) => {
    const options = { token, headers: { 'x-request-id': 'mine', 'request-id': 'mine' } };
    const ids = [await test.send(method, path, options), await test.send(method, path, options)].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(new Set([...ids, 'mine']).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('runs no script but our own', async () => {
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
  it('are refused for a while, in three languages, and only at the address that sends them', async () => {
    const limited = await openTestApp({ TRUST_PROXY: '127.0.0.1' }, { limited: true });
    const ask = (address: string, language: 'zh' | 'en' | 'fr' = 'zh') =>
      limited.send('GET', `/captchaImage?lang=${wireLanguages[language]}`, {
        headers: { 'x-forwarded-for': address },
      });
    for (let request = 0; request < 60; request++) expect((await ask('10.0.0.1')).status).toBe(200);
    const said = new Set<string>();
    for (const language of languages) {
      const { status, body } = await ask('10.0.0.1', language);
      expect([status, body.code]).toEqual([429, 429]);
      expect(body.msg).toMatch(/\d/);
      said.add(body.msg);
    }
    expect(said.size).toBe(3);
    expect((await ask('10.0.0.2')).status).toBe(200);
    const elsewhere = await limited.send('GET', '/api/v1/sys/info', {
      headers: { 'x-forwarded-for': '10.0.0.1' },
    });
    expect(elsewhere.status).toBe(200);
    await limited.close();
  });

  it('cannot hide behind an address they claim when there is no proxy', async () => {
    const limited = await openTestApp({}, { limited: true });
    const statuses = new Set<number>();
    for (let request = 0; request < 61; request++) {
      const headers = { 'x-forwarded-for': `10.0.0.${request}` };
      statuses.add((await limited.send('GET', '/captchaImage', { headers })).status);
    }
    expect([...statuses]).toEqual([200, 429]);
    await limited.close();
  });
});
