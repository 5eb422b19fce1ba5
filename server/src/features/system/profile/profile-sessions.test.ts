import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../../../platform/auth/tokens.ts';
import { type LiveClient, listenForSockets, watchTopics } from '../../../platform/live/live.fixture.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const path = '/system/user/profile/sessions';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let here: TestApp;
let there: TestApp;
let far: string;
const opened: LiveClient[] = [];
let count = 0;

beforeAll(async () => {
  here = await openTestApp();
  there = await openTestApp({}, { connection: here.connection });
  far = await listenForSockets(there);
});

afterAll(async () => {
  for (const { socket } of opened) socket.terminate();
  await there.close();
  await here.close();
});

interface OwnSession {
  id: string;
  isCurrent: boolean;
}

async function arrive(): Promise<{ name: string; token: string }> {
  const name = `device-${count++}`;
  await addPerson(here, name, [{ permissions: ['alarm:log:list'] }]);
  return { name, token: await here.login(name, personPassword) };
}

async function list(token: string): Promise<OwnSession[]> {
  return (await here.send('GET', path, { token })).body['data'] as OwnSession[];
}

async function end(token: string, id?: string) {
  return (await here.send('DELETE', id === undefined ? path : `${path}/${id}`, { token })).body;
}

const isOpen = async (token: string, at = here) =>
  (await at.send('GET', '/getInfo', { token })).body.code === 200;

describe('the sessions of the caller', () => {
  it('are listed with device, address and times, the current one first', async () => {
    const { name, token } = await arrive();
    const json = { username: name, password: personPassword };
    const headers = { 'user-agent': firefox };
    await here.send('POST', '/login', { json, headers, remoteAddress: '192.0.2.7' });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const id = expect.stringMatching(/^[0-9a-f]{64}$/);
    const times = { createdAt: time, lastUsedAt: time };
    expect(await list(token)).toEqual([
      { id, browser: '-', os: '-', address: '127.0.0.1', isCurrent: true, ...times },
      { id, browser: 'Firefox 140', os: 'Linux', address: '192.0.2.7', isCurrent: false, ...times },
    ]);
  });

  it('do not include expired sessions and those of other users', async () => {
    const { name, token: idle } = await arrive();
    here.clock.advance(31);
    const token = await here.login(name, personPassword);
    await arrive();
    expect(await list(token)).toHaveLength(1);
    here.clock.advance(-31);
    expect(await list(idle)).toHaveLength(2);
  });

  it('have ids that are neither a token nor its hash', async () => {
    const { token } = await arrive();
    const response = await here.send('GET', path, { token });
    const [own] = await list(token);
    const hash = hashToken(token);
    for (const secret of [token, hash.toString('hex'), hash.toString('base64url'), hash.toString('base64')])
      expect(response.bytes.toString()).not.toContain(secret);
    const asToken = Buffer.from(own?.id ?? '', 'hex').toString('base64url');
    expect(await isOpen(asToken)).toBe(false);
  });
});

describe('ending sessions', () => {
  it('one by one leaves the others open', async () => {
    const { name, token } = await arrive();
    const [second, third] = [await here.login(name, personPassword), await here.login(name, personPassword)];
    const own = (await list(second)).find(({ isCurrent }) => isCurrent);
    expect((await end(token, own?.id)).code).toBe(200);
    expect([await isOpen(token), await isOpen(second), await isOpen(third)]).toEqual([true, false, true]);
    expect(await end(token, own?.id)).toEqual({ code: 500, msg: translate('zh', 'errors.session.gone') });
  });

  it('does not affect sessions of other users', async () => {
    const { token } = await arrive();
    const { token: stranger } = await arrive();
    const [theirs] = await list(stranger);
    const hash = hashToken(stranger).toString('hex');
    for (const id of [theirs?.id ?? '', hash, stranger, '1', '%27%20or%20true--', '0'.repeat(64)]) {
      expect((await end(token, id)).code, id).toBe(500);
    }
    expect(await isOpen(stranger)).toBe(true);
  });

  it('takes effect at once in other processes and on sockets', async () => {
    const { name, token } = await arrive();
    const { token: stranger } = await arrive();
    const elsewhere = await there.login(name, personPassword);
    const socket = await watchTopics(far, 100, elsewhere);
    const own = await watchTopics(far, 100, token);
    opened.push(socket, own);
    expect((await end(token)).code).toBe(200);
    expect(await isOpen(elsewhere, there)).toBe(false);
    expect(await socket.closed).toBe('4401 session');
    expect(own.socket.readyState).toBe(own.socket.OPEN);
    expect([await isOpen(token, there), await isOpen(stranger)]).toEqual([true, true]);
    expect(await list(token)).toHaveLength(1);
  });

  it('is logged as a forced logout', async () => {
    const { name, token } = await arrive();
    await end(token);
    await end(token, 'nothing');
    await Promise.all(here.app.background);
    const { rows } = await here.app.pool.query(
      'select business_type, status from sys_oper_log where oper_name = $1 order by status',
      [name],
    );
    expect(rows).toEqual([
      { business_type: 7, status: 0 },
      { business_type: 7, status: 1 },
    ]);
  });
});
