import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';

let t: TestApp;
let port: number;
/** One token for each user, with permission to list one resource and nothing else. */
const tokens = new Map<string, string>();
const people = { poster: 'system:post:list', reader: 'system:dict:list', keeper: 'system:config:list' };
const paths = {
  'system:post:list': '/system/post/list',
  'system:dict:list': '/system/dict/type/list',
  'system:config:list': '/system/config/list',
};

beforeAll(async () => {
  t = await openTestApp();
  for (const [name, permission] of Object.entries(people)) {
    await addPerson(t, name, [{ permissions: [permission] }]);
    tokens.set(name, await t.login(name, personPassword));
  }
  await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on a port has an AddressInfo.
  port = (t.app.http.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

const agent = new Agent({ keepAlive: true, maxSockets: 6 });
afterAll(() => agent.destroy());

interface ResponseBody {
  code: number;
  user?: { userName: string };
  rows?: unknown[];
}

interface Asking {
  via?: Agent;
  /** Turns the request into a write. */
  body?: object;
}

function ask(
  path: string,
  token: string | undefined,
  { via = agent, body }: Asking = {},
): Promise<ResponseBody> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const method = body ? 'POST' : 'GET';
    const sent = request(
      { port, path: `/prod-api${path}`, agent: via, method, headers },
      async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part);
        resolve(JSON.parse(Buffer.concat(parts).toString()));
      },
    );
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Sends the lines unchanged and returns the envelope: a client library would correct them. */
function askRaw(lines: string[], body = ''): Promise<ResponseBody> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write([...lines, 'Connection: close', '', body].join('\r\n')),
    );
    let text = '';
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? '{"code":-1}')));
  });
}

