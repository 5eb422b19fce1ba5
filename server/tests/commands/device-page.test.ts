import { MINUTE_MS } from '@limpid/contract/durations';
import { formatDigits } from '@limpid/contract/local-time';
import { encodeAnswer } from '@limpid/hj212/answers';
import { encodePacket } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollUp, storeSteps } from '../../src/features/analysis/analysis.fixture.ts';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { listenForSockets, watchTopics } from '../../src/platform/live/live.fixture.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { readCommandIds } from './command.fixture.ts';

type Client = ReturnType<typeof makeResourceClient>;
type Station = Awaited<ReturnType<GatewayFixture['addStation']>>;

let fixture: GatewayFixture;
let equipment: Client;
let station: Station;
let ids: Map<string, number>;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  const { test } = fixture;
  const { pool } = test.app;
  equipment = makeResourceClient(test, '/device/equipment', await test.login());
  ids = await readCommandIds(pool);
  await pool.query(`update basic_device_type set firmware_code = 'i23101', signal_code = 'CSQ'`);
  station = await fixture.addStation();
  await station.waitUntilProcessed();
  await fixture.gateway.report();
});
afterAll(() => fixture.close());

function packet(cn: string, fields: Record<string, string>, qn: string): Buffer {
  const items = Object.entries(fields).map(([name, value]) => [{ name, value }]);
  return encodePacket({ version: '2017', qn, st: '22', cn, pw: '123456', mn: station.mn, items });
}

async function findRow(): Promise<Record<string, unknown>> {
  await fixture.test.ingest.flush();
  return equipment.get(station.siteId);
}

/** Orders a command, and answers it with a value if there is one. */
async function run(action: string, name: string, answer?: [string, string], more: object = {}) {
  const requests = () => station.received.filter(({ cn }) => !cn.startsWith('9'));
  const before = requests().length;
  const { data } = await equipment.send('POST', `/${action}`, {
    commandId: ids.get(name),
    siteIds: [station.siteId],
    ...more,
  });
  await waitUntil(() => requests().length > before, `request of ${name}`);
  // It was counted just above.
  const request = requests().at(-1) as Packet;
  station.send(encodeAnswer(request, { cn: '9011', result: 1 }));
  if (answer) station.send(packet(request.cn, { [answer[0]]: answer[1] }, request.qn ?? ''));
  station.send(encodeAnswer(request, { cn: '9012', result: 1 }));
  const { batchId } = data as { batchId: string };
  const read = async () => (await equipment.send('GET', `/batch/${batchId}`)).data;
  await soon(read).toMatchObject([{ siteId: station.siteId, state: 'done' }]);
  return read();
}

describe('the list of devices', () => {
  it('has the connection, the clock, firmware and signal as the device reports them', async () => {
    expect(await findRow()).toMatchObject({ firmware: null, signal: null, commandState: null, alarms: 0 });
    const now = fixture.test.clock.now().getTime();
    const wall = new Date(now + 8 * 3_600_000 + 90_000).toISOString().replace(/\D/g, '');
    const data = { DataTime: wall.slice(0, 14), 'a34004-Rtd': '35', 'CSQ-Rtd': '23' };
    station.send(packet('2011', data, wall), packet('3020', { 'i23101-Info': 'V2.1' }, wall));
    await soon(findRow).toMatchObject({
      online: 'on',
      firmware: 'V2.1',
      signal: '23',
      clockDrift: expect.closeTo(90, 0),
    });
    expect(await fixture.refusals(station.mn)).toEqual({});
    expect(await equipment.list('?online=off')).toEqual([]);
    expect(await equipment.list('?firmware=V2&orderByColumn=clockDrift&isAsc=desc')).toHaveLength(1);
    const nameCode = (code: string | null) =>
      fixture.test.app.pool.query('update basic_device_type set firmware_code = $1', [code]);
    await nameCode(null);
    expect(await findRow()).toMatchObject({ firmware: null, signal: '23' });
    await nameCode('i23101');
  });

  it('counts the packets of today as the completeness does', async () => {
    const { test } = fixture;
    const now = test.clock.now().getTime();
    await storeSteps(test, {
      siteId: station.siteId,
      from: now - 7_200_000,
      to: now - 3_600_000,
      values: () => [5],
    });
    await rollUp(test);
    const token = await test.login();
    const { body } = await test.send('GET', `/data/completeness?siteId=${station.siteId}`, { token });
    const [counted] = body['rows'] as { transmissionRate: number }[];
    expect(counted?.transmissionRate).toBeGreaterThan(0);
    expect((await findRow())['completeness']).toBe(counted?.transmissionRate);
  });

  it('has the last command and what the device answered', async () => {
    const [device] = (await run('read', 'Read real-time interval', ['RtdInterval', '30'])) as object[];
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const reached = { sentAt: moment, acceptedAt: moment, answeredAt: moment, endedAt: moment };
    expect(device).toMatchObject({ dataTime: moment, ...reached });
    expect(await findRow()).toMatchObject({
      commandSentAt: moment,
      commandAcceptedAt: moment,
      commandAnsweredAt: moment,
      commandEndedAt: moment,
    });
    expect(device).toMatchObject({ resultDesc: '执行成功', values: [{ name: 'RtdInterval', value: '30' }] });
    const last = { commandState: 'done', commandNameEn: 'Read real-time interval' };
    expect(await findRow()).toMatchObject(last);
    // An order that was placed before and is stored later.
    await fixture.test.app.pool.query(
      `insert into device_log (log_id, site_id, device_sn, command_code, log_type, kind, state, data_time, send_until,
         ended_at, batch_id) overriding system value
       values (0, $1, 'x', '1011', '0', 'readValue', 'cancelled', now(), now(), now(), gen_random_uuid())`,
      [station.siteId],
    );
    expect(await findRow()).toMatchObject(last);
    await fixture.test.app.pool.query('delete from device_log where log_id = 0');
  });
});

