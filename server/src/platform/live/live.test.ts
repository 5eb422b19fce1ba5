import { liveSwitch } from '@limpid/contract/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { runTask } from '../../testing/run-task.ts';
import { soon } from '../../testing/soon.ts';
import { sessionEnded } from '../auth/sessions.store.ts';
import { connectClient, type LiveClient, listenForSockets, makeAlarm, watchTopics } from './live.fixture.ts';

const permissions = ['alarm:log:list'];
let here: TestApp;
let there: TestApp;
let near: string;
let far: string;
let admin: string;
let north: string;
const opened: LiveClient[] = [];
const people: number[] = [];

beforeAll(async () => {
  here = await openTestApp();
  there = await openTestApp({}, { connection: here.connection });
  [near, far] = [await listenForSockets(here), await listenForSockets(there)];
  // 100 ─ 200 (north) ─ 210, and 300 (south).
  await addDepartment(here, 200, 100, [0, 100]);
  await addDepartment(here, 210, 200, [0, 100, 200]);
  await addDepartment(here, 300, 100, [0, 100]);
  await addPerson(here, 'north', [{ permissions, dataScope: '4' }], 200);
  await addPerson(here, 'clerk', [{ permissions: ['system:post:list'] }], 200);
  admin = await here.login();
  north = await here.login('north', personPassword);
});

afterAll(async () => {
  for (const { socket } of opened) socket.terminate();
  await there.close();
  await here.close();
});

async function enter(...given: Parameters<typeof watchTopics>): Promise<LiveClient> {
  const client = await watchTopics(...given);
  opened.push(client);
  return client;
}

const publish = (deptId: number, name: string, from = here) =>
  from.app.live.publish({ deptId, topic: 'alarm', payload: makeAlarm(name), stored: true });

describe('a message', () => {
  it('reaches listeners at its department and above, in both processes, once and in order', async () => {
    const clients = [
      await enter(near, 100, admin),
      await enter(far, 100, admin),
      await enter(near, 200, north),
      await enter(far, 210, north),
      await enter(near, 300, admin),
    ];
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) => publish(n % 2 ? 200 : 210, `${n}`, n % 3 ? here : there)),
    );
    await publish(300, 'south');
    await soon(() => clients.map((client) => client.messages().length)).toEqual([7, 7, 6, 3, 1]);
    for (const client of clients) {
      const numbers = client.messages().map(({ seq }) => seq ?? 0);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    expect(clients[0]?.payloads()).toEqual(clients[1]?.payloads());
    expect(clients[4]?.payloads()).toEqual([makeAlarm('south')]);
  });

  it('arrives in both shapes as it was published', async () => {
    const client = await enter(far, 100, admin);
    const warning = {
      type: 'standbyPowerWarn' as const,
      entityName: '城建集团',
      siteName: 'Place d’Italie',
      time: '2026-03-01 08:00:00',
      desc: '😀 "quoted"',
    };
    await publish(100, 'array');
    await here.app.live.publish({ deptId: 100, topic: 'alarm', payload: warning, stored: true });
    await soon(client.payloads).toEqual([makeAlarm('array'), warning]);
  });

  it('reaches only subscribers; a kind includes all of its items, and a new subscription replaces the old', async () => {
    const whole = await enter(far, 100, admin, { show: ['alarm'] });
    const one = await enter(far, 100, admin, { show: ['alarm:7', 'unknown'] });
    const none = await enter(near, 100, admin, { show: [] });
    const pass = (topic: 'alarm:7' | 'alarm:8', name: string) =>
      here.app.live.publish({ deptId: 210, topic, payload: makeAlarm(name), stored: false });
    await pass('alarm:7', 'seven');
    await pass('alarm:8', 'eight');
    await soon(whole.payloads).toEqual([makeAlarm('seven'), makeAlarm('eight')]);
    await soon(one.payloads).toEqual([makeAlarm('seven')]);
    expect(one.messages()[0]).not.toHaveProperty('seq');
    one.send({ show: ['alarm:8'], since: await none.ready() });
    await soon(() => one.frames.filter(({ kind }) => kind === 'caughtUp').length).toBe(2);
    await pass('alarm:7', 'seven again');
    await pass('alarm:8', 'eight again');
    await soon(one.payloads).toEqual([makeAlarm('seven'), makeAlarm('eight again')]);
    expect(none.payloads()).toEqual([]);
  });

  it('is delivered without being stored if it is too large for a notification', async () => {
    const client = await enter(far, 100, admin);
    const { seq } = await client.caughtUp();
    const large = makeAlarm('长'.repeat(5000));
    await here.app.live.publish({ deptId: 100, topic: 'alarm', payload: large, stored: false });
    await soon(client.payloads).toEqual([large]);
    const late = await enter(near, 100, admin, { show: ['alarm'], since: seq });
    expect(late.payloads()).toEqual([]);
    const huge = {
      deptId: 100,
      topic: 'alarm' as const,
      payload: makeAlarm('x'.repeat(70_000)),
      stored: true,
    };
    await expect(here.app.live.publish(huge)).rejects.toThrow('too large');
  });
});

