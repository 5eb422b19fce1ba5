import { fail } from '@limpid/contract/errors';
import { endpoint, reply } from '@limpid/contract/kit/endpoint';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import type { Scope } from '../auth/scope.rule.ts';
import { translate } from '../texts.ts';
import { WithMessage } from './envelope.ts';
import { route } from './route.ts';

let test: TestApp;
let token: string;
const seen: { scope?: Scope; input?: unknown; callers: (string | undefined)[] } = { callers: [] };

const shared = { texts: 'system.post' };
const echo = endpoint({
  ...shared,
  method: 'POST',
  path: '/test/echo/:id',
  aliases: ['/test/repeat/:id'],
  access: { permission: 'test:echo' },
  params: Type.Object({ id: Type.Integer() }),
  query: Type.Object({ mode: Type.Optional(Type.String()) }),
  body: Type.Object({ word: Type.String({ maxLength: 9 }), note: Type.Optional(Type.String()) }),
  reply: reply.data(Type.Object({ word: Type.String() })),
});
const broken = endpoint({
  ...shared,
  method: 'GET',
  path: '/test/broken',
  access: 'public',
  reply: reply.done,
});
const half = endpoint({ ...shared, method: 'GET', path: '/test/half', access: 'session', reply: reply.file });
const fields = endpoint({
  ...shared,
  method: 'GET',
  path: '/test/fields',
  access: 'session',
  reply: reply.fields(Type.Object({ open: Type.Boolean() })),
});
const page = endpoint({
  ...shared,
  method: 'GET',
  path: '/test/page',
  access: 'session',
  reply: reply.page(Type.Object({ a: Type.Integer() })),
});
const said = endpoint({
  ...shared,
  method: 'GET',
  path: '/test/said',
  access: 'session',
  reply: reply.message,
});

beforeAll(async () => {
  test = await openTestApp();
  const { app } = test;
  route(app, echo, ({ params, query, body, scope, caller }) => {
    seen.scope = scope;
    seen.input = { params, query, body };
    seen.callers.push(caller.userName);
    // More than the contract defines: none of it may leave the server.
    return new WithMessage('echoed', { word: body.word, password: 'hunter2' });
  });
  route(app, broken, () => {
    throw new Error('relation "secret_table" does not exist');
  });
  route(app, half, () => fail('file.gone'));
  route(app, fields, () => ({ open: true, hidden: 1 }));
  route(app, page, () => ({ rows: [{ a: 1, b: 2 }], total: 1 }));
  route(app, said, () => 'a plain word');
  token = await test.login();
});

afterAll(() => test.close());

describe('an endpoint', () => {
  it('receives exactly the input that its contract describes', async () => {
    const { body } = await test.send('POST', '/test/echo/7?mode=%20fast%20&params[dataScope]=1&lang=en_US', {
      token,
      json: { word: ' air ', userId: 1, lang: 'en_US', params: { dataScope: 'or 1=1' } },
    });
    expect(seen.input).toEqual({ params: { id: 7 }, query: { mode: 'fast' }, body: { word: 'air' } });
    expect(body).toEqual({ code: 200, msg: 'echoed', data: { word: 'air' } });
  });

  it('accepts a form like JSON, and responds at its other addresses', async () => {
    const { body } = await test.send('POST', '/test/repeat/8', {
      token,
      payload: 'word=clean+air&constructor=x&__proto__[note]=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(seen.input).toEqual({ params: { id: 8 }, query: {}, body: { word: 'clean air' } });
    expect(body.code).toBe(200);
  });

  it('is not called with invalid input', async () => {
    const before = seen.callers.length;
    await test.send('POST', '/test/echo/x', { token, json: { word: 'a' } });
    await test.send('POST', '/test/echo/7', { token, json: { word: 'too long a word' } });
    await test.send('POST', '/test/echo/7', { token, json: {} });
    expect(seen.callers).toHaveLength(before);
  });

  it('responds in the language of the body if the query has none', async () => {
    const inBody = await test.send('POST', '/test/echo/7', { token, json: { lang: 'fr_FR' } });
    const inQuery = await test.send('POST', '/test/echo/7?lang=fr_FR', { token, json: { lang: 'en_US' } });
    const neither = await test.send('POST', '/test/echo/7', { token, json: {} });
    expect(inBody.body.msg).toBe(inQuery.body.msg);
    expect(inBody.body.msg).not.toBe(neither.body.msg);
  });

  it('receives the data scope of its caller for its permission', async () => {
    await test.send('POST', '/test/echo/7', { token, json: { word: 'a' } });
    expect(seen.scope).toEqual({ all: true });
    await addPerson(test, 'lin', [
      { permissions: ['test:echo'], dataScope: '3' },
      { permissions: ['test:other'], dataScope: '1' },
    ]);
    const mine = await test.login('lin', personPassword);
    await test.send('POST', '/test/echo/7', { token: mine, json: { word: 'a' } });
    expect(seen.scope).toMatchObject({ all: false, deptIds: [100] });
    expect(seen.callers.at(-1)).toBe('lin');
  });
});

describe('the envelope', () => {
  const get = async (path: string) => (await test.send('GET', `${path}?lang=en`, { token })).body;

  it('places each kind of reply where the family expects it', async () => {
    expect(await get('/test/fields')).toEqual({ code: 200, msg: translate('en', 'server.done'), open: true });
    expect(await get('/test/page')).toEqual({
      code: 200,
      msg: translate('en', 'server.found'),
      total: 1,
      rows: [{ a: 1 }],
    });
    expect(await get('/test/said')).toEqual({ code: 200, msg: 'a plain word' });
  });

  it('reveals nothing of an internal error', async () => {
    const { status, body } = await test.send('GET', '/test/broken?lang=en');
    expect(status).toBe(200);
    expect(body.code).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret_table');
  });

  it('is JSON if a file cannot be sent', async () => {
    const { headers, body } = await test.send('GET', '/test/half', { token });
    expect(headers['content-type']).toContain('application/json');
    expect(headers).not.toHaveProperty('content-disposition');
    expect(body.code).toBe(500);
  });
});
