import { errorCodes } from '@limpid/contract/errors';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { languages } from '@limpid/contract/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../src/platform/auth/tokens.ts';
import { hasText } from '../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../src/testing/app.ts';
import { addPerson, personPassword } from '../src/testing/people.ts';

/** Public endpoints. Before adding one, consider what it reveals to anonymous callers. */
const publicEndpoints = [
  'GET /common/file/:id',
  'GET /captchaImage',
  'POST /login',
  'POST /logout',
  'POST /applogin',
  'POST /register',
  'POST /bind',
  'POST /auth-redirect',
  'GET /api/v1/sys/info',
  'POST /ingest/readings',
  'GET /report/check/:code',
];

let test: TestApp;
let endpoints: Endpoint[];
let nobody: string;

beforeAll(async () => {
  test = await openTestApp();
  ({ endpoints } = test.app);
  await addPerson(test, 'nobody', [{ permissions: [] }]);
  nobody = await test.login('nobody', personPassword);
});

afterAll(() => test.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const pathsOf = ({ path, aliases = [] }: Endpoint) => [path, ...aliases];
const guarded = () => endpoints.filter(({ access }) => access !== 'public');

/** The response code of every path of each endpoint; 0 for a file. */
async function callAll(chosen: Endpoint[], headers: Record<string, string>): Promise<Map<string, number>> {
  const codes = new Map<string, number>();
  for (const endpoint of chosen) {
    for (const path of pathsOf(endpoint)) {
      const { body } = await test.send(endpoint.method, path.replace(/:\w+/g, '1'), { headers });
      codes.set(`${endpoint.method} ${path}`, body.code);
    }
  }
  return codes;
}

/** The permission of these endpoints depends on the request. */
const decidedByInput = [
  'GET /system/config/configKey/:configKey',
  'GET /alarm/config/site/:siteId',
  'POST /common/upload',
  'POST /common/uploads',
];

const except = (codes: Map<string, number>, code: number) => [...codes].filter(([, given]) => given !== code);

describe('every endpoint', () => {
  it('declares its access', () => {
    expect(endpoints.length).toBeGreaterThan(40);
    for (const { access } of endpoints) {
      const known = access === 'public' || access === 'session' || /^\w+:\w+:\w+$/.test(access.permission);
      expect(known).toBe(true);
    }
  });

  it('that is public is in the list of public endpoints', () => {
    const open = endpoints.filter(({ access }) => access === 'public').map(nameOf);
    expect(open.sort()).toEqual([...publicEndpoints].sort());
  });

  it('rejects a request without a token', async () => {
    expect(except(await callAll(guarded(), {}), 401)).toEqual([]);
  });

  it('rejects a forged token in the header or as a cookie', async () => {
    expect(except(await callAll(guarded(), { authorization: `Bearer ${makeToken()}` }), 401)).toEqual([]);
    expect(except(await callAll(guarded(), { cookie: `Admin-Token=${makeToken()}` }), 401)).toEqual([]);
  });

  it('rejects callers without its permission, and only those', async () => {
    const headers = { authorization: `Bearer ${nobody}` };
    const permitted = guarded().filter(({ access }) => typeof access === 'object');
    const sessions = guarded().filter(({ access }) => access === 'session');
    expect(except(await callAll(permitted, headers), 403)).toEqual([]);
    const codes = await callAll(sessions, headers);
    const closed = [...codes].filter(([, code]) => code === 401 || code === 403);
    expect(closed).toEqual(decidedByInput.map((name) => [name, 403]));
  });

  it('rejects callers who must change their password, unless it needs no permission', async () => {
    const userId = await addPerson(test, 'newcomer', [{ permissions: ['*:*:*'] }]);
    const headers = { authorization: `Bearer ${await test.login('newcomer', personPassword)}` };
    await test.app.pool.query('update sys_user set must_change_password = true where user_id = $1', [userId]);
    const permitted = guarded().filter(({ access }) => typeof access === 'object');
    expect(except(await callAll(permitted, headers), 403)).toEqual([]);
  });

  it('requires a permission that a menu can grant', async () => {
    const { rows } = await test.app.pool.query(`select perms from sys_menu where create_by = 'system'`);
    const given = new Set(rows.flatMap((row) => String(row.perms ?? '').split(',')));
    const asked = endpoints.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    expect([...new Set(asked)].filter((permission) => !given.has(permission))).toEqual([]);
  });

  it('has a unique path', () => {
    const addresses = endpoints.flatMap((endpoint) =>
      pathsOf(endpoint).map((path) => `${endpoint.method} ${path.replace(/:\w+/g, ':')}`),
    );
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  it('is recorded in the operation log if it changes something', () => {
    const unlogged = endpoints.filter(({ method, log }) => method !== 'GET' && log === 'never').map(nameOf);
    expect(unlogged.filter((name) => !name.endsWith('/importTemplate')).sort()).toEqual([
      'POST /alarm/config/preview',
      'POST /alarm/notice/confirm',
      'POST /analysis/report/preview',
      'POST /applogin',
      'POST /auth-redirect',
      'POST /basic/dataRule/preview',
      'POST /data/history/import/preview',
      'POST /data/reissue/preview',
      'POST /fog/linkage/preview',
      'POST /ingest/readings',
      'POST /log/error',
      'POST /login',
      'POST /logout',
      'POST /system/map/tile',
      'POST /system/notice/markRead',
      'POST /system/notice/markReadAll',
      'POST /unlockscreen',
      'PUT /system/user/profile/choice',
    ]);
  });
});

describe('texts', () => {
  it('contain a name of every endpoint in three languages', () => {
    const keys = [...new Set(endpoints.map(({ texts }) => `${texts}.title`))];
    const missing = languages.flatMap((language) =>
      keys.filter((key) => !hasText(language, key)).map((key) => `${language} ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('contain every error in three languages', () => {
    const missing = languages.flatMap((language) =>
      Object.keys(errorCodes)
        .filter((key) => !hasText(language, `errors.${key}`))
        .map((key) => `${language} ${key}`),
    );
    expect(missing).toEqual([]);
  });
});

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema?: { type?: string } }> };
  responses: Record<string, { description: string; content: Record<string, { schema?: { type?: string } }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  components: { securitySchemes: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  let document: Document;

  beforeAll(async () => {
    const { bytes } = await test.send('GET', '/v3/api-docs', { token: await test.login() });
    document = JSON.parse(bytes.toString());
  });

  it('describes every path of every endpoint, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const expected = endpoints.flatMap((endpoint) =>
      pathsOf(endpoint).map(
        (path) => `${endpoint.method.toLowerCase()} /prod-api${path.replace(/:(\w+)/g, '{$1}')}`,
      ),
    );
    expect(described.sort()).toEqual(expected.sort());
  });

  it('gives every operation a unique id', () => {
    const names = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(names).toContain('getSystemPostById');
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  it('has the structure of OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title && document.info.version).toBeTruthy();
    for (const [path, operations] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters, responses, requestBody, summary } of Object.values(operations)) {
        expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
        expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
        for (const one of parameters) {
          expect(['path', 'query']).toContain(one.in);
          expect(one.in === 'query' || one.required).toBe(true);
          expect(one.schema).toBeTypeOf('object');
        }
        expect(summary).not.toMatch(/\.title$/);
        expect(responses['200']?.description).toBeTruthy();
        const contents = [responses['200']?.content, requestBody?.content].filter(
          (content) => content !== undefined,
        );
        for (const [type, { schema }] of contents.flatMap((content) => Object.entries(content))) {
          expect(type).toMatch(/^\w+\/[\w-]+$/);
          if (type === 'application/json') expect(schema?.type).toMatch(/^(object|array)$/);
        }
      }
    }
  });

  it('states which endpoints need a session', () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'device']);
    for (const { method, path, access, forDevices } of endpoints) {
      const operation = document.paths[`/prod-api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
      const needed = forDevices ? [{ device: [] }] : access === 'public' ? [] : [{ session: [] }];
      expect(operation?.security).toEqual(needed);
      expect(operation).toHaveProperty('tags');
      if (typeof access === 'object') expect(operation).toHaveProperty('x-permission', access.permission);
    }
  });
});
