import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testMinute } from '../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import {
  addSite,
  connectStation,
  dataFrames,
  stationTime,
  type TestStation,
} from '../../testing/stations.ts';

let t: TestApp;
let gateway: RunningGateway;
let admin: string;
/** The scope is department 200 only. */
let limited: string;
let station: TestStation;
let stranger: TestStation;
const [here, there, nobody] = ['CLIENT-HERE', 'CLIENT-THERE', 'CLIENT-NOBODY'];
const at = testMinute - 60_000;

beforeAll(async () => {
  t = await openTestApp();
  gateway = await startGateway(t.app, t.ingest);
  await addDepartment(t, 210, 100, [0, 100]);
  const permissions = [
    'monitor:client:list',
    'monitor:client:forceLogout',
    'ingest:unknown:list',
    'ingest:unknown:remove',
    'ingest:refusal:list',
    'ingest:refusal:remove',
  ];
  await addPerson(t, 'limited', [{ permissions, dataScope: '3' }], 210);
  await addPerson(t, 'looker', [{ permissions: ['monitor:client:list'] }]);
  admin = await t.login();
  limited = await t.login('limited', personPassword);
});
afterAll(async () => {
  await gateway.close();
  await t.close();
});

interface Client {
  connectionId: number;
  mn: string | null;
  address: string;
  reasons: Record<string, number>;
  [field: string]: unknown;
}

async function list(token: string, query = ''): Promise<Client[]> {
  const { body } = await t.send('GET', `/monitor/client/list?${query}`, { token });
  return body['rows'] as Client[];
}

async function summarise(token: string) {
  return (await t.send('GET', '/monitor/client/summary', { token })).body['data'];
}

