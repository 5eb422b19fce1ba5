import type { RealtimeCondition } from '@limpid/contract/data/realtime-condition';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testHour, testNow } from '../../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { runTask } from '../../../testing/run-task.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { readExportedLines } from '../../analysis/analysis.fixture.ts';
import { packetKind, type Reading } from '../../reading/reading.ts';
import { siteChanged } from '../../reading/site-changed.ts';

let test: TestApp;
let admin: string;
let near: string;
let ids: number[];

const sites = 12;
const pm25 = 1;
const pm10 = 2;

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  await addDepartment(test, 110, 100, [0, 100]);
  await addPerson(test, 'near', [{ permissions: ['data:realtime:list'], dataScope: '3' }], 110);
  near = await test.login('near', personPassword);
  ids = [];
  for (let n = 0; n < sites; n++)
    ids.push(await addSite(test, { mn: `ROW${String(n).padStart(2, '0')}`, deptId: n < 4 ? 110 : 100 }));
  await test.app.pool.query('update site set threshold = 45 where site_id = any($1)', [ids]);
  await test.app.bus.publish(siteChanged);
  await storeTestReadings(test, listReadings());
  await runTask(test, 'readingTask.repair(2)');
  await test.ingest.updateLatest(listReadings());
});
afterAll(() => test.close());

/**
 * Site n has PM2.5 of (n * 37) % 100, except for 10 and 11 without a value. Site 8 is late, site 9 silent, the value
 * of site 7 is flagged.
 */
function listReadings(): Reading[] {
  return ids.slice(0, 10).flatMap((siteId, n) => {
    const ts = n === 8 || n === 9 ? testNow - 30 * MINUTE_MS : testNow - MINUTE_MS;
    const marks = n === 7 ? [{ slot: pm25, bits: 0, flag: 'M', raw: null, rank: null }] : [];
    return [makeReading(siteId, ts, (n * 37) % 100, marks), makeReading(siteId, testHour - 2 * HOUR_MS, n)];
  });
}

function makeReading(siteId: number, ts: number, value: number, marks: Reading['marks'] = []): Reading {
  return {
    siteId,
    kind: ts < testHour - HOUR_MS ? packetKind.hour : packetKind.minute,
    ts,
    hour: floorToHour(ts, 'Asia/Shanghai'),
    rank: ts * 2,
    slots: [pm25, pm10],
    values: [marks.length > 0 ? null : value, 20],
    marks,
  };
}

type Row = { siteId: number; siteName: string; values: Record<string, { value: number | null }> };

async function list(query: string, token = admin) {
  const { body } = await test.send('GET', `/data/realtime/list?siteName=ROW&${query}`, { token });
  return { total: Number(body['total']), rows: (body['rows'] ?? []) as Row[] };
}

const numberOf = async (query: string, token = admin) =>
  (await list(query, token)).rows.map(({ siteId }) => ids.indexOf(siteId));

async function pages(query: string, pageSize: number): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; page <= Math.ceil(sites / pageSize); page++)
    found.push(...(await numberOf(`${query}&pageSize=${pageSize}&pageNum=${page}`)));
  return found;
}

async function contact(...siteIds: number[]): Promise<void> {
  for (const siteId of siteIds) test.ingest.recordContact(siteId, '10.0.0.1:1', '2017');
  await test.ingest.flush();
  // Contacts reach the memory of every process within seconds.
  await waitUntil(async () => (await list('only=silent')).total === 3, 'the contacts are known');
}