describe('the devices that match a filter', () => {
  const find = async (query: string) =>
    (await equipment.send('GET', `/ids?${query}`)).data as { siteIds: number[]; total: number };

  it('can all be chosen, except disabled ones', async () => {
    const { pool } = fixture.test.app;
    const { siteId } = await fixture.addStation();
    const all = await find('orderByColumn=siteId&isAsc=desc');
    expect(all).toEqual({ siteIds: [siteId, station.siteId], total: 2 });
    expect(await find('firmware=V2')).toEqual({ siteIds: [station.siteId], total: 1 });
    await pool.query(`update site set status = '1' where site_id = $1`, [siteId]);
    expect(await find('')).toEqual({ siteIds: [station.siteId], total: 1 });
    expect(await find('status=1')).toEqual({ siteIds: [], total: 0 });
    expect(await equipment.list('?status=1')).toMatchObject([{ siteId }]);
  });

  it('are those with active alarms, or those without', async () => {
    const { pool } = fixture.test.app;
    await pool.query(
      `insert into alarm_log (site_id, rule_name, alarm_type, severity, basis, peak_at, raised_at, message_at)
       values ($1, 'x', 'offline', 'minor', 'minute', limpid_now(), limpid_now(), limpid_now())`,
      [station.siteId],
    );
    expect((await find('alarmState=active')).siteIds).toEqual([station.siteId]);
    expect(await find('alarmState=none')).toEqual({ siteIds: [], total: 0 });
    await pool.query('update alarm_log set ended_at = limpid_now()');
    expect((await find('alarmState=none')).siteIds).toEqual([station.siteId]);
  });
});

describe('commands are offered', () => {
  const offer = async (client: Client) => {
    const { data } = await client.send('GET', `/commands?siteIds=${station.siteId}`);
    return data as { commands: { commandNameEn: string; action: string }[]; channels: object[] };
  };

  it('with their parameters and the channels of the device', async () => {
    const { commands, channels } = await offer(equipment);
    expect(commands.find(({ commandNameEn }) => commandNameEn === 'Set real-time interval')).toMatchObject({
      action: 'write',
      dangerous: true,
      params: [{ paramCode: 'RtdInterval', paramType: 'integer', unit: 's', minValue: 30, maxValue: 3600 }],
    });
    expect(channels).toContainEqual(expect.objectContaining({ code: 'a34004' }));
    // Only devices of 2005 have it.
    expect(commands.map(({ commandNameEn }) => commandNameEn)).not.toContain('Read report target');
  });

  it('as far as the person may order them', async () => {
    const permissions = ['device:equipment:query', 'device:equipment:read'];
    await addPerson(fixture.test, 'reader', [{ permissions }]);
    const token = await fixture.test.login('reader', personPassword);
    const { commands } = await offer(makeResourceClient(fixture.test, '/device/equipment', token));
    expect(new Set(commands.map(({ action }) => action))).toEqual(new Set(['read']));
  });
});

describe('a right that reaches fewer departments than seeing the devices', () => {
  it('is not offered for the other ones, and its commands are refused', async () => {
    const seen = ['device:equipment:query', 'device:equipment:read'];
    await addPerson(fixture.test, 'half', [
      { permissions: seen },
      { permissions: ['device:equipment:write', 'device:equipment:operate'], dataScope: '2', deptIds: [] },
    ]);
    const token = await fixture.test.login('half', personPassword);
    const half = makeResourceClient(fixture.test, '/device/equipment', token);
    const { data } = await half.send('GET', `/commands?siteIds=${station.siteId}`);
    const { commands } = data as { commands: { action: string }[] };
    expect(new Set(commands.map(({ action }) => action))).toEqual(new Set(['read']));
    const order = { commandId: ids.get('Set clock'), siteIds: [station.siteId] };
    expect((await half.send('POST', '/write', order)).msg).toBe(errorText('device_order.site_gone'));
  });
});