describe('a returning client', () => {
  it('gets the missed messages, in order and before anything newer, from either process', async () => {
    const before = await enter(near, 200, north);
    const { seq } = await before.caughtUp();
    before.socket.close();
    for (const name of ['a', 'b', 'c']) await publish(210, name);
    await publish(300, 'not for north');
    const back = await enter(far, 200, north, { show: ['alarm'], since: seq });
    expect(back.payloads()).toEqual(['a', 'b', 'c'].map(makeAlarm));
    expect(await back.caughtUp()).toMatchObject({ complete: true });
    const other = await enter(far, 200, north, { show: ['alarm:1'], since: seq });
    expect(other.payloads()).toEqual([]);
  });

  it('learns that some messages are no longer stored, or that there are too many', async () => {
    const { seq } = await (await enter(near, 200, north)).caughtUp();
    for (let n = 0; n < 3; n += 1) await publish(200, 'old');
    here.clock.advance(25 * 60);
    await publish(200, 'young');
    await runTask(here, 'liveTask.clean');
    here.clock.advance(-25 * 60);
    const back = await enter(near, 200, north, { show: ['alarm'], since: seq });
    expect(await back.caughtUp()).toMatchObject({ complete: false });
    expect(back.payloads()).toEqual([makeAlarm('young')]);
    const now = await enter(near, 200, north, { show: ['alarm'], since: (await back.caughtUp()).seq });
    expect(await now.caughtUp()).toMatchObject({ complete: true });

    await here.app.pool.query(
      `with numbers as (update live_counter set last_seq = last_seq + 600 returning last_seq)
       insert into live_message select last_seq - n, 200, 'alarm', to_jsonb('n' || n), true, limpid_now()
       from numbers, generate_series(0, 599) n`,
    );
    await publish(200, 'newest');
    await soon(() => now.messages().length).toBe(601);
    const late = await enter(near, 200, north, { show: ['alarm'], since: (await now.caughtUp()).seq });
    expect(await late.caughtUp()).toMatchObject({ complete: false });
    expect(late.messages()).toHaveLength(500);
    expect(late.payloads().at(-1)).toEqual(makeAlarm('newest'));
  });

  it('starts with the current number if it sends an invalid one', async () => {
    const client = await enter(near, 100, admin, { show: ['alarm'], since: 9_000_000 });
    expect((await client.caughtUp()).seq).toBeLessThan(9_000_000);
    await publish(100, 'today');
    await soon(client.payloads).toEqual([makeAlarm('today')]);
  });
});

