import { setTimeout as wait } from 'node:timers/promises';
import { businessTypes, endpoint, reply } from '@limpid/contract/kit/endpoint';
import Type from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { translate } from '../texts.ts';
import { route } from './route.ts';

let test: TestApp;
let token: string;

const slow = endpoint({
  method: 'PUT',
  path: '/test/slow/:id',
  access: 'session',
  params: Type.Object({ id: Type.Integer() }),
  query: Type.Object({ accessToken: Type.Optional(Type.String()) }),
  body: Type.Object({ settings: Type.Optional(Type.Unsafe<object>({ type: 'object' })) }),
  reply: reply.data(Type.Object({ done: Type.Boolean(), apiKey: Type.String() })),
  texts: 'system.post',
  log: 'grant',
});
const broken = endpoint({ ...slow, method: 'POST', path: '/test/broken/:id', log: 'other' });

beforeAll(async () => {
  test = await openTestApp();
  route(test.app, slow, async () => {
    // The duration that the log measures.
    await wait(60);
    return { done: true, apiKey: 'S3cr3t' };
  });
  route(test.app, broken, () => {
    throw new Error('out of paper');
  });
  await addPerson(test, 'lin', [{ permissions: ['system:post:add', 'system:post:list'] }]);
  token = await test.login('lin', personPassword);
});

afterAll(() => test.close());

beforeEach(() => test.app.pool.query('delete from sys_oper_log'));

async function readLog() {
  await Promise.all(test.app.background);
  const { rows } = await test.app.pool.query('select * from sys_oper_log order by oper_id');
  return rows;
}

describe('the operation log', () => {
  it('records who did what, from where, how long it took, and the request id', async () => {
    const started = performance.now();
    const { headers } = await test.send('PUT', '/test/slow/7?lang=en', {
      token,
      json: { settings: { size: 5 } },
      remoteAddress: '10.1.2.3',
    });
    const elapsed = performance.now() - started;
    const [entry, ...rest] = await readLog();
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({
      title: 'system.post.title',
      business_type: businessTypes.grant,
      method: 'PUT /test/slow/:id',
      request_method: 'PUT',
      oper_name: 'lin',
      dept_name: 'Limpid',
      oper_url: '/prod-api/test/slow/7',
      oper_ip: '10.1.2.3',
      status: 0,
      error_msg: null,
      request_id: headers['x-request-id'],
    });
    expect(entry.cost_time).toBeGreaterThanOrEqual(55);
    expect(entry.cost_time).toBeLessThanOrEqual(Math.ceil(elapsed));
    expect(JSON.parse(entry.oper_param)).toMatchObject({
      params: { id: 7 },
      body: { settings: { size: 5 } },
    });
    expect(JSON.parse(entry.json_result)).toEqual({ done: true, apiKey: '***' });
  });

  it('contains no secret from body, query, path, text within text, or the response', async () => {
    await test.send('PUT', '/test/slow/7?accessToken=S3cr3t&password=S3cr3t', {
      token,
      json: { settings: { deep: [{ password: 'S3cr3t' }], text: '{"token":"S3cr3t"}' }, secret: 'S3cr3t' },
    });
    await test.send('PUT', '/test/slow/x?accessToken=S3cr3t&password=S3cr3t', {
      token,
      json: { settings: { password: 'S3cr3t' }, newPassword: 'S3cr3t' },
    });
    await test.send('PUT', '/system/user/profile/updatePwd', {
      token,
      json: { oldPassword: 'S3cr3t', newPassword: 'S3cr3t-2' },
    });
    const log = await readLog();
    expect(log).toHaveLength(3);
    expect(JSON.stringify(log)).not.toContain('S3cr3t');
    expect(JSON.stringify(log)).not.toContain(token);
  });

  it('records failures with their message: invalid input, a refusal by a rule, and a server error', async () => {
    await test.send('POST', '/system/post?lang=en', { token, json: { postCode: 'a' } });
    await test.send('POST', '/system/post?lang=en', {
      token,
      json: { postCode: 'a', postName: 'b', postSort: 1, status: '7' },
    });
    await test.send('POST', '/test/broken/1', { token, json: {} });
    const log = await readLog();
    const containsLabel = (field: string) =>
      expect.stringContaining(translate('en', `system.post.fields.${field}`));
    expect(log).toHaveLength(3);
    expect(log.map((entry) => entry.error_msg)).toEqual(
      expect.arrayContaining([containsLabel('postName'), containsLabel('status'), 'Error: out of paper']),
    );
    for (const entry of log) expect(entry).toMatchObject({ status: 1, oper_name: 'lin', json_result: null });
  });

  it('accepts characters that a text column refuses, and truncates long input', async () => {
    await test.send('POST', '/system/post', {
      token,
      json: { postCode: 'a\0\ud800', postName: '😀'.repeat(5000) },
    });
    const [entry] = await readLog();
    expect(entry.oper_param.length).toBeLessThanOrEqual(2000);
    expect(entry.oper_param).toContain('postCode');
  });

  it('records the type of each write', async () => {
    const admin = await test.login();
    const send = (method: string, path: string, json?: object) =>
      test.send(method, path, { token: admin, ...(json && { json }) });
    await send('POST', '/system/post', { postCode: 'one', postName: 'one', postSort: 1 });
    const { rows } = await test.app.pool.query('select post_id from sys_post');
    const postId = rows[0].post_id;
    await send('PUT', '/system/post', { postId, postCode: 'one', postName: 'two', postSort: 1 });
    await send('GET', '/system/post/export');
    await send('POST', '/system/post/export');
    await send('POST', '/system/post/importData');
    await send('DELETE', `/system/post/${postId}`);
    await send('DELETE', '/system/dict/type/refreshCache');
    const { insert, update, export: out, import: into, delete: gone, clean } = businessTypes;
    const log = await readLog();
    expect(log.map((entry) => entry.business_type).sort()).toEqual(
      [insert, update, out, out, into, gone, clean].sort(),
    );
    expect(new Set(log.map((entry) => entry.oper_name))).toEqual(new Set(['admin']));
  });

  it('ignores reads', async () => {
    const admin = await test.login();
    const paths = [
      '/getInfo',
      '/getRouters',
      '/system/post/list',
      '/system/post/1',
      '/system/post/optionselect',
    ];
    for (const path of [
      ...paths,
      '/system/post/list?pageNum=x',
      '/system/post/importTemplate',
      '/v3/api-docs',
    ]) {
      await test.send('GET', path, { token: admin });
    }
    await test.send('POST', '/system/post/importTemplate', { token: admin });
    expect(await readLog()).toEqual([]);
  });

  it('never delays a response, and does not fail it', async () => {
    await test.app.pool.query('alter table sys_oper_log rename to away');
    const { body } = await test.send('PUT', '/test/slow/7', { token, json: {} });
    await Promise.all(test.app.background);
    await test.app.pool.query('alter table away rename to sys_oper_log');
    expect(body.code).toBe(200);
  });
});
