import { setTimeout as wait } from 'node:timers/promises';
import { endpoint, reply } from '@limpid/contract/kit/endpoint';
import Type from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInBackground } from '../../platform/background.ts';
import { route } from '../../platform/http/route.ts';
import { translate } from '../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';

let t: TestApp;
let other: TestApp;
let admin: string;
let lin: string;
const path = '/log/error';

const broken = endpoint({
  method: 'GET',
  path: '/test/broken/:id',
  access: 'session',
  params: Type.Object({ id: Type.Integer() }),
  reply: reply.done,
  texts: 'system.post',
});

beforeAll(async () => {
  t = await openTestApp();
  other = await openTestApp({}, { connection: t.connection });
  for (const { app } of [t, other]) {
    route(app, broken, ({ params }) => {
      throw new RangeError(`row ${params.id} is out of reach`);
    });
  }
  admin = await t.login();
  await addPerson(t, 'lin', []);
  lin = await t.login('lin', personPassword);
});

afterAll(async () => {
  await other.close();
  await t.close();
});

beforeEach(() => t.app.pool.query('truncate error_log'));

interface Row extends Record<string, unknown> {
  errorId: number;
}

async function list(query = ''): Promise<Row[]> {
  await Promise.all([...t.app.background, ...other.app.background]);
  const { body } = await t.send('GET', `${path}/list?${query}`, { token: admin });
  expect(body.code, body.msg).toBe(200);
  return body['rows'] as Row[];
}

async function read(errorId: unknown): Promise<Row> {
  const { body } = await t.send('GET', `${path}/${errorId}`, { token: admin });
  return body['data'] as Row;
}

const report = (json: object, token = lin) =>
  t.send('POST', path, { token, json, headers: { 'user-agent': 'Firefox' } });
const browserError = {
  kind: 'TypeError',
  message: 'Cannot read properties of null (reading "map")',
  stack:
    'TypeError: x\n    at T (https://air.example/assets/Post-zzzzzzzz.js:1:20)\n    at https://air.example/assets/a.js:1:1',
  url: '/system/post?token=S3cr3t',
  version: '9.9.9',
};

describe('a server error', () => {
  it('is one row per cause, with location, request and user', async () => {
    await t.send('GET', '/test/broken/1', { token: lin });
    const { headers, body } = await t.send('GET', '/test/broken/22', { token: lin });
    expect(body.code).toBe(500);
    const [row, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(row).toMatchObject({
      source: 'server',
      kind: 'RangeError',
      message: 'row 22 is out of reach',
      count: 2,
      countSince: 2,
      status: '0',
      userName: 'lin',
      url: 'GET /prod-api/test/broken/:id',
      requestId: headers['x-request-id'],
      stack: null,
    });
    expect(row?.['position']).toMatch(/^server\/src\/features\/monitor\/error-log\.test\.ts:\d+:\d+$/);
    const { stack, version } = await read(row?.errorId);
    expect(stack).toMatch(/error-log\.test\.ts:\d+:\d+/);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('is counted over all processes, even at the same moment', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, id) =>
        (id % 2 ? t : other).send('GET', `/test/broken/${id}`, { token: lin }),
      ),
    );
    const unknown = translate('zh', 'errors.system.unknown');
    expect(new Set(responses.map(({ body }) => body.msg))).toEqual(new Set([unknown]));
    expect(await list()).toMatchObject([{ count: 60 }]);
  });

  it('of background work is recorded too', async () => {
    runInBackground(t.app, async () => {
      await wait(1);
      throw new Error('the drum is full');
    });
    await Promise.all(t.app.background);
    expect(await list('source=server')).toMatchObject([{ message: 'the drum is full', requestId: null }]);
  });

  it('is not recorded for an invalid request', async () => {
    await t.send('GET', '/test/broken/x', { token: lin });
    await t.send('GET', '/nowhere', { token: lin });
    await t.send('POST', '/system/post', { token: admin, json: {} });
    await t.send('GET', `${path}/list`, { token: lin });
    expect(await list()).toEqual([]);
  });
});

