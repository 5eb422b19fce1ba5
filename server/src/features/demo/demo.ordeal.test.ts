import { demoCities } from '@limpid/simulator/demo/demo-cities';
import type { DemoCity } from '@limpid/simulator/demo/demo-city';
import { demoReferences } from '@limpid/simulator/reference/demo-references';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { fullRounds } from '../../testing/full-rounds.ts';
import { soon } from '../../testing/soon.ts';
import { packetKind } from '../reading/reading.ts';
import { startRecorrections } from '../reading/recorrection/recorrect-values.ts';
import { openRollUp, startRollUps } from '../rollup/roll-up.ts';
import { startDemo } from './demo.service.ts';
import { demoProgressed } from './demo-progress.ts';

let test: TestApp;
let gateway: RunningGateway;
let stop = () => {};
/** Some stations of the demo are offline at some times of the day. */
const faults = () => [];
/** Every city with two sites of each kind; `npm run soak` takes all sixty. */
const cities = fullRounds ? demoCities : demoCities.map((facts) => keepSites(facts, 2));
/** One city with official stations. */
const references = demoReferences.slice(0, 1);
const siteCount = cities.flatMap(({ sites }) => sites).length;

/** A city with its first sites of each kind, and the entities that own them. */
function keepSites(facts: DemoCity, perKind: number): DemoCity {
  const kinds = Map.groupBy(facts.sites, ({ type }) => type);
  const sites = [...kinds.values()].flatMap((all) => all.slice(0, perKind));
  const entities = facts.entities.filter(({ code }) => sites.some(({ entity }) => entity === code));
  return { ...facts, sites, entities };
}

beforeAll(async () => {
  test = await openTestApp();
  // Simulated stations live in the time of the machine.
  test.clock.useMachineTime();
  gateway = await startGateway(test.app, test.ingest);
});

afterAll(async () => {
  stop();
  await gateway.close();
  await test.close();
});

async function count(statement: string, values: unknown[] = []): Promise<number> {
  return (await test.app.pool.query(statement, values)).rows[0].n;
}

async function countConnections(): Promise<number> {
  await gateway.report();
  return count('select count(*)::int as n from gateway_connection where site_id is not null');
}

/** Sites whose firmware and signal were reported. */
async function countSelfReports(): Promise<number> {
  await test.ingest.flush();
  return count(
    'select count(*)::int as n from site_contact where firmware is not null and signal is not null',
  );
}

async function countStray(): Promise<number> {
  const tables = ['reading', 'reading_block', 'reading_block_value', 'reading_hour', 'reading_day'];
  const parts = tables.map((table) => `select site_id from ${table}`).join(' union all ');
  return count(
    `select count(*)::int as n from (${parts}) as stored where site_id not in (select site_id from site)`,
  );
}

/** People, subscriptions, rotas, linkage rules, cannons, reference sources, calibrations, forwarding targets and reports of the demo. */
async function countDemoRows(): Promise<number[]> {
  const tables = [
    `sys_user where create_by = 'demo'`,
    'notify_subscription',
    'notify_rota',
    'fog_linkage_rule where simulated',
    'fog_cannon where simulated',
    'reference_source where simulated',
    'calibration_config where simulated',
    'forward_target where simulated',
    `report_plan where create_by = 'demo'`,
    `report where create_by = 'demo'`,
  ];
  return Promise.all(tables.map((rows) => count(`select count(*)::int as n from ${rows}`)));
}

/** Locks the table of readings, so that arriving readings wait. Returns the function that unlocks it. */
async function holdReadings(): Promise<() => Promise<void>> {
  const client = await test.app.pool.connect();
  await client.query('begin');
  await client.query('lock table reading in exclusive mode');
  return async () => {
    await client.query('commit');
    client.release();
  };
}

it('sites of three cities report to the gateway, and their removal leaves nothing behind', async () => {
  stop = startDemo(test.app, test.ingest.sink, gateway.port, { cities, references, faults });
  const token = await test.login();
  await soon(() => count('select count(*)::int as n from site where simulated')).toBe(siteCount);
  await soon(countConnections).toBe(siteCount);
  await soon(() => count('select count(*)::int as n from reference_reading')).toBeGreaterThan(0);
  await soon(() =>
    count(`select count(*)::int as n from reading where kind = ${packetKind.realtime}`),
  ).toBeGreaterThan(30 * siteCount);
  await soon(countSelfReports).toBe(siteCount);
  const channels = await test.app.pool.query(
    `select notify_channel_id as id, kind from notify_channel where create_by = 'demo' order by kind`,
  );
  expect(channels.rows.map(({ kind }) => kind)).toEqual(['browser', 'email', 'sms', 'webhook']);
  // Only its own receivers are allowed on this machine: the setting has no exceptions.
  for (const { id, kind } of channels.rows.filter(({ kind }) => kind === 'email' || kind === 'webhook'))
    expect((await test.send('POST', `/alarm/channel/test/${id}`, { token })).body, kind).toMatchObject({
      code: 200,
    });
  expect(await countDemoRows()).toEqual([4, 4, 1, 3, fullRounds ? 3 : 2, 1, 0, 0, 0, 0]);
  const letGo = await holdReadings();
  expect(
    await count('select count(distinct zone)::int as n from site_entity where create_by = $$demo$$'),
  ).toBe(3);
  // In the middle of the history: readings wait to be stored, hours are being rolled up.
  expect(await count(`select count(*)::int as n from schema_seed where name = 'demo_0003_history'`)).toBe(0);
  await soon(() => test.ingest.pipeline.depth).toBeGreaterThan(0);
  const rolling = openRollUp(test.app, test.ingest.directory).run();
  const removing = test.send('DELETE', '/site/site/simulated', { token });
  await letGo();
  expect((await removing).body).toMatchObject({ code: 200, data: { count: siteCount } });
  await rolling;
  await soon(countConnections).toBe(0);
  // The history is filled no further once the stations are stopped; what it had handed over is handled, and what was
  // stored after the removal is swept. Not all of the background work is awaited: the last sweep is half a minute away.
  await soon(() => test.ingest.pipeline.depth).toBe(0);
  await soon(countStray).toBe(0);
  await openRollUp(test.app, test.ingest.directory).run(true);
  expect(await countStray()).toBe(0);
  expect(await count('select count(*)::int as n from site_entity where create_by = $$demo$$')).toBe(0);
  await soon(countDemoRows).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await soon(() => count('select count(*)::int as n from reference_station')).toBe(0);
  expect(await count('select count(*)::int as n from reference_reading')).toBe(0);
});

