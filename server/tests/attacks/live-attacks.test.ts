import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { livePath } from '@limpid/contract/live';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../src/platform/auth/tokens.ts';
import { makeTasks } from '../../src/platform/jobs/tasks.ts';
import { type LiveLimits, liveLimits } from '../../src/platform/live/limits.ts';
import {
  connectClient,
  listenForSockets,
  makeAlarm,
  watchTopics,
} from '../../src/platform/live/live.fixture.ts';
import { openLive } from '../../src/platform/live/live.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { fullRounds } from '../../src/testing/full-rounds.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { soon } from '../../src/testing/soon.ts';

let test: TestApp;
let origin: string;
let token: string;

beforeAll(async () => {
  test = await openTestApp({}, { limited: true });
  origin = await listenForSockets(test);
  token = await test.login();
});

afterAll(() => test.close());

const count = () => test.app.live.count();

/** A minimal handshake, because thousands of full clients would dominate the measurement. */
async function knock(): Promise<{ socket: Socket; status: string }> {
  const socket = connectTcp(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined);
  socket.write(
    `GET /prod-api${livePath}100 HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const [data] = await once(socket, 'data');
  return { socket, status: String(data).slice(9, 12) };
}

/** A live server with other limits, on its own port. */
async function openOther(limits: Partial<LiveLimits>) {
  const http = Fastify();
  const live = await openLive({ ...test.app, http, tasks: makeTasks() }, { ...liveLimits, ...limits });
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  return { live, origin: `${address.replace('http', 'ws')}/prod-api`, close: () => http.close() };
}

describe('an anonymous socket', () => {
  it.each([
    ['a token in the address', '100?token=SECRET', {}, '4400 tokenInAddress'],
    ['a forged token', '100', { token: makeToken() }, '4401 session'],
    ['no department', 'abc', {}, '0 404'],
    ['a number too long', '1234567890123', {}, '0 404'],
    ['a page of another site', '100', { origin: 'https://evil.example' }, '0 403'],
  ])('with %s is rejected', async (_name, path, options, goodbye) => {
    const client = connectClient(origin, path.replace('SECRET', token), options);
    expect(await client.closed).toBe(goodbye);
    expect(client.frames).toEqual([]);
  });

  it('with a valid token in both the header and the URL is rejected too', async () => {
    expect(await connectClient(origin, `100?t=${token}`, { token }).closed).toBe('4400 tokenInAddress');
  });

  it.each([
    ['nonsense', 'x'],
    ['no token', '{"show":["alarm"]}'],
    ['a forged one', JSON.stringify({ token: makeToken() })],
  ])('whose first message is %s is closed', async (_name, text) => {
    const client = connectClient(origin, 100);
    client.socket.on('open', () => client.socket.send(text));
    expect(await client.closed).toMatch(/^44(22|01) /);
  });

  it('that sends nothing is closed', async () => {
    const other = await openOther({ tokenMs: 60 });
    expect(await connectClient(other.origin, 100).closed).toBe('4401 session');
    await other.close();
  });

  it('without an upgrade, or with another upgrade, gets an ordinary response', async () => {
    expect((await test.send('GET', `${livePath}100`)).status).toBe(404);
    const port = Number(new URL(origin).port);
    for (const [upgrade, path] of [
      ['h2c', '/prod-api/captchaImage'],
      ['websocket', '/prod-api/captchaImage'],
      ['websocket', '/prod-api/nowhere'],
    ]) {
      const tcp = connectTcp(port, '127.0.0.1');
      let text = '';
      tcp.on('data', (part) => (text += part));
      tcp.write(
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: ${upgrade}\r\n\r\n`,
      );
      await once(tcp, 'close');
      expect(text).toMatch(path === '/prod-api/nowhere' ? /^HTTP\/1.1 404/ : /^HTTP\/1.1 200/);
    }
  });
});