describe('the order of real-time data', () => {
  beforeAll(() => contact(...ids.slice(0, 9)));

  it.each([
    ['channel:PM2.5', [0, 3, 6, 1, 4, 2, 5, 9, 8]],
    ['channel:PM10', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['state', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['age', [8, 9, 0, 1, 2, 3, 4, 5, 6, 7]],
    ['siteName', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['channel:none', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])('by %s is the same over pages as of the whole list', async (by, start) => {
    const whole = await numberOf(`orderByColumn=${by}&isAsc=asc&pageSize=100`);
    expect(whole.slice(0, start.length)).toEqual(start);
    expect(whole).toHaveLength(sites);
    expect(await pages(`orderByColumn=${by}&isAsc=asc`, 5)).toEqual(whole);
  });

  it('keeps stale and missing values last when it is reversed', async () => {
    expect(await pages('orderByColumn=channel:PM2.5&isAsc=desc', 5)).toEqual([
      5, 2, 4, 1, 6, 3, 0, 8, 9, 7, 10, 11,
    ]);
  });

  it('shows the last page instead of one beyond it', async () => {
    const found = await list('orderByColumn=channel:PM2.5&pageSize=5&pageNum=9');
    expect([found.rows.length, found.total]).toEqual([2, 12]);
  });
});

describe('the conditions of real-time data', () => {
  const counts = async (token = admin, query = 'siteName=ROW') => {
    const { body } = await test.send('GET', `/data/realtime/counts?${query}`, { token });
    return body['data'] as Record<RealtimeCondition | 'all', number> & { aboveIds: number[] };
  };

  it.each<[RealtimeCondition, number[]]>([
    ['above', [2, 4, 5]],
    ['flagged', [7]],
    ['late', [8]],
    ['silent', [9, 10, 11]],
  ])('%s are met by as many sites as are counted', async (only, expected) => {
    expect(await numberOf(`only=${only}`)).toEqual(expected);
    expect(await pages(`only=${only}`, 2).then((found) => [...new Set(found)])).toEqual(expected);
    expect((await counts())[only]).toBe(expected.length);
  });

  it('are counted within the search and the data scope', async () => {
    expect(await counts()).toMatchObject({ all: 12, aboveIds: [2, 4, 5].map((n) => ids[n]) });
    expect(await counts(admin, 'mn=ROW04')).toMatchObject({ all: 1, above: 1, silent: 0 });
    expect(await counts(near)).toMatchObject({ all: 4, above: 1, flagged: 0, late: 0, silent: 0 });
    expect(await numberOf('only=above', near)).toEqual([2]);
  });

  it('follow new values', async () => {
    const [siteId = 0] = ids;
    await storeAt(siteId, 80);
    await soon(() => counts()).toMatchObject({ above: 4 });
    await storeAt(siteId, 10, testNow + 1000);
    await soon(() => counts()).toMatchObject({ above: 3 });
  });

  async function storeAt(siteId: number, value: number, ts = testNow): Promise<void> {
    const reading = makeReading(siteId, ts, value);
    await storeTestReadings(test, [reading]);
    await test.ingest.updateLatest([reading]);
  }

  it('include standing flags of data rules in the last hours', async () => {
    const numbers = async () => (await numberOf('only=flagged')).join();
    await addRuleFlags([
      [1, testHour, 'open'],
      // Only the newest flagged hour of a channel is shown, and what a person has rejected is not.
      [2, testHour - HOUR_MS, 'open'],
      [2, testHour, 'rejected'],
      [3, testHour - HOUR_MS, 'confirmed'],
      [4, testHour - 3 * HOUR_MS, 'open'],
      [5, testHour, 'shared'],
    ]);
    await waitUntil(async () => (await numbers()) === '1,3,7', 'the flags are known');
    expect(await counts()).toMatchObject({ flagged: 3 });
    await test.app.pool.query('delete from quality_flag');
    await waitUntil(async () => (await numbers()) === '7', 'the flags are gone');
  });

  async function addRuleFlags(flags: readonly (readonly [number, number, string])[]): Promise<void> {
    for (const [n, at, state] of flags)
      await test.app.pool.query(
        `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, counts, state)
         values ($1, $2, $3, 1, 'Too high', 'range', 'hour', true, $4)`,
        [ids[n], new Date(at), pm25, state],
      );
  }

  it('refuse unknown names', async () => {
    const { body } = await test.send('GET', '/data/realtime/list?only=loud', { token: admin });
    expect(body.code).toBe(500);
  });
});

describe('the last hours of sites', () => {
  const read = (query: string, token = admin) => test.send('GET', `/data/realtime/hours?${query}`, { token });

  it('have 24 values of a channel for each site, oldest first', async () => {
    const { body } = await read(`siteIds=${ids[3]},${ids[11]}&channel=PM2.5`);
    const { from, sites: found } = body['data'] as { from: number; sites: { values: (number | null)[] }[] };
    expect(found.map(({ values }) => values.length)).toEqual([24, 24]);
    expect(found[0]?.values[(testHour - 2 * HOUR_MS - from) / HOUR_MS]).toBe(3);
    expect(found[1]?.values.every((value) => value === null)).toBe(true);
  });

  it('have the index without a channel', async () => {
    const { body } = await read(`siteIds=${ids[3]}&index=china`);
    const [site] = (body['data'] as { sites: { values: (number | null)[] }[] }).sites;
    expect(site?.values.filter((value) => value !== null)).toHaveLength(1);
  });

  it('are refused for sites outside the data scope and for unknown channels', async () => {
    expect((await read(`siteIds=${ids[3]}`, near)).body.code).toBe(200);
    expect((await read(`siteIds=${ids[3]},${ids[4]}`, near)).body.code).not.toBe(200);
    expect((await read(`siteIds=${ids[3]}&channel=none`)).body.code).toBe(500);
  });
});

describe('the export of real-time data', () => {
  it('has all pages of the filter with its columns and in its order', async () => {
    const lines = await readExportedLines(test, admin, '/data/realtime/export?lang=en', {
      siteName: 'ROW',
      only: 'above',
      orderByColumn: 'channel:PM2.5',
      isAsc: 'desc',
      columns: ['state', 'channel:PM2.5', 'hours', 'channel:PM10'],
    });
    expect(lines).toEqual([
      'Site,State,PM2.5 (µg/m³),PM10 (µg/m³)',
      'ROW05,Online,85,20',
      'ROW02,Online,74,20',
      'ROW04,Online,48,20',
    ]);
  });

  it('requires its own permission', async () => {
    const json = { format: 'csv' };
    expect((await test.send('POST', '/data/realtime/export', { token: near, json })).body.code).toBe(403);
  });
});
