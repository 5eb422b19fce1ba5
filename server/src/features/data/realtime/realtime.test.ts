import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testHour, testNow } from '../../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { runTask } from '../../../testing/run-task.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite, stationTime, storeTestReadings } from '../../../testing/stations.ts';
import { makePacket } from '../../reading/reading.fixture.ts';
import { packetKind, type Reading } from '../../reading/reading.ts';

let here: TestApp;
/** A second process on the same database. */
let there: TestApp;
let admin: string;
let hours: Awaited<ReturnType<typeof addHours>>;

beforeAll(async () => {
  here = await openTestApp();
  hours = await addHours();
  there = await openTestApp({}, { connection: here.connection });
  admin = await here.login();
  await addDepartment(here, 110, 100, [0, 100]);
  await addDepartment(here, 120, 100, [0, 100]);
});

/** Sites with a closed hour: one measures all six pollutants, one fewer, one has been silent for long. */
async function addHours() {
  const closed = testHour - HOUR_MS;
  const siteIds = [];
  for (const mn of ['AQI1', 'AQI2', 'AQI3']) siteIds.push(await addSite(here, { mn }));
  const [whole = 0, part = 0, old = 0] = siteIds;
  await storeTestReadings(here, [
    ...minutesOf(whole, closed, [1, 2, 3, 4, 5, 6], 60),
    ...minutesOf(part, closed, [1, 2], 40),
    ...minutesOf(old, closed - 5 * HOUR_MS, [1, 2], 40),
  ]);
  await runTask(here, 'readingTask.repair(2)');
  return { closed };
}

/** An hour of minutes with the same values. */
function minutesOf(siteId: number, hour: number, slots: number[], value: number): Reading[] {
  return Array.from({ length: 60 }, (_, minute) => {
    const ts = hour + minute * MINUTE_MS;
    const place = { siteId, kind: packetKind.minute, ts, hour: floorToHour(ts, 'Asia/Shanghai') };
    return { ...place, rank: ts * 2, slots, values: slots.map(() => value), marks: [] };
  });
}

afterAll(async () => {
  await there.close();
  await here.close();
});

type Row = Record<string, unknown>;

async function list(query: string, token = admin, app = here) {
  const { body } = await app.send('GET', `/data/realtime/list?${query}`, { token });
  return { ...body, rows: (body['rows'] ?? []) as Row[] };
}

/** Reports values through the pipeline, which also records the contact of the station. */
async function report(mn: string, at: number, cp: string): Promise<void> {
  const device = here.ingest.directory.findByMn(mn);
  if (!device) throw new Error(mn);
  const packet = makePacket(
    `DataTime=${stationTime(at).slice(0, 14)};${cp}`,
    `QN=${stationTime(at)};ST=22;CN=2011;PW=1;MN=${mn};Flag=9`,
  );
  here.ingest.recordContact(device.siteId, '10.0.0.1:1', '2017');
  expect(await new Promise((done) => here.ingest.storePacket(packet, device, () => undefined, done))).toBe(
    true,
  );
  await here.ingest.flush();
}

const second = testNow;