describe('the client monitor', () => {
  it('lists connections with site, version, packets, bytes and refusals by reason', async () => {
    await addSite(t, { mn: here, deptId: 210 });
    await addSite(t, { mn: there });
    station = await connectStation(gateway.port);
    const other = await connectStation(gateway.port);
    stranger = await connectStation(gateway.port);
    station.send(...dataFrames({ mn: here, at, values: { a34004: 1, x99: 2 } }));
    other.send(...dataFrames({ mn: there, at, values: { a34004: 1 } }));
    stranger.send(...dataFrames({ mn: nobody, at, values: { a34004: 1, a34001: 2, LA: 3 } }));
    await station.answer(stationTime(at));
    await other.answer(stationTime(at));
    await soon(async () => {
      await gateway.report();
      await t.ingest.flush();
      return (await list(admin)).map(({ mn }) => mn).sort();
    }).toEqual([here, there, null].sort());
    const [row] = await list(admin, `mn=${here.toLowerCase()}`);
    expect(row).toMatchObject({
      mn: here,
      siteName: here,
      entityName: here,
      deptId: 210,
      version: '2017',
      packets: 1,
      refused: 1,
      reasons: { channel: 1 },
    });
    expect(row?.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(Number(row?.['bytes'])).toBeGreaterThan(100);
    expect(String(row?.['connectedAt'])).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await list(admin, 'siteName=there')).map(({ mn }) => mn)).toEqual([there]);
    expect(await list(admin, 'orderByColumn=bytes&isAsc=desc&pageSize=1')).toHaveLength(1);
  });

  it('shows stations of the data scope, and unknown devices only with the scope "all"', async () => {
    expect((await list(limited)).map(({ mn }) => mn)).toEqual([here]);
    expect(await summarise(limited)).toEqual({
      sites: 1,
      connectedSites: 1,
      strangers: null,
      unregistered: null,
      broker: null,
      refusedToday: [{ reason: 'channel', count: 1 }],
    });
    expect(await summarise(admin)).toEqual({
      sites: 2,
      connectedSites: 2,
      strangers: 1,
      unregistered: 1,
      broker: null,
      refusedToday: [
        { reason: 'channel', count: 1 },
        { reason: 'unregistered', count: 1 },
      ],
    });
  });

  it('counts refusals of today', async () => {
    const before = `update gateway_refusal set last_seen = last_seen - interval '1 day' where reason = 'channel'`;
    await t.app.pool.query(before);
    expect(await summarise(limited)).toMatchObject({ refusedToday: [] });
    station.send(...dataFrames({ mn: here, at: at + 1000, values: { a34004: 1, x99: 2 } }));
    await station.answer(stationTime(at + 1000));
    await t.ingest.flush();
    expect(await summarise(limited)).toMatchObject({ refusedToday: [{ reason: 'channel', count: 1 }] });
    const { rows } = await t.app.pool.query(`select count from gateway_refusal where reason = 'channel'`);
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('ends a connection of the data scope with the permission, and logs it', async () => {
    const looker = await t.login('looker', personPassword);
    const rows = await list(admin);
    const idOf = (mn: string | null) => rows.find((row) => row.mn === mn)?.connectionId;
    const end = (token: string, id: number | undefined) =>
      t.send('DELETE', `/monitor/client/${id}?lang=en`, { token });
    expect((await end(looker, idOf(here))).body.code).toBe(403);
    expect((await end(limited, idOf(there))).body.code).toBe(500);
    expect((await end(limited, idOf(null))).body.code).toBe(500);
    expect((await end(admin, 999_999)).body.msg).toBe((await end(limited, idOf(there))).body.msg);
    expect((await end(limited, idOf(here))).body.code).toBe(200);
    await station.closed;
    await soon(async () => (await list(limited)).length).toBe(0);
    expect((await end(admin, idOf(null))).body.code).toBe(200);
    await stranger.closed;
    const readLog = async () => {
      const { rows: logged } = await t.app.pool.query(
        `select oper_name, business_type from sys_oper_log where title = 'monitor.client.title' and status = 0
         order by 1`,
      );
      return logged;
    };
    await soon(readLog).toEqual([
      { oper_name: 'admin', business_type: 7 },
      { oper_name: 'limited', business_type: 7 },
    ]);
  });
});

describe('unregistered devices', () => {
  const rowsFor = async (token: string) =>
    (await t.send('GET', '/ingest/unknown/list?lang=en', { token })).body['rows'] as Record<
      string,
      unknown
    >[];

  it('are listed with their packets and the likely device type', async () => {
    expect(await rowsFor(admin)).toMatchObject([
      {
        mn: nobody,
        system: '22',
        version: '2017',
        codes: 'a34004, a34001, LA',
        packets: 1,
        deviceTypeId: 2,
        typeName: 'Construction dust monitor',
      },
    ]);
    expect(await rowsFor(limited)).toEqual([]);
  });

  it('keep their codes when only a heartbeat follows', async () => {
    const again = await connectStation(gateway.port);
    again.send(...dataFrames({ mn: nobody, at, values: {}, cn: '9015' }));
    await soon(async () => {
      await t.ingest.flush();
      return await rowsFor(admin);
    }).toMatchObject([{ mn: nobody, packets: 2, codes: 'a34004, a34001, LA' }]);
    again.end();
  });

  it('can be removed from the list with the scope "all"', async () => {
    const [row] = await rowsFor(admin);
    const remove = (token: string) => t.send('DELETE', `/ingest/unknown/${row?.['deviceId']}`, { token });
    expect((await remove(limited)).body.code).toBe(500);
    expect((await remove(admin)).body.code).toBe(200);
    expect(await rowsFor(admin)).toEqual([]);
  });

  it('leave the list when they are registered, regardless of the case of the MN', async () => {
    const again = await connectStation(gateway.port);
    again.send(...dataFrames({ mn: nobody, at, values: { a34004: 1 } }));
    await soon(async () => {
      await t.ingest.flush();
      return (await rowsFor(admin)).length;
    }).toBe(1);
    await addSite(t, { mn: nobody.toLowerCase() });
    expect(await rowsFor(admin)).toEqual([]);
    again.end();
  });
});

describe('refusals', () => {
  const rowsFor = async (token: string, query = '') =>
    (await t.send('GET', `/ingest/refusal/list?${query}`, { token })).body['rows'] as Record<
      string,
      unknown
    >[];

  it('are counted by station and reason within the data scope', async () => {
    expect(await rowsFor(limited)).toMatchObject([
      { mn: here, siteName: here, reason: 'channel', detail: 'x99', count: 2, today: 1 },
    ]);
    expect((await rowsFor(admin, 'reason=unregistered')).map(({ mn }) => mn)).toEqual(['']);
    expect(await rowsFor(admin, 'reason=crc')).toEqual([]);
    expect((await t.send('GET', '/ingest/refusal/list?pageNum=0', { token: admin })).body.code).toBe(500);
  });

  it('are cleared within the data scope only', async () => {
    const looker = await t.login('looker', personPassword);
    const clean = (token: string) => t.send('DELETE', '/ingest/refusal/clean', { token });
    expect((await clean(looker)).body.code).toBe(403);
    expect((await clean(limited)).body.code).toBe(200);
    expect(await rowsFor(limited)).toEqual([]);
    expect(await rowsFor(admin)).not.toEqual([]);
    expect((await clean(admin)).body.code).toBe(200);
    expect(await rowsFor(admin)).toEqual([]);
  });
});