describe('the progress of an order', () => {
  it('is announced to the person who placed it, and to nobody else', async () => {
    const { test } = fixture;
    await addPerson(test, 'other', [{ permissions: ['device:equipment:query', 'device:equipment:read'] }]);
    const origin = await listenForSockets(test);
    const [admin, other] = await Promise.all(
      [await test.login(), await test.login('other', personPassword)].map((token) =>
        watchTopics(origin, 100, token, { show: ['deviceOrder'] }),
      ),
    );
    await run('read', 'Read clock', ['SystemTime', '20260101000000']);
    await soon(() => admin?.payloads().length ?? 0).toBeGreaterThan(0);
    const { rows } = await test.app.pool.query(
      'select batch_id as "batchId" from device_log order by log_id desc limit 1',
    );
    expect(admin?.payloads()).toContainEqual(rows[0]);
    // A message of its own proves that the other socket listens.
    await test.app.live.notify('everybody', 'deviceOrder', { batchId: 'last' });
    await soon(() => other?.payloads()).toEqual([{ batchId: 'last' }]);
    for (const client of [admin, other]) client?.socket.close();
  });
});

describe('the page of a device', () => {
  const list = async (part: string) => (await equipment.send('GET', `/${part}/${station.siteId}`)).data;

  it('has parameters as they were read and as they were written', async () => {
    await run('write', 'Set real-time interval', undefined, { values: { RtdInterval: '60' }, confirmed: 1 });
    await soon(() => list('parameters')).toMatchObject([
      {
        code: 'RtdInterval',
        readValue: '30',
        wantedValue: '60',
        wantedBy: 'admin',
        wantedState: 'done',
        unit: 's',
      },
      { code: 'i23101', readValue: 'V2.1', wantedValue: null },
    ]);
  });

  it('has a value that was sent to it from then on, also if the device refuses it', async () => {
    const { siteId } = station;
    const before = station.received.length;
    const values = { RtdInterval: '90' };
    const commandId = ids.get('Set real-time interval');
    await equipment.send('POST', '/write', { commandId, siteIds: [siteId], values, confirmed: 1 });
    const find = () => station.received.slice(before).find(({ cn }) => cn === '1062');
    const wanted = { code: 'RtdInterval', readValue: '30', wantedValue: '90', isReadSince: false };
    await soon(() => list('parameters')).toMatchObject([{ ...wanted, wantedState: 'sent' }, {}]);
    await waitUntil(() => find() !== undefined, 'the request');
    station.send(encodeAnswer(find() as Packet, { cn: '9011', result: 2 }));
    await soon(() => list('parameters')).toMatchObject([{ ...wanted, wantedState: 'refused' }, {}]);
    fixture.test.clock.advance(1 / 60);
    await run('read', 'Read real-time interval', ['RtdInterval', '30']);
    await soon(() => list('parameters')).toMatchObject([{ ...wanted, isReadSince: true }, {}]);
  });

  it('has the last frames in both directions, without passwords', async () => {
    await list('frames');
    await soon(() => list('frames')).toMatchObject({
      frames: expect.arrayContaining([
        expect.objectContaining({
          isSent: true,
          header: expect.arrayContaining([{ name: 'CN', value: '1062' }]),
        }),
        expect.objectContaining({ isSent: false, fields: [{ name: 'ExeRtn', value: '1' }] }),
      ]),
    });
    expect(JSON.stringify(await list('frames'))).not.toContain('123456');
  });

  it('has the connections and why they ended', async () => {
    expect(await list('connections')).toMatchObject([{ endedAt: null }]);
    station.end();
    await station.closed;
    await soon(async () => {
      await fixture.gateway.report();
      return list('connections');
    }).toMatchObject([{ reason: 'station', endedAt: expect.any(String) }]);
  });
});

describe('a clock that is set once the device returns', () => {
  it('gets the time of sending, not that of the order', async () => {
    const other = await fixture.addStation();
    other.end();
    await other.closed;
    const order = { commandId: ids.get('Set clock'), siteIds: [other.siteId], waitHours: 2 };
    expect((await equipment.send('POST', '/write', order)).code).toBe(200);
    const ordered = fixture.test.clock.now().getTime();
    fixture.test.clock.advance(10);
    const again = await fixture.connectAgain(other);
    await again.waitUntilProcessed();
    await waitUntil(() => again.received.some(({ cn }) => cn === '1012'), 'request');
    const request = again.received.find(({ cn }) => cn === '1012');
    const [, time = ''] = /^SystemTime=(\d{14})$/.exec(request?.cp ?? '') ?? [];
    const wall = (instant: number) => formatDigits(instant, 'Asia/Shanghai', 14);
    expect(time >= wall(ordered + 10 * MINUTE_MS), time).toBe(true);
    expect(time <= wall(fixture.test.clock.now().getTime()), time).toBe(true);
    again.end();
  });
});