describe('real-time data', () => {
  it('has the newest valid or invalid value of each channel, with its moment and its flag', async () => {
    const siteId = await addSite(here, { mn: 'NOW1' });
    expect((await list('mn=NOW1')).rows).toMatchObject([
      { siteId, online: 'off', lastSeen: null, values: {} },
    ]);
    await report('NOW1', second - 2000, 'a34004-Rtd=36.5,a34004-Flag=N;a34002-Rtd=0,a34002-Flag=N');
    await report('NOW1', second - 1000, 'a34002-Rtd=70,a34002-Flag=D;a21005-Rtd=0.8,a21005-Flag=S');
    const [row] = (await list('siteName=NOW1')).rows;
    expect(row).toMatchObject({
      online: 'on',
      status: '0',
      simulated: false,
      zone: 'Asia/Shanghai',
      values: {
        'PM2.5': { ts: second - 2000, value: 36.5, flag: 'N', fresh: true },
        PM10: { ts: second - 1000, value: null, flag: 'D', fresh: true },
        CO: { flag: 'S', fresh: true },
      },
    });
    expect(Number(row?.['now'])).toBeGreaterThan(second - 1000);
  });

  it('marks the value of a silent sensor as old while its station reports', async () => {
    await addSite(here, { mn: 'NOW2', interval: 300 });
    await report('NOW2', second - 16 * MINUTE_MS, 'a34004-Rtd=10,a34004-Flag=N');
    await report('NOW2', second - 14 * MINUTE_MS, 'a34002-Rtd=20,a34002-Flag=N');
    const [row] = (await list('mn=NOW2')).rows;
    expect(row).toMatchObject({ online: 'on', values: { 'PM2.5': { fresh: false }, PM10: { fresh: true } } });
  });

  it('reaches every process on the database within seconds', async () => {
    const token = await there.login();
    const seen = async () => (await list('mn=NOW1', token, there)).rows[0]?.['values'];
    await soon(seen).toMatchObject({ PM10: { value: null, flag: 'D' } });
    await report('NOW1', second, 'a34004-Rtd=41,a34004-Flag=N');
    await soon(seen).toMatchObject({ 'PM2.5': { ts: second, value: 41 }, PM10: { flag: 'D' } });
  });

  it('has the indices of the newest closed hour with their primary pollutants, or none without such an hour', async () => {
    const token = await there.login();
    const indexOf = async (mn: string) => (await list(`mn=${mn}`, token, there)).rows[0]?.['index'];
    // CO of 60 mg/m³ is the worst of six by the table of 2026.
    await soon(() => indexOf('AQI1')).toMatchObject({
      hour: hours.closed,
      china: { aqi: 200, primary: 0b010000, reference: false },
      europe: { aqi: 4, reference: false },
    });
    // PM2.5 of 40 gives 60 and PM10 of 40 gives 40; the others were not measured.
    expect(await indexOf('AQI2')).toMatchObject({
      hour: hours.closed,
      china: { aqi: 60, primary: 0b000001, reference: true },
      atmo: { aqi: null, primary: 0 },
    });
    expect([await indexOf('AQI3'), await indexOf('NOW1')]).toEqual([null, null]);
  });

  it('is filtered by name, MN, entity and online state, in pages', async () => {
    const [one] = (await list('mn=NOW1')).rows;
    const names = async (query: string) => (await list(query)).rows.map(({ siteName }) => siteName);
    await addSite(here, { mn: 'NOW3' });
    expect(await names(`entityId=${one?.['entityId']}`)).toEqual(['NOW1']);
    expect(await names('online=off&siteName=NOW')).toEqual(['NOW3']);
    expect(await names('siteName=NOW&pageSize=2&orderByColumn=siteName&isAsc=desc')).toEqual([
      'NOW3',
      'NOW2',
    ]);
    expect(await names('siteName=NOW&pageSize=2&pageNum=2')).toEqual(['NOW3']);
  });

  it.each(['pageSize=0', 'entityId=all', 'deptId=x', `mn=${'m'.repeat(201)}`])(
    'refuses the query %s',
    async (query) => {
      expect((await list(query)).code).toBe(500);
    },
  );

  it('requires the permission, and covers the departments within the data scope', async () => {
    await addSite(here, { mn: 'NEAR', deptId: 110 });
    await addSite(here, { mn: 'FAR', deptId: 120 });
    const permissions = ['data:realtime:list'];
    await addPerson(here, 'watcher', [{ permissions, dataScope: '3' }], 110);
    await addPerson(here, 'stranger', [{ permissions: ['site:site:list'], dataScope: '1' }], 110);
    const watcher = await here.login('watcher', personPassword);
    expect((await list('', watcher)).rows.map(({ siteName }) => siteName)).toEqual(['NEAR']);
    expect((await list('mn=FAR', watcher)).rows).toEqual([]);
    expect((await list('deptId=120', watcher)).rows).toEqual([]);
    expect((await list('', await here.login('stranger', personPassword))).code).toBe(403);
  });

  it('is on the menu of operators and viewers', async () => {
    const { rows } = await here.app.pool.query(
      `select role_id from sys_role_menu join sys_menu using (menu_id) where perms = 'data:realtime:list' and role_id < 4
       order by 1`,
    );
    expect(rows).toEqual([{ role_id: 2 }, { role_id: 3 }]);
  });
});