/**
 * Rounds over the history, and K and B that were issued. How many channels get proposals depends on the weather of the days,
 * so the number of issues is compared with what the last of the past rounds has proposed.
 */
async function expectCalibrations(): Promise<void> {
  const { app, services } = test;
  const stops = [startRollUps(app, services), startRecorrections(app, services)];
  const confirmed = `select count(*)::int as n from calibration_issue where state = 'confirmed'`;
  const expected = `select least(2, count(*) filter (where decision <> 'refused'))::int as n
    from calibration_run join calibration_result using (run_id)
    where from_hour < now() - interval '13 days' and from_hour > now() - interval '15 days' having count(*) = 3`;
  const isIssued = async () => {
    const [wanted] = (await app.pool.query(expected)).rows;
    return wanted !== undefined && (await count(confirmed)) === wanted.n;
  };
  await soon(isIssued).toBe(true);
  // Of an entity and of one of its sites, in two languages each; they come last.
  await soon(() => count(`select count(*)::int as n from report where create_by = 'demo'`)).toBe(4);
  await Promise.all(stops.map((end) => end()));
  expect(await count(`select count(*)::int as n from calibration_run where state = 'done'`)).toBeGreaterThan(
    2,
  );
  const names = await app.pool.query(
    'select distinct unnest(references_used) as name from calibration_result',
  );
  expect(names.rows).toEqual([{ name: '东单（模拟省控）' }]);
}

it('sites have valid hours in their history, and continue when the first of them is removed', async () => {
  stop();
  await test.app.pool.query(`delete from schema_seed where name like 'demo%'`);
  const [facts] = demoCities;
  if (!facts) throw new Error('no city');
  const kinds = facts.sites.filter(({ type }) => type === 'AMBIENT' || type === 'DUST');
  const city = keepSites({ ...facts, sites: kinds }, 1);
  const progress: unknown[] = [];
  const leave = test.app.bus.subscribe(demoProgressed, (message) => progress.push(message.progress));
  stop = startDemo(test.app, test.ingest.sink, gateway.port, {
    cities: [city],
    references,
    faults,
    calibration: test.services,
  });
  await soon(() => count(`select count(*)::int as n from schema_seed where name = 'demo_0003_history'`)).toBe(
    1,
  );
  await soon(() => progress.at(-1)).toBe(null);
  leave();
  const days = Array.from({ length: 30 }, (_, day) => ({ city: 1, cities: 1, day: day + 1, days: 30 }));
  expect(progress.slice(0, -1)).toEqual(days);
  await openRollUp(test.app, test.ingest.directory).run();
  const slot = test.ingest.directory.channels().find(({ code }) => code === 'PM2.5')?.slot;
  for (const { mn, type, interval } of city.sites) {
    const siteId = test.ingest.directory.findByMn(mn)?.siteId;
    const minutes = `select count(distinct date_trunc('minute', ts))::int as n from reading
      where site_id = $1 and kind = ${packetKind.realtime}`;
    // A few hours of faults are intended.
    expect(await count(minutes, [siteId])).toBeGreaterThan(3500);
    const hours = `select count(*)::int as n from reading_hour where site_id = $1 and c${slot} >= 2700`;
    expect(await count(hours, [siteId]), `${mn} every ${interval} s`).toBeGreaterThan(26 * 24);
    const recent = `${hours} and ts > now() - interval '3 days'`;
    expect(await count(recent, [siteId]), `${mn} every ${interval} s`).toBeGreaterThan(54);
    if (type === 'AMBIENT')
      expect(await count(`${recent} and aqi is not null`, [siteId])).toBeGreaterThan(54);
  }
  const month = `select count(distinct hour)::int as n from reference_reading where hour > now() - interval '30 days'`;
  await soon(() => count(month)).toBeGreaterThan(30 * 24 - 12);
  await expectCalibrations();
  expect(await count('select count(*)::int as n from forward_target where simulated')).toBe(1);
  await soon(countConnections).toBe(2);
  const [first, second] = city.sites.map(({ mn }) => test.ingest.directory.findByMn(mn)?.siteId);
  const { body } = await test.send('DELETE', `/site/site/${first}`, { token: await test.login() });
  expect(body).toMatchObject({ code: 200 });
  await soon(countConnections).toBe(1);
  expect(await count('select site_id as n from gateway_connection')).toBe(second);
});