describe('an error of a browser', () => {
  it('is accepted from every user, and shown with its details', async () => {
    expect((await report(browserError)).body.code).toBe(200);
    expect((await report({ ...browserError, count: 12, version: '9.9.10' }, admin)).body.code).toBe(200);
    const [row, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(row).toMatchObject({
      source: 'browser',
      kind: 'TypeError',
      position: 'assets/Post-zzzzzzzz.js:1:20',
      count: 13,
      userName: 'admin',
      url: '/system/post',
      version: '9.9.10',
      browser: 'Firefox',
    });
  });

  it('is rejected without a session or a message', async () => {
    expect((await t.send('POST', path, { json: browserError })).body.code).toBe(401);
    for (const json of [
      {},
      { kind: 'Error' },
      { ...browserError, message: 'x'.repeat(3000) },
      { ...browserError, count: 0 },
    ])
      expect((await report(json)).body.code).toBe(500);
    expect(await list()).toEqual([]);
  });

  it('is stored without secrets, and shortened', async () => {
    await report({
      ...browserError,
      message: 'GET https://me:S3cr3t@air.example/x?password=S3cr3t&a=1 Bearer S3cr3t',
      stack: `Error: S3cr3t\n${'    at f (https://air.example/assets/a.js?token=S3cr3t:1:1)\n'.repeat(100)}`,
    });
    const [row] = await list();
    const whole = await read(row?.errorId);
    expect(JSON.stringify(whole)).not.toContain('S3cr3t');
    expect(String(whole['stack']).length).toBeLessThanOrEqual(8000);
  });

  it('is not logged as an operation', async () => {
    await t.app.pool.query('truncate sys_oper_log');
    await report(browserError);
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query('select * from sys_oper_log');
    expect(rows).toEqual([]);
  });
});

describe('an error', () => {
  const resolve = (errorId: unknown, status: string, token = admin) =>
    t.send('PUT', `${path}/changeStatus`, { token, json: { errorId, status } });

  it('that was resolved reopens when it recurs, with the number of recurrences', async () => {
    await report(browserError);
    const [row] = await list();
    expect((await resolve(row?.errorId, '1')).body.code).toBe(200);
    expect(await list('status=1')).toMatchObject([{ count: 1, countSince: 0, resolvedBy: 'admin' }]);
    await report({ ...browserError, count: 3 });
    expect(await list('status=0')).toMatchObject([{ count: 4, countSince: 3, resolvedBy: 'admin' }]);
    expect((await resolve(row?.errorId, '0')).body.code).toBe(200);
  });

  it('is resolved with the permission, if it exists and the status is valid', async () => {
    await report(browserError);
    const [row] = await list();
    expect((await resolve(row?.errorId, '1', lin)).body.code).toBe(403);
    expect((await resolve(row?.errorId, '2')).body.code).toBe(500);
    expect((await resolve(999_999, '1')).body.code).toBe(500);
  });

  it('is found by message, location, source, status and time', async () => {
    await report(browserError);
    await t.send('GET', '/test/broken/1', { token: lin });
    expect(await list('message=OUT+OF')).toMatchObject([{ source: 'server' }]);
    expect(await list('position=assets')).toMatchObject([{ source: 'browser' }]);
    expect(await list('source=browser')).toHaveLength(1);
    expect(await list('params[endTime]=2020-01-01')).toEqual([]);
  });

  it('can be deleted, exported and emptied', async () => {
    await report(browserError);
    await t.send('GET', '/test/broken/1', { token: lin });
    const [first] = await list();
    expect((await t.send('POST', `${path}/export`, { token: admin })).bytes.subarray(0, 2).toString()).toBe(
      'PK',
    );
    expect((await t.send('DELETE', `${path}/${first?.errorId}`, { token: admin })).body.code).toBe(200);
    expect(await list()).toHaveLength(1);
    expect((await t.send('DELETE', `${path}/clean`, { token: admin })).body.code).toBe(200);
    expect(await list()).toEqual([]);
  });
});
