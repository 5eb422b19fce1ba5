import { onlineWindowMs } from '@limpid/contract/site/online';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoSeeds, referenceSeeds } from '../../seeds/seeds.ts';
import { verifyPassword } from '../platform/auth/passwords.ts';
import { createDatabase } from '../testing/app.ts';
import { prepareDatabase } from './prepare.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeEach(async () => {
  database = await createDatabase();
});

afterEach(() => database.drop());

const prepare = (adminPassword?: string, demo = false, onProgress: (line: string) => void = () => {}) =>
  prepareDatabase(database.connection, { adminPassword, demo }, onProgress);

async function query(statement: string) {
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

const seedNames = () =>
  query('select name from schema_seed order by name').then((rows) => rows.map((row) => row.name));
const admin = async () => (await query('select * from sys_user where user_id = 1'))[0];

describe('the first start', () => {
  it('generates an admin password, shows it once, stores only its hash, and requires another', async () => {
    const password = await prepare();
    expect(password).toMatch(/^\w{16}$/);
    const { password: stored, must_change_password: mustChange } = await admin();
    expect(await verifyPassword(stored, password ?? '')).toBe(true);
    expect(mustChange).toBe(true);
    expect(await prepare()).toBeUndefined();
    expect(await admin()).toMatchObject({ password: stored });
  });

  it('uses a given password, and only the first time', async () => {
    expect(await prepare('Correct-horse-1')).toBeUndefined();
    expect(await prepare('Another-horse-2')).toBeUndefined();
    const { password, must_change_password: mustChange } = await admin();
    expect(mustChange).toBe(false);
    expect(await verifyPassword(password, 'Correct-horse-1')).toBe(true);
  });

  it('refuses a given password that attackers try first, while later starts do not check it', async () => {
    await expect(prepare('Admin@123')).rejects.toThrow(/^ADMIN_PASSWORD is one that guessers try first/);
    expect(await admin()).toBeUndefined();
    await prepare('Correct-horse-1');
    expect(await prepare('Admin@123')).toBeUndefined();
  });

  it('shows its progress once', async () => {
    const lines: string[] = [];
    await prepare('Correct-horse-1', false, (line) => lines.push(line));
    expect(lines.length).toBeGreaterThan(referenceSeeds.length);
    const again: string[] = [];
    await prepare('Correct-horse-1', false, (line) => again.push(line));
    expect(again).toEqual([]);
  });

  it('succeeds in two concurrent processes, runs every step once, and shows one password', async () => {
    const results = await Promise.all([prepare(undefined, true), prepare(undefined, true)]);
    const passwords = results.filter((password) => password !== undefined);
    expect(passwords).toHaveLength(1);
    expect(await verifyPassword((await admin()).password, passwords[0] ?? '')).toBe(true);
    expect(await seedNames()).toEqual([...referenceSeeds, ...demoSeeds].map(({ name }) => name).sort());
    expect(await query('select 1 from sys_user_role where user_id = 1')).toHaveLength(1);
  });
});

describe('seeds', () => {
  it('leave demo data out unless requested, and can add it later', async () => {
    await prepare('Correct-horse-1');
    expect(await seedNames()).toEqual(referenceSeeds.map(({ name }) => name));
    expect(await query('select 1 from sys_post')).toHaveLength(0);
    await prepare('Correct-horse-1', true);
    expect((await query('select 1 from sys_post')).length).toBeGreaterThan(0);
  });

  it('leave the source of the demo alone until its interface listens again', async () => {
    await prepare('Correct-horse-1', true);
    await query(
      `insert into reference_source (source_name, kind, status, station_level, poll_minutes, url, simulated, create_by)
       select name, 'json', '0', 'provincial', '5', url, simulated, 'test' from (values
         ('demo', 'http://127.0.0.1:41000/simulated/hours', true),
         ('moved', 'http://reference.example/hours', true),
         ('own', 'http://127.0.0.1:41000/simulated/hours', false)) as given (name, url, simulated)`,
    );
    await prepare('Correct-horse-1', true);
    const due = await query(
      `select source_name as name from reference_source where next_run_at is null or next_run_at <= limpid_now()`,
    );
    expect(due.map(({ name }) => name).toSorted()).toEqual(['moved', 'own']);
  });

  it('give write permissions only to the administrator, except for alarms, sites, measured values and asking for missing ones, rounds of calibration, reports, reading devices, pausing targets and switching cannons to operators on shift', async () => {
    await prepare('Correct-horse-1');
    const granted =
      await query(`select distinct role_id, m.perms from sys_role_menu rm join sys_menu m using (menu_id)
      where rm.role_id <> 1 and m.perms is not null order by 1, 2`);
    expect(granted.filter(({ perms }) => !/:(list|query|export)$/.test(perms))).toEqual([
      { role_id: 2, perms: 'alarm:log:ack' },
      { role_id: 2, perms: 'alarm:log:clear' },
      { role_id: 2, perms: 'analysis:report:add' },
      { role_id: 2, perms: 'analysis:report:edit' },
      { role_id: 2, perms: 'data:backfill:add' },
      { role_id: 2, perms: 'data:history:edit' },
      { role_id: 2, perms: 'device:equipment:read' },
      { role_id: 2, perms: 'fog:gun:operate' },
      { role_id: 2, perms: 'site:calibration:run' },
      { role_id: 2, perms: 'site:forwardTarget:pause' },
      { role_id: 2, perms: 'site:site:edit' },
    ]);
  });
});

describe('the rule of online', () => {
  const windows = async () =>
    (
      await query(
        'select extract(epoch from online_window(n))::int as s from unnest(array[1, 60, 61, 3600]) n',
      )
    ).map(({ s }) => s);

  it('is that of the contract, also after a restore that has only the migrations', async () => {
    await prepare();
    expect(await windows()).toEqual([1, 60, 61, 3600].map((interval) => onlineWindowMs(interval) / 1000));
    await query(
      'create or replace function online_window(report_interval integer) returns interval immutable language sql as $$ select null::interval $$',
    );
    await Promise.all([prepare(), prepare()]);
    expect(await windows()).toEqual([180, 180, 183, 10_800]);
  });
});
