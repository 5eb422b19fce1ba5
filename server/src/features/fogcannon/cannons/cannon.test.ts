import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let t: TestApp;
let token: string;
let entityId: number;
beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  const { rows } = await t.app.pool.query(
    `insert into site_entity (entity_code, entity_name, dept_id) values ('FOG', 'FOG', 100), ('FOG2', 'FOG2', 100)
     returning entity_id`,
  );
  entityId = rows[0].entity_id;
});
afterAll(() => t.close());

let count = 0;
const save = async (json: object, as = token) => {
  const cannonName = `cannon ${++count}`;
  const { body } = await t.send('POST', '/fog/gun?lang=en', {
    token: as,
    json: { cannonName, entityId, ...json },
  });
  return { ...body, cannonName };
};

async function find(cannonName: string): Promise<Record<string, unknown>> {
  const { body } = await t.send('GET', `/fog/gun/list?cannonName=${cannonName}`, { token });
  return (body['rows'] as Record<string, unknown>[])[0] ?? {};
}

const tcp = { driver: 'modbusTcp', host: '10.0.0.7' };
const mqtt = { driver: 'mqtt', commandTopic: 'fog/1/cmd', onBody: 'ON', offBody: 'OFF' };
const http = { driver: 'http', onUrl: 'https://vendor.example/on', offUrl: 'https://vendor.example/off' };

describe('a cannon', () => {
  it.each<[string, object]>([
    ['Modbus TCP', tcp],
    ['a DTU', { driver: 'modbusDtu', registration: 'FOG-1' }],
    ['MQTT', { ...mqtt, stateTopic: 'fog/1/state', onText: '1', jogBody: '{"time": {{seconds}}}' }],
    ['HTTP', { ...http, onBody: '{"on": 1, "id": "{{id}}"}' }],
  ])('is saved with %s', async (_, json) => {
    expect((await save(json)).code).toBe(200);
  });

  it.each<[string, object, string]>([
    ['no address', { driver: 'modbusTcp' }, 'Address is required for this driver'],
    ['a topic for many', { ...mqtt, commandTopic: 'fog/+/cmd' }, 'a topic is not empty and has no + or #'],
    [
      'a topic for all',
      { ...mqtt, stateTopic: 'fog/#', onText: '1' },
      'a topic is not empty and has no + or #',
    ],
    [
      'its state where commands go',
      { ...mqtt, stateTopic: 'fog/1/cmd', onText: '1' },
      'State topic must differ from the command topic',
    ],
    [
      'a payload that is no JSON',
      { ...mqtt, onBody: '{"relay1": 1,}' },
      'Payload: on: not valid JSON at character 14',
    ],
    [
      'an unknown placeholder',
      { ...http, onBody: 'on={{pump}}', contentType: 'form' },
      'invalid placeholder',
    ],
    [
      'a server that a placeholder chooses',
      { ...http, onUrl: 'https://{{account}}.example/' },
      'invalid placeholder',
    ],
    ['an address of another kind', { ...http, onUrl: 'ftp://vendor.example/on' }, 'address'],
    [
      'a broker with a password in its address',
      { ...mqtt, brokerUrl: 'mqtt://a:b@broker.example' },
      'address',
    ],
    ['a jog of no time', { ...tcp, jogSeconds: 0 }, 'Jog time'],
    ['a jog that no register holds', { ...tcp, jogSeconds: 100_000 }, 'Jog time'],
    ['a command that is none', { driver: 'hj212', siteId: 1, onCommandId: 1, offCommandId: 1 }, ''],
  ])('is refused with %s', async (_, json, message) => {
    const body = await save(json);
    expect(body.code).not.toBe(200);
    expect(body.msg).toContain(message);
    expect(await find(body.cannonName)).toEqual({});
  });

  it('keeps its password: sealed in the database, never sent back, never sent to a new server', async () => {
    const { cannonName } = await save({ ...http, account: 'city', password: 'sea-shore' });
    const row = await find(cannonName);
    expect(row).toMatchObject({ account: 'city', password: true });
    const { rows } = await t.app.pool.query('select password from fog_cannon where cannon_id = $1', [
      row['cannonId'],
    ]);
    expect(t.app.secrets.open(rows[0].password)).toBe('sea-shore');
    const move = { ...row, onUrl: 'https://thief.example/on' };
    const { body } = await t.send('PUT', '/fog/gun?lang=en', { token, json: move });
    expect(body.msg).toBe('The address has changed: enter the password again');
    const again = await t.send('PUT', '/fog/gun', { token, json: { ...move, password: 'other' } });
    expect(again.body.code).toBe(200);
  });

  it('cannot have the DTU of another entity', async () => {
    const dtu = { driver: 'modbusDtu', registration: 'SHARED' };
    expect((await save(dtu)).code).toBe(200);
    expect((await save({ ...dtu, coil: 1 })).code).toBe(200);
    expect((await save({ ...dtu, entityId: entityId + 1 })).msg).toContain('another entity');
  });

  it('that runs is neither changed nor removed', async () => {
    const { cannonName } = await save(tcp);
    const row = await find(cannonName);
    await t.app.pool.query(
      `insert into fog_run (cannon_id, started_at, reason) values ($1, limpid_now(), 'person')`,
      [row['cannonId']],
    );
    const edit = await t.send('PUT', '/fog/gun?lang=en', { token, json: { ...row, host: '10.0.0.8' } });
    const removal = await t.send('DELETE', `/fog/gun/${row['cannonId']}?lang=en`, { token });
    expect([edit.body.msg, removal.body.msg]).toEqual([
      `“${cannonName}” is running; switch it off first`,
      `“${cannonName}” is running; switch it off first`,
    ]);
  });
});
