import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDemoForwarding } from '../../src/features/demo/demo-forward.ts';
import { startForwarding } from '../../src/features/forward/delivery/forward.job.ts';
import { startReceiver, type TestReceiver } from '../../src/features/forward/transport/receiver.fixture.ts';
import { siteChanged } from '../../src/features/reading/model.api.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { testMinute } from '../../src/testing/clock.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { soon } from '../../src/testing/soon.ts';
import { addSite } from '../../src/testing/stations.ts';
import { storePacket } from './two-installations.fixture.ts';

const entity = 'BJ-AIR';
const measured = 'MEASURED';
const parameterPath = '/system/config';
let test: TestApp;
let token: string;
let elsewhere: TestReceiver;
let simulatedId: number;
const endings: (() => unknown)[] = [];

beforeAll(async () => {
  // Not even an address that the settings allow gets anything of simulated sites.
  test = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  token = await test.login();
  elsewhere = await startReceiver();
  simulatedId = await addSite(test, { mn: entity });
  const measuredId = await addSite(test, { mn: measured });
  const { pool, bus } = test.app;
  await pool.query('update site set simulated = true where site_id = $1', [simulatedId]);
  await pool.query(
    `update site set entity_id = (select entity_id from site_entity where entity_code = $1) where site_id = $2`,
    [entity, measuredId],
  );
  await pool.query(
    `insert into forward_target (entity_id, target_name, protocol, address)
     select entity_id, 'real', 'hj212-2017', $2 from site_entity where entity_code = $1`,
    [entity, `127.0.0.1:${elsewhere.port}`],
  );
  await bus.publish(siteChanged);
  endings.push(startForwarding(test.app, test.services), elsewhere.close);
});

afterAll(async () => {
  for (const end of endings) await end();
  await test?.close();
});

const store = (mn: string, minute: number) =>
  storePacket(test, mn, {
    ts: testMinute + minute * MINUTE_MS,
    cp: `a34004-Rtd=${20 + minute},a34004-Flag=N`,
  });

async function readTarget() {
  const { rows } = await test.app.pool.query(
    `select address, status, state, fail_count as failures, last_success_at is not null as "hasSent"
     from forward_target where simulated`,
  );
  return rows[0];
}

async function countSent(): Promise<number> {
  const { rows } = await test.app.pool.query(
    `select coalesce(sum(sent), 0)::int as n from forward_minute join forward_target using (target_id) where simulated`,
  );
  return rows[0].n;
}

async function findParameter(): Promise<Record<string, unknown> | undefined> {
  const { body } = await test.send('GET', `${parameterPath}/list?configKey=demo.forwardReceiver`, { token });
  return (body['rows'] as Record<string, unknown>[])[0];
}

async function setReceiver(configValue: string) {
  return (await test.send('PUT', parameterPath, { token, json: { ...(await findParameter()), configValue } }))
    .body;
}

it('one entity is forwarded to a receiver on this machine, which a parameter sends away', async () => {
  const demo = await openDemoForwarding(test.app);
  endings.unshift(demo.close);
  expect(await readTarget()).toBeUndefined();
  await demo.addTarget();
  expect((await readTarget()).address).toMatch(/^127\.0\.0\.1:\d{4,5}$/);
  await store(entity, 0);
  await soon(countSent).toBe(1);
  expect(await setReceiver('gone')).toMatchObject({ code: 500 });
  expect(await setReceiver('away')).toMatchObject({ code: 200 });
  await store(entity, 1);
  await soon(async () => (await readTarget()).failures).toBeGreaterThan(0);
  expect(await setReceiver('normal')).toMatchObject({ code: 200 });
  await soon(countSent).toBe(2);
});

it('simulated sites are forwarded nowhere else', async () => {
  await store(entity, 2);
  await store(measured, 3);
  await soon(() => elsewhere.received.length).toBeGreaterThan(0);
  // Both sites belong to the target of the demonstration.
  await soon(countSent).toBe(4);
  expect(new Set(elsewhere.received.map(({ mn }) => mn))).toEqual(new Set([measured]));
});

it('the database refuses another address and another protocol for the target', async () => {
  const change = (assignment: string) =>
    test.app.pool.query(`update forward_target set ${assignment} where simulated`);
  for (const assignment of [
    `address = '198.51.100.7:9000'`,
    `address = '127.0.0.1:1.example:80'`,
    `protocol = 'mqtt'`,
  ])
    await expect(change(assignment)).rejects.toThrow('forward_target_simulated');
});

it('a person can rename and pause the target, but not change its address or protocol', async () => {
  const path = '/site/forwardTarget';
  const { body } = await test.send('GET', `${path}/list?targetName=Simulated`, { token });
  const [row] = body['rows'] as Record<string, unknown>[];
  const save = async (given: Record<string, unknown>) =>
    (await test.send('PUT', path, { token, json: { ...row, ...given } })).body;
  const refused = (name: 'address' | 'protocol') =>
    errorText('forward.simulated', { label: `forward.target.fields.${name}` });
  expect(await save({ address: 'up.example:9000' })).toMatchObject({ msg: refused('address') });
  expect(await save({ protocol: 'hj212-2025' })).toMatchObject({ msg: refused('protocol') });
  expect(await save({ targetName: 'Simulated city', status: '1' })).toMatchObject({ code: 200 });
  expect(await readTarget()).toMatchObject({ status: '1', address: row?.['address'] });
  const entities = await test.send('GET', `/site/entity/list?entityCode=${entity}`, { token });
  // The address of a start would be another one after the next.
  expect(entities.body['rows']).toMatchObject([{ forwardAddress: `127.0.0.1:${elsewhere.port}` }]);
});

it('target and parameter go with the last simulated site of the entity', async () => {
  expect(await findParameter()).toMatchObject({ configValue: 'normal' });
  expect((await test.send('DELETE', '/site/site/simulated', { token })).body).toMatchObject({ code: 200 });
  await soon(readTarget).toBeUndefined();
  await soon(findParameter).toBeUndefined();
  const { rows } = await test.app.pool.query('select target_name from forward_target');
  expect(rows).toEqual([{ target_name: 'real' }]);
});