describe('many sockets', () => {
  const batches = fullRounds ? 40 : 4;

  it(`${batches * 250} from one address are limited to a hundred, and other addresses are served`, async () => {
    const responses = new Map<string, number>();
    const sockets: Socket[] = [];
    const started = performance.now();
    for (let batch = 0; batch < batches; batch += 1) {
      const some = await Promise.all(Array.from({ length: 250 }, knock));
      for (const { socket, status } of some) {
        sockets.push(socket);
        responses.set(status, (responses.get(status) ?? 0) + 1);
        if (status !== '101') socket.destroy();
      }
      expect(count()).toBeLessThanOrEqual(liveLimits.perAddress);
    }
    expect([...responses.keys()].sort()).toEqual(['101', '429']);
    // Only the slots of unauthenticated sockets become free after a while.
    const { perAddress, tokenMs } = liveLimits;
    const turns = 1 + Math.ceil((performance.now() - started) / tokenMs);
    expect(responses.get('101')).toBeLessThanOrEqual(perAddress * turns);
    expect((await test.send('GET', '/captchaImage', { remoteAddress: '10.1.1.1' })).body.code).toBe(200);
    for (const socket of sockets) socket.destroy();
    await soon(count).toBe(0);
  });

  it('are limited per user and in total', async () => {
    const other = await openOther({ perPerson: 3, total: 5, perAddress: 100 });
    await addPerson(test, 'second', [{ permissions: ['alarm:log:list'] }]);
    const second = await test.login('second', personPassword);
    for (let n = 0; n < 3; n += 1) await watchTopics(other.origin, 100, token);
    expect(await connectClient(other.origin, 100, { token }).closed).toBe('4429 tooMany');
    for (let n = 0; n < 2; n += 1) await watchTopics(other.origin, 100, second);
    expect(await connectClient(other.origin, 100, { token: second }).closed).toBe('0 503');
    await other.close();
  });
});

describe('a client', () => {
  it('that sends too much, too often or invalid messages is closed', async () => {
    const other = await openOther({});
    const said = async (...texts: string[]) => {
      const client = await watchTopics(other.origin, 100, token);
      for (const text of texts) client.socket.send(text);
      return client.closed;
    };
    expect(await said(JSON.stringify({ show: ['x'.repeat(21_000)] }))).toMatch(/^1009/);
    expect(await said(...Array.from({ length: 50 }, () => '{}'))).toBe('4429 tooMany');
    expect(await said('{"show":7}')).toBe('4422 broken');
    expect(await said('\u0000')).toBe('4422 broken');
    await soon(other.live.count).toBe(0);
    await other.close();
  });

  it('that does not read is closed before it fills the memory, and catches up after reconnecting', async () => {
    const other = await openOther({ waitingBytes: 100_000, perPerson: 5 });
    const slow = await watchTopics(other.origin, 100, token);
    const { seq } = await slow.caughtUp();
    slow.socket.pause();
    const size = 60_000;
    for (let n = 0; other.live.count() > 0 && n < 400; n += 1) {
      const payload = makeAlarm(`${n} `.padEnd(size, 'x'));
      await other.live.publish({ deptId: 100, topic: 'alarm', payload, stored: true });
    }
    await soon(other.live.count).toBe(0);
    slow.socket.terminate();
    const last = slow.messages().at(-1)?.seq ?? seq;
    const back = await watchTopics(other.origin, 100, token, { show: ['alarm'], since: last });
    expect(back.messages()[0]?.seq).toBe(last + 1);
    await other.close();
  });

  it('whose session has expired is closed at the next check', async () => {
    const other = await openOther({ recheckMs: 50 });
    const userId = await addPerson(test, 'lasting', [{ permissions: ['alarm:log:list'] }]);
    const client = await watchTopics(other.origin, 100, await test.login('lasting', personPassword));
    await test.app.pool.query(
      `update session set created_at = created_at - interval '30 days' where user_id = $1`,
      [userId],
    );
    expect(await client.closed).toBe('4401 session');
    await other.close();
  });

  it('that answers no ping is closed, and others receive heartbeats', async () => {
    const other = await openOther({ pingMs: 100 });
    const dead = connectClient(other.origin, 100, { token, autoPong: false });
    const alive = await watchTopics(other.origin, 100, token);
    expect(await dead.closed).toMatch(/^1006/);
    await soon(() => alive.frames.filter(({ kind }) => kind === 'beat').length).toBeGreaterThan(2);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    await other.close();
    expect(await alive.closed).toBe('1012 restart');
  });
});
