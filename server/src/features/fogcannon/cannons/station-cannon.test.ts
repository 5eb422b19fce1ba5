import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { orderForProgram } from '../../device/device.api.ts';

let t: TestApp;
let siteId: number;
let entityId: number;
const commandIds = new Map<string, number>();

beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, 300, 100, [100]);
  siteId = await addSite(t, { mn: 'FOGSITE' });
  const site = await t.app.pool.query('select entity_id from site where site_id = $1', [siteId]);
  entityId = site.rows[0].entity_id;
  const { rows } = await t.app.pool.query(
    `insert into basic_command (command_code, command_name, command_type, config_params, dangerous, device_type_ids) values
       ('3100', 'vendor', '2', 'Pump=1', false, '{}'), ('3012', 'standard', '2', null, false, '{}'),
       ('1072', 'password', '1', 'NewPW={NewPW}', true, '{}'), ('1062', 'interval', '1', 'RtdInterval=30', false, '{}'),
       ('3101', 'dangerous', '2', 'Pump=9', true, '{}'), ('3102', 'other device', '2', 'Pump=2', false, '{77}'),
       ('1011', 'reading', '0', null, false, '{}')
     returning command_id, command_name`,
  );
  for (const { command_id, command_name } of rows) commandIds.set(command_name, command_id);
});
afterAll(() => t.close());

const idOf = (name: string) => commandIds.get(name) ?? 0;
const rights = (...actions: string[]) => [
  'fog:gun:add',
  'fog:gun:list',
  ...actions.map((action) => `device:equipment:${action}`),
];
const cannonRights = { permissions: rights() };

let count = 0;
async function logIn(...roles: Parameters<typeof addPerson>[2]): Promise<string> {
  const name = `fog.person${++count}`;
  await addPerson(t, name, roles);
  return t.login(name, personPassword);
}

async function save(token: string, command: string, json: object = {}) {
  const ids = { onCommandId: idOf(command), offCommandId: idOf(command) };
  const cannon = { cannonName: `station cannon ${++count}`, entityId, driver: 'hj212', siteId, ...ids };
  const { body } = await t.send('POST', '/fog/gun?lang=en', { token, json: { ...cannon, ...json } });
  return body;
}

async function listOffered(token: string, query = `?siteId=${siteId}`): Promise<string[]> {
  const { body } = await t.send('GET', `/fog/gun/choices${query}`, { token });
  const names = [...commandIds.keys()];
  return (body['data'] as { commands: { name: string }[] }).commands
    .map(({ name }) => name)
    .filter((name) => names.includes(name))
    .sort();
}

describe('a cannon that its station switches', () => {
  it.each<[string, string[], string[]]>([
    ['no right to order', [], []],
    ['the right to operate', ['operate'], ['standard']],
    ['the right to write', ['write'], []],
    ['both rights, which commands of vendors need', ['operate', 'write'], ['standard', 'vendor']],
  ])(
    'is saved by a person with %s with what the form offers, and nothing else',
    async (_, actions, expected) => {
      const token = await logIn({ permissions: rights(...actions) });
      expect(await listOffered(token)).toEqual(expected);
      for (const name of commandIds.keys())
        expect([name, (await save(token, name)).code === 200]).toEqual([name, expected.includes(name)]);
    },
  );

  it('is at a station that the right to order reaches, not only the right to cannons', async () => {
    const token = await logIn(cannonRights, {
      permissions: ['device:equipment:operate'],
      dataScope: '2',
      deptIds: [300],
    });
    expect(await listOffered(token)).toEqual([]);
    expect((await save(token, 'standard')).msg).toContain('outside your data scope');
    const reaching = await logIn(cannonRights, {
      permissions: ['device:equipment:operate'],
      dataScope: '2',
      deptIds: [100],
    });
    expect((await save(reaching, 'standard')).code).toBe(200);
  });

  it('has both rights at its station for the command of a vendor', async () => {
    const token = await logIn(
      cannonRights,
      { permissions: ['device:equipment:operate'] },
      { permissions: ['device:equipment:write'], dataScope: '2', deptIds: [300] },
    );
    expect(await listOffered(token)).toEqual(['standard']);
    expect((await save(token, 'vendor')).code).not.toBe(200);
  });

  it.each([
    ['password', 'critical commands need a confirmation'],
    ['interval', 'critical commands need a confirmation'],
    ['dangerous', 'critical commands need a confirmation'],
    ['other device', 'does not have this command'],
    ['reading', 'choose a command that writes or operates'],
  ])('refuses the command “%s” to everybody', async (name, message) => {
    const token = await t.login();
    expect((await save(token, name)).msg).toContain(message);
    const asJog = {
      onCommandId: idOf('vendor'),
      offCommandId: idOf('vendor'),
      jogCommandId: idOf(name),
      jogParam: 'Time',
    };
    expect((await save(token, 'vendor', asJog)).msg).toContain(message);
  });

  it('does not order a command that has become critical since it was chosen', async () => {
    const order = () =>
      orderForProgram(t.app, t.ingest.directory, { commandId: idOf('vendor'), siteId, values: {} });
    await expect(order()).resolves.toMatchObject({ isOffline: true });
    await t.app.pool.query('update basic_command set dangerous = true where command_id = $1', [
      idOf('vendor'),
    ]);
    await expect(order()).rejects.toMatchObject({ key: 'device_order.confirm' });
  });
});
