import { createHash, randomBytes } from 'node:crypto';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';

let t: TestApp;
let token: string;
let guarded: Endpoint[];
beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  guarded = t.app.endpoints.filter(({ access }) => access !== 'public');
});
afterAll(() => t.close());

/** All paths of an endpoint with numbers as parameters. */
function pathsOf({ path, aliases = [] }: Endpoint): string[] {
  return [path, ...aliases].map((spelling) => spelling.replace(/:\w+/g, '1'));
}

async function codes(endpoints: Endpoint[], options: Parameters<TestApp['send']>[2], query = '') {
  const found: string[] = [];
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint)) {
      const { body } = await t.send(endpoint.method, `${path}${query}`, options);
      found.push(`${body.code} ${endpoint.method} ${path}`);
    }
  }
  return found.map((line) => line.slice(0, 3));
}
const all401 = (responses: string[]) => {
  expect(responses.length).toBeGreaterThan(40);
  expect(new Set(responses)).toEqual(new Set(['401']));
};

describe('every endpoint that is not public rejects', () => {
  it('a request without a token', async () => all401(await codes(guarded, {})));

  it('invented tokens', async () => {
    const known = createHash('sha256').update(token).digest();
    const forged = [
      'null',
      'undefined',
      'admin',
      '1',
      randomBytes(32).toString('base64url'),
      known.toString('base64url'),
      known.toString('hex'),
      `${token}x`,
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.toUpperCase(),
      `${token} `,
      `${token},${token}`,
      "' or 1=1 --",
      // An unsigned JSON web token that claims to be the administrator.
      'eyJhbGciOiJub25lIn0.eyJsb2dpbl91c2VyX2tleSI6ImFkbWluIn0.',
    ];
    for (const authorization of [
      ...forged.map((value) => `Bearer ${value}`),
      token,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token} Bearer ${token}`,
      'Bearer ',
    ]) {
      const { body } = await t.send('GET', '/getInfo', { headers: { authorization } });
      expect(body.code, authorization).toBe(401);
    }
  });

  it('a token in the query', async () => {
    const query = `?token=${token}&Authorization=Bearer%20${token}&Admin-Token=${token}&access_token=${token}`;
    all401(await codes(guarded, {}, query));
  });

  it('a token in a cookie, except for downloads by navigation', async () => {
    const isFile = (endpoint: Endpoint) => endpoint.method === 'GET' && endpoint.reply.as === 'file';
    const cookie = `Admin-Token=${token}; token=${token}; Authorization=Bearer ${token}`;
    all401(
      await codes(
        guarded.filter((endpoint) => !isFile(endpoint)),
        { headers: { cookie } },
      ),
    );
    expect(guarded.filter(isFile).map(({ path }) => path)).toEqual([
      '/analysis/report/file/:id/:format',
      '/common/download/resource',
      '/common/work/:id/file',
      '/common/download',
      '/v3/api-docs',
    ]);
  });

  it('a token in other headers or in the body', async () => {
    const headers = {
      token,
      'x-token': token,
      'admin-token': token,
      'proxy-authorization': `Bearer ${token}`,
    };
    expect((await t.send('GET', '/getInfo', { headers })).body.code).toBe(401);
    const json = { token, authorization: `Bearer ${token}` };
    expect((await t.send('POST', '/system/post', { json })).body.code).toBe(401);
  });

  it('an expired token', async () => {
    const stale = await t.login();
    t.clock.advance(30.1);
    all401(await codes(guarded, { token: stale }));
    token = await t.login();
  });

  it('a token of an ended session', async () => {
    const ended = await t.login();
    await t.send('POST', '/logout', { token: ended });
    all401(await codes(guarded, { token: ended }));
  });
});

describe('the token of another user', () => {
  it('opens only the endpoints that the user may call', async () => {
    await addPerson(t, 'lin', [{ permissions: ['system:post:list'] }]);
    const lin = await t.login('lin', personPassword);
    for (const endpoint of guarded) {
      const { access } = endpoint;
      // The permission of these depends on the request; their own tests cover them.
      if (/^\/(system\/config\/configKey|common\/uploads?$|alarm\/config\/site\/)/.test(endpoint.path))
        continue;
      const allowed =
        access === 'session' || (typeof access === 'object' && access.permission === 'system:post:list');
      for (const path of pathsOf(endpoint)) {
        const { body } = await t.send(endpoint.method, path, { token: lin });
        expect(body.code === 403, `${endpoint.method} ${path}`).toBe(!allowed);
      }
    }
  });

  it('gains no permissions from fields of the request', async () => {
    const lin = await t.login('lin', personPassword);
    const claims = { userId: 1, userName: 'admin', roles: ['admin'], permissions: ['*:*:*'], admin: true };
    const query = new URLSearchParams({ userId: '1', roleKey: 'admin', permissions: '*:*:*' });
    const headers = { 'x-user-id': '1', 'x-forwarded-user': 'admin', 'x-original-url': '/prod-api/getInfo' };
    const { body } = await t.send('POST', `/system/post?${query}`, { token: lin, json: claims, headers });
    expect(body.code).toBe(403);
    const info = await t.send('GET', `/getInfo?${query}`, { token: lin, headers });
    expect(info.body).toMatchObject({ user: { userName: 'lin' }, permissions: ['system:post:list'] });
  });

  it('does not match part of the name of a permission', async () => {
    await addPerson(t, 'half', [
      { permissions: ['system:post:*', 'system:*:*', 'system:post', '*', '*:*:list'] },
    ]);
    const half = await t.login('half', personPassword);
    expect((await t.send('GET', '/system/post/list', { token: half })).body.code).toBe(403);
  });
});

describe('a forwarded client address', () => {
  it('is ignored without a configured proxy', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
    };
    await t.app.pool.query('truncate sys_logininfor');
    const json = { username: 'lin', password: personPassword };
    await t.send('POST', '/login', { json, headers, remoteAddress: '10.0.0.5' });
    const { rows } = await t.app.pool.query('select ipaddr from sys_logininfor');
    expect(rows).toEqual([{ ipaddr: '10.0.0.5' }]);
  });
});