/** A fixed pseudo-random order, so that a failure can be reproduced. */
function shuffle<V>(items: V[]): V[] {
  let seed = 7;
  return items
    .map((item) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return { item, at: seed };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe('concurrent requests', () => {
  it('do not share state: a forbidden one stays forbidden beside an allowed one', async () => {
    const calls = shuffle(
      Array.from({ length: 40 }, () => [
        ...Object.entries(people).flatMap(([name, own]) =>
          Object.entries(paths).map(([permission, path]) => ({
            name,
            path,
            expected: permission === own ? 200 : 403,
          })),
        ),
        { name: 'nobody', path: '/system/post/list', expected: 401 },
      ]).flat(),
    );
    const responses = await Promise.all(
      calls.map(async ({ name, path, expected }) => ({
        call: `${name} ${path}`,
        expected,
        code: (await ask(path, tokens.get(name))).code,
      })),
    );
    expect(responses).toHaveLength(400);
    expect(responses.filter(({ code, expected }) => code !== expected)).toEqual([]);
  });

  it('do not write what is forbidden, nor in another user’s name', async () => {
    for (const name of ['writer', 'helper']) {
      await addPerson(t, name, [{ permissions: ['system:post:add'] }]);
      tokens.set(name, await t.login(name, personPassword));
    }
    const codes: Record<string, number> = { writer: 200, helper: 200, poster: 403, keeper: 403, nobody: 401 };
    const calls = shuffle(
      Object.keys(codes).flatMap((name) => Array.from({ length: 30 }, (_, n) => ({ name, n }))),
    );
    const wrong = await Promise.all(
      calls.map(async ({ name, n }) => {
        const body = { postCode: `${name}-${n}`, postName: `${name} ${n}`, postSort: n };
        const { code } = await ask('/system/post', tokens.get(name), { body });
        return code === codes[name] ? [] : [{ name, code }];
      }),
    );
    expect(wrong.flat()).toEqual([]);
    const { rows } = await t.app.pool.query<{ owner: string; count: number }>(
      `select split_part(post_code, '-', 1) as owner, count(*) as count from sys_post
       where split_part(post_code, '-', 1) = create_by group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { owner: 'helper', count: 30 },
      { owner: 'writer', count: 30 },
    ]);
    expect((await t.app.pool.query('select from sys_post')).rowCount).toBe(60);
  });

  it('each return their own user', async () => {
    const names = shuffle(Array.from({ length: 40 }, () => Object.keys(people)).flat());
    const received = await Promise.all(
      names.map(async (name) => (await ask('/getInfo', tokens.get(name))).user?.userName),
    );
    expect(received).toEqual(names);
  });

  it('each see only the departments of their own user', async () => {
    await addDepartment(t, 110, 100, [0, 100]);
    await addDepartment(t, 120, 100, [0, 100]);
    const role = { permissions: ['system:dept:list'], dataScope: '3' };
    for (const [name, deptId] of [
      ['west', 110],
      ['east', 120],
    ] as const) {
      await addPerson(t, name, [role], deptId);
      tokens.set(name, await t.login(name, personPassword));
    }
    const calls = shuffle(
      Array.from(
        { length: 40 },
        () =>
          [
            ['west', 110],
            ['east', 120],
          ] as const,
      ).flat(),
    );
    const wrong = await Promise.all(
      calls.map(async ([name, deptId]) => {
        const { body } = await t.send('GET', '/system/dept/list', { token: tokens.get(name) ?? '' });
        const seen = (body['data'] as { deptId: number }[]).map((row) => row.deptId);
        return seen.length === 1 && seen[0] === deptId ? [] : [{ name, seen }];
      }),
    );
    expect(wrong.flat()).toEqual([]);
  });

  it('do not share permissions on one connection', async () => {
    const one = new Agent({ keepAlive: true, maxSockets: 1 });
    const codes = [];
    for (const name of ['poster', 'reader', 'poster', 'nobody', 'keeper', 'poster']) {
      codes.push((await ask('/system/post/list', tokens.get(name), { via: one })).code);
    }
    one.destroy();
    expect(codes).toEqual([200, 403, 200, 401, 403, 200]);
  });
});

describe('a minimal client', () => {
  const line = (path: string) => `GET /prod-api${path} HTTP/1.1`;
  const host = 'Host: 127.0.0.1';
  const bearer = (name: string) => `Authorization: Bearer ${tokens.get(name)}`;

  it('gets what its user may have without User-Agent, Accept or language', async () => {
    expect((await askRaw([line('/system/post/list'), host, bearer('poster')])).code).toBe(200);
    expect((await askRaw([line('/system/post/list'), host, bearer('reader')])).code).toBe(403);
    expect((await askRaw([line('/system/post/list'), host])).code).toBe(401);
  });

  it('can log in without User-Agent, and its session is like any other', async () => {
    const body = JSON.stringify({ username: 'poster', password: personPassword });
    const response = await askRaw(
      [
        'POST /prod-api/login HTTP/1.1',
        host,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(response.code).toBe(200);
  });

  it.each([
    ['the rightful one first', ['poster', 'reader'], 200],
    ['the rightful one second', ['reader', 'poster'], 403],
    ['the same one twice', ['poster', 'poster'], 200],
  ])('with two Authorization headers is the user of the first, %s', async (_, names, expected) => {
    const response = await askRaw([line('/system/post/list'), host, ...names.map(bearer)]);
    expect(response.code).toBe(expected);
  });

  it.each([
    ['two tokens in one header', () => [`${bearer('poster')}, Bearer ${tokens.get('reader')}`], 401],
    [
      'the token of another in the cookie',
      () => [bearer('reader'), `Cookie: Admin-Token=${tokens.get('poster')}`],
      403,
    ],
    [
      'a token in an unknown header',
      () => [bearer('reader'), `X-Authorization: Bearer ${tokens.get('poster')}`],
      403,
    ],
    [
      'its headers in other letters',
      () => [bearer('poster').toUpperCase().replace(/:.*/, '') + bearer('poster').slice(13)],
      200,
    ],
    [
      'headers for another way',
      () => [bearer('reader'), 'X-Original-URL: /prod-api/getInfo', 'X-HTTP-Method-Override: GET'],
      403,
    ],
    [
      'an address that is not its own',
      () => [bearer('reader'), 'X-Forwarded-For: 127.0.0.1', 'X-Real-IP: ::1'],
      403,
    ],
    [
      'repeated and empty headers',
      () => [
        bearer('poster'),
        'Accept-Language: xx',
        'Accept-Language: fr',
        'User-Agent:',
        'Cookie:',
        'Cookie: a=b',
      ],
      200,
    ],
  ] satisfies [string, () => string[], number][])('%s changes nothing', async (_, headers, expected) => {
    expect((await askRaw([line('/system/post/list'), host, ...headers()])).code).toBe(expected);
  });
});