describe('a person', () => {
  it.each([
    ['beside the own department', 'north', 300, '4403 forbidden'],
    ['above the own department', 'north', 100, '4403 forbidden'],
    ['that does not exist', 'admin', 987, '4403 forbidden'],
    ['without the permission', 'clerk', 300, '4403 forbidden'],
  ])('is refused at a department %s', async (_name, userName, deptId, goodbye) => {
    const token = userName === 'admin' ? admin : await here.login(userName, personPassword);
    const client = connectClient(near, deptId, { token });
    expect(await client.closed).toBe(goodbye);
    expect(client.frames).toEqual([]);
  });

  it('without permissions receives only personal messages and those to everybody, in both processes', async () => {
    const token = await here.login('clerk', personPassword);
    const [mine, other] = [
      await enter(far, 200, token, { show: ['work', 'alarm'] }),
      await enter(near, 200, north, { show: ['work'] }),
    ];
    const { rows } = await here.app.pool.query(`select user_id from sys_user where user_name = 'clerk'`);
    const about = (id: string) => ({ id, state: 'running', done: 1, total: 2 });
    await publish(200, 'unheard');
    await here.app.live.notify(rows[0].user_id, 'work', about('own'));
    await here.app.live.notify('everybody', 'work', about('all'));
    await soon(mine.payloads).toEqual([about('own'), about('all')]);
    await soon(other.payloads).toEqual([about('all')]);
  });

  it('may send the token in the first message instead', async () => {
    const client = connectClient(near, 200);
    opened.push(client);
    client.socket.on('open', () => client.send({ token: north, show: ['alarm'], since: 0 }));
    await client.ready();
    await client.caughtUp();
    expect(client.socket.protocol).toBe('');
    expect((await enter(near, 200, north)).socket.protocol).toBe('limpid');
  });

  it('is disconnected when the session ends, the account is disabled or the permission is revoked', async () => {
    for (const [index, end] of [
      (token: string) => here.send('POST', '/logout', { token }),
      () => here.app.pool.query(`update sys_user set status = '1' where user_name = 'brief-1'`),
      () => here.app.pool.query('delete from session where user_id = $1', [people[2]]),
    ].entries()) {
      people[index] = await addPerson(here, `brief-${index}`, [{ permissions }]);
      const token = await here.login(`brief-${index}`, personPassword);
      const clients = [await enter(near, 100, token), await enter(far, 100, token)];
      const stays = await enter(near, 100, admin);
      await end(token);
      for (const client of clients) expect(await client.closed).toBe('4401 session');
      expect(stays.socket.readyState).toBe(stays.socket.OPEN);
    }
    await addPerson(here, 'demoted', [{ permissions }]);
    const client = await enter(near, 200, await here.login('demoted', personPassword));
    await here.app.pool.query(`update sys_role set status = '1' where role_name = 'role of demoted'`);
    await here.app.bus.publish(sessionEnded);
    expect(await client.closed).toBe('4403 forbidden');
  });

  it('who only listens does not prolong the session', async () => {
    await addPerson(here, 'idle', [{ permissions }]);
    const client = await enter(near, 100, await here.login('idle', personPassword));
    for (let minute = 0; minute < 31; minute += 5) {
      here.clock.advance(5);
      await here.app.bus.publish(sessionEnded);
    }
    expect(await client.closed).toBe('4401 session');
    here.clock.advance(-35);
  });
});

describe('the parameter', () => {
  it('closes every socket when it is switched off, and allows them again when it is switched on', async () => {
    const client = await enter(far, 100, admin);
    const turn = async (value: string) => {
      const row = await here.app.pool.query('select * from sys_config where config_key = $1', [liveSwitch]);
      const { config_id: configId, config_name: configName } = row.rows[0];
      const json = { configId, configName, configKey: liveSwitch, configValue: value, configType: 'Y' };
      const { body } = await here.send('PUT', '/system/config', { token: admin, json });
      expect(body.code).toBe(200);
    };
    await turn('false');
    expect(await client.closed).toBe('4404 off');
    await soon(() => connectClient(far, 100, { token: admin }).closed).toBe('4404 off');
    await turn('true');
    await soon(async () => {
      const again = connectClient(far, 100, { token: admin });
      opened.push(again);
      return Promise.race([again.closed, again.ready().then(() => 'ready')]);
    }).toBe('ready');
  });
});
