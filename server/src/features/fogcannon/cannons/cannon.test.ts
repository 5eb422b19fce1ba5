import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';

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
    json: { cannonName, entityId, coil: 100 + count, ...json },
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
    ['the last coil with a jog of its board', { ...tcp, coil: 13_106, jogTiming: 'board4' }],
    ['a DTU', { driver: 'modbusDtu', registration: 'FOG-1' }],
    ['MQTT', { ...mqtt, stateTopic: 'fog/1/state', onText: '1', jogBody: '{"time": {{seconds}}}' }],
    ['HTTP', { ...http, onBody: '{"on": 1, "id": "{{id}}"}' }],
  ])('is saved with %s', async (_, json) => {
    expect((await save(json)).code).toBe(200);
  });

  it.each<[string, object, string]>([
    ['no address', { driver: 'modbusTcp' }, 'Address is required for this driver'],
    ['a topic for many', { ...mqtt, commandTopic: 'fog/+/cmd' }, 'a topic has no + or #'],
    ['a topic for all', { ...mqtt, stateTopic: 'fog/#', onText: '1' }, 'a topic has no + or #'],
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
    ['an address that is none', { ...http, offUrl: 'vendor' }, 'starts with http:// or https://'],
    ['a topic of the broker', { ...mqtt, commandTopic: '$SYS/x' }, 'does not begin with $ or /'],
    ['a topic with a placeholder', { ...mqtt, commandTopic: 'fog/{{account}}/cmd' }, 'invalid placeholder'],
    ['a topic with an empty level', { ...mqtt, commandTopic: '/fog/cmd' }, 'does not begin with $ or /'],
    ['a topic that is too long', { ...mqtt, commandTopic: 'é'.repeat(101) }, 'at most 200 bytes'],
    [
      'a password that a DTU cannot send',
      { driver: 'modbusDtu', registration: 'FOG-9', dtuPassword: ';key' },
      'does not begin with',
    ],
    [
      'a broker with a password in its address',
      { ...mqtt, brokerUrl: 'mqtt://a:b@broker.example' },
      'Broker: enter mqtt:// or mqtts:// with a host',
    ],
    ['a broker on the web', { ...mqtt, brokerUrl: 'https://broker.example' }, 'enter mqtt:// or mqtts://'],
    ['a broker without a host', { ...mqtt, brokerUrl: 'mqtt://' }, 'enter mqtt:// or mqtts://'],
    ['a broker at no port', { ...mqtt, brokerUrl: 'mqtt://broker.example:0' }, 'enter mqtt:// or mqtts://'],
    [
      'a coil without a register for its jog',
      { ...tcp, coil: 13_107, jogTiming: 'board4' },
      'a board can time the jog of coils up to 13,106 only',
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

  it('cannot have a relay of a board of another entity', async () => {
    expect((await save({ ...tcp, host: '10.0.4.1', coil: 0 })).code).toBe(200);
    expect((await save({ ...tcp, host: '10.0.4.1', coil: 1 })).code).toBe(200);
    const elsewhere = { ...tcp, coil: 2, entityId: entityId + 1 };
    for (const host of ['10.0.4.1', '::FFFF:0a00:0401'])
      expect((await save({ ...elsewhere, host })).msg).toContain('a board belongs to one entity');
    expect((await save({ ...elsewhere, host: '10.0.4.1', port: 503 })).code).toBe(200);
  });

  const relayTopics = {
    stateTopic: 'fog/9/state',
    onText: '1',
    statusTopic: 'fog/9/status',
    onlineText: '1',
  };
  it.each<[string, object, object]>([
    [
      'relay at an address',
      { ...tcp, host: 'board.example', coil: 3 },
      { ...tcp, host: 'Board.example', port: 502, unit: 1, coil: 3 },
    ],
    [
      'relay at an IPv4 address within an IPv6 address',
      { ...tcp, host: '10.0.3.1', coil: 3 },
      { ...tcp, host: '::ffff:10.0.3.1', coil: 3 },
    ],
    ['relay by its address', { ...tcp, host: '127.0.0.1', coil: 3 }, { ...tcp, host: 'localhost', coil: 3 }],
    [
      'relay of all units',
      { ...tcp, host: '10.0.1.1', unit: 7, coil: 3 },
      { ...tcp, host: '10.0.1.1', unit: 254, coil: 3 },
    ],
    [
      'relay behind a DTU',
      { driver: 'modbusDtu', registration: 'TWICE', coil: 3 },
      { driver: 'modbusDtu', registration: ' TWICE', unit: 1, coil: 3 },
    ],
    [
      'command topic',
      { ...mqtt, commandTopic: 'fog/7/cmd' },
      { ...mqtt, commandTopic: 'fog/7/cmd', offBody: 'OUT' },
    ],
    [
      'command topic at its own broker',
      { ...mqtt, brokerUrl: 'mqtts://b.example', commandTopic: 'fog/8/cmd' },
      { ...mqtt, brokerUrl: 'mqtts://b.example:8883', commandTopic: 'fog/8/cmd' },
    ],
    [
      'command topic as its state',
      { ...mqtt, commandTopic: 'fog/9/cmd', ...relayTopics },
      { ...mqtt, commandTopic: 'fog/9/status' },
    ],
  ])('cannot have the %s of another cannon', async (_, first, second) => {
    const { code, cannonName } = await save(first);
    expect(code).toBe(200);
    expect((await save(second)).msg).toBe(
      `This relay or topic is already used by the cannon “${cannonName}”`,
    );
    const row = await find(cannonName);
    expect((await t.send('PUT', '/fog/gun', { token, json: { ...row, remark: 'kept' } })).body.code).toBe(
      200,
    );
  });

  it('can share the topics of a device with a cannon of its entity, which is another relay of it', async () => {
    const shared = { ...mqtt, commandTopic: 'fog/6/cmd', stateTopic: 'fog/6/state', onText: '1' };
    expect((await save({ ...shared, onBody: '{"relay1": 1}', offBody: '{"relay1": 0}' })).code).toBe(200);
    const other = { ...shared, onBody: '{"relay2": 1}', offBody: '{"relay2": 0}' };
    expect((await save(other)).code).toBe(200);
    const elsewhere = { ...mqtt, commandTopic: 'fog/5/cmd', stateTopic: 'fog/6/state', onText: '1' };
    expect((await save({ ...elsewhere, entityId: entityId + 1 })).msg).toContain(
      'already used by the cannon',
    );
  });

  it('and the devices of a type cannot have the same topic at the broker of the installation', async () => {
    const state = { stateTopic: 'dust/5/state', onText: '1' };
    expect((await save({ ...mqtt, commandTopic: 'dust/5/data', ...state })).code).toBe(200);
    const elsewhere = { commandTopic: 'sand/5/data', brokerUrl: 'mqtt://other.example' };
    expect((await save({ ...mqtt, ...elsewhere })).code).toBe(200);
    const addType = async (topics: object) => {
      const json = { typeCode: `T${++count}`, typeName: `T${count}`, ...topics };
      return (await t.send('POST', '/basic/deviceType?lang=en', { token, json })).body;
    };
    expect(await addType({ mqttTopic: 'dust/{mn}/data' })).toMatchObject({
      code: 500,
      field: 'mqttTopic',
      msg: 'MQTT topic: a fog cannon uses the topic “dust/5/data”; choose another one',
    });
    expect(await addType({ mqttAnswerTopic: 'dust/{mn}/state' })).toMatchObject({
      code: 500,
      field: 'mqttAnswerTopic',
    });
    expect(await addType({ mqttTopic: 'sand/{mn}/data' })).toMatchObject({ code: 200 });
    const taken = await save({ ...mqtt, commandTopic: 'sand/6/data' });
    expect(taken.msg).toContain('devices publish their data to “sand/6/data”');
  });

  it('at an address of another cannon is refused without the name of one that the person may not see', async () => {
    await addDepartment(t, 301, 100, [100]);
    await t.app.pool.query(
      `insert into site_entity (entity_code, entity_name, dept_id) values ('FOG3', 'FOG3', 301)`,
    );
    const { rows } = await t.app.pool.query(`select entity_id from site_entity where entity_code = 'FOG3'`);
    const permissions = ['fog:gun:add', 'fog:gun:list'];
    await addPerson(t, 'fog.other', [{ permissions, dataScope: '2', deptIds: [301] }], 301);
    const other = await t.login('fog.other', personPassword);
    const place = { ...tcp, host: '10.0.2.1', coil: 1 };
    expect((await save(place)).code).toBe(200);
    expect((await save({ ...place, entityId: rows[0].entity_id }, other)).msg).toBe(
      'This relay or topic is already used by a cannon outside your data scope',
    );
  });

  it('whose DTU has a wrong password is not told to those who may not see it', async () => {
    await save({ driver: 'modbusDtu', registration: 'SECRET-1 ' });
    await t.app.pool.query(
      `insert into fog_dtu (registration, address, reason, last_seen)
       values ('SECRET-1', '10.0.0.1', 'password', limpid_now()), ('STRANGER', '10.0.0.2', 'unknown', limpid_now())`,
    );
    const list = async (as: string) => {
      const { body } = await t.send('GET', '/fog/gun/dtus', { token: as });
      return (body['data'] as { unknown: { registration: string }[] }).unknown
        .map(({ registration }) => registration)
        .sort();
    };
    await addDepartment(t, 302, 100, [100]);
    await addPerson(t, 'fog.dtu', [{ permissions: ['fog:gun:add'], dataScope: '3' }], 302);
    expect(await list(await t.login('fog.dtu', personPassword))).toEqual(['STRANGER']);
    expect(await list(token)).toEqual(['SECRET-1', 'STRANGER']);
  });

  it.each(['commandTopic', 'stateTopic', 'statusTopic'])(
    'cannot have a topic of devices as its %s',
    async (name) => {
      const relay = { ...mqtt, commandTopic: 'fog/4/cmd', ...relayTopics };
      expect((await save({ ...relay, [name]: 'air/HJ212TEST0001/data' })).msg).toContain(
        'devices publish their data to “air/HJ212TEST0001/data”',
      );
    },
  );

  it('is not changed while an order to switch on may still be sent', async () => {
    const { cannonName } = await save({ ...tcp, host: '10.0.0.20' });
    const row = await find(cannonName);
    await t.app.pool.query(
      `insert into fog_order (cannon_id, action, reason, created_at, next_at, expires_at)
       values ($1, 'on', 'person', limpid_now(), limpid_now(), 'infinity')`,
      [row['cannonId']],
    );
    const edit = async () =>
      (await t.send('PUT', '/fog/gun?lang=en', { token, json: { ...row, host: '10.0.0.21' } })).body;
    expect((await edit()).msg).toBe(`“${cannonName}” is running; switch it off first`);
    await t.app.pool.query('update fog_order set expires_at = created_at');
    expect((await edit()).code).toBe(200);
  });

  it('that runs is neither changed nor removed', async () => {
    const { cannonName } = await save(tcp);
    const row = await find(cannonName);
    await t.app.pool.query(
      `insert into fog_run (cannon_id, started_at, reason) values ($1, limpid_now(), 'person')`,
      [row['cannonId']],
    );
    await t.app.pool.query(`insert into fog_cannon_state (cannon_id, link_state) values ($1, 'up')`, [
      row['cannonId'],
    ]);
    const edit = await t.send('PUT', '/fog/gun?lang=en', { token, json: { ...row, host: '10.0.0.8' } });
    const removal = await t.send('DELETE', `/fog/gun/${row['cannonId']}?lang=en`, { token });
    expect([edit.body.msg, removal.body.msg]).toEqual([
      `“${cannonName}” is running; switch it off first`,
      `“${cannonName}” is running; switch it off first`,
    ]);
  });
});
