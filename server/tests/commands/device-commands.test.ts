import { encodeAnswer } from '@limpid/hj212/answers';
import { encodePacket } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

let fixture: GatewayFixture;
let equipment: ReturnType<typeof makeResourceClient>;
let log: ReturnType<typeof makeResourceClient>;
const ids = new Map<string, number>();

beforeAll(async () => {
  fixture = await openGatewayFixture();
  const { test } = fixture;
  const token = await test.login();
  equipment = makeResourceClient(test, '/device/equipment', token);
  log = makeResourceClient(test, '/device/log', token);
  await test.app.pool.query(
    'update basic_device_type set answer_seconds = 10, retries = 1, execution_seconds = 60',
  );
  const { rows } = await test.app.pool.query('select command_id, command_name_en from basic_command');
  for (const { command_id, command_name_en } of rows) ids.set(command_name_en, command_id);
});
afterAll(() => fixture.close());

type Station = Awaited<ReturnType<GatewayFixture['addStation']>>;

/** A station that is connected, and known to be so. */
async function openStation(facts?: Parameters<GatewayFixture['addStation']>[0]): Promise<Station> {
  const station = await fixture.addStation(facts);
  await station.waitUntilProcessed();
  await fixture.gateway.report();
  return station;
}

async function order(action: string, name: string, siteIds: number[], more: Record<string, unknown> = {}) {
  return equipment.send('POST', `/${action}`, { commandId: ids.get(name), siteIds, ...more });
}

/** The requests with a code that a station has received. */
function requests({ received }: Station, cn: string): Packet[] {
  return received.filter((packet) => packet.cn === cn);
}

async function nextRequest(station: Station, cn: string, count = 1): Promise<Packet> {
  await waitUntil(() => requests(station, cn).length >= count, `request ${cn}`);
  // It was counted just above.
  return requests(station, cn)[count - 1] as Packet;
}

async function findLog(siteId: number): Promise<Record<string, unknown>> {
  const [row = {}] = await log.list(`?siteId=${siteId}`);
  return row;
}

const accept = (request: Packet, result = 1) => encodeAnswer(request, { cn: '9011', result });
const finish = (request: Packet, result = 1) => encodeAnswer(request, { cn: '9012', result });

function value({ mn, qn, cn }: Packet, name: string, text: string): Buffer {
  const items = [[{ name, value: text }]];
  return encodePacket({ version: '2017', qn, st: '22', cn, pw: '123456', mn: mn ?? '', items });
}

describe('a command', () => {
  it('is sent, accepted, answered and done, with its texts in the log', async () => {
    const station = await openStation();
    const { data } = await order('read', 'Read real-time interval', [station.siteId]);
    expect(data).toMatchObject({ devices: [{ siteId: station.siteId, state: 'queued' }] });
    const request = await nextRequest(station, '1061');
    expect(request).toMatchObject({ wantsAnswer: true, cp: '', mn: station.mn });
    station.send(accept(request), value(request, 'RtdInterval', '30'), finish(request));
    await soon(() => findLog(station.siteId)).toMatchObject({
      state: 'done',
      packets: 1,
      deviceSn: station.mn,
      userName: 'admin',
      resultDesc: '执行成功',
    });
    const { request: sent, response } = await findLog(station.siteId);
    expect(sent).toContain('CN=1061;PW=******');
    expect(response).toContain('RtdInterval=30');
    expect(await fixture.refusals(station.mn)).toEqual({});
  });

  it.each([
    ['refused', (request: Packet) => [accept(request, 2)], '设备拒绝执行'],
    ['failed', (request: Packet) => [accept(request), finish(request, 5)], '系统繁忙'],
    ['done', (request: Packet) => [finish(request)], '执行成功'],
    [
      'done',
      (request: Packet) => [accept(request), accept(request), finish(request), finish(request, 2)],
      '执行成功',
    ],
  ])('ends once as %s', async (state, answers, result) => {
    const station = await openStation();
    await order('operate', 'Zero and span calibration', [station.siteId], { values: { PolId: 'a34004' } });
    const request = await nextRequest(station, '3011');
    expect(request.cp).toBe('PolId=a34004');
    station.send(...answers(request));
    await soon(() => findLog(station.siteId)).toMatchObject({ state, resultDesc: result });
  });

  it('is sent again without an answer, then given up; a late answer is counted', async () => {
    const station = await openStation();
    await order('read', 'Read clock', [station.siteId]);
    const request = await nextRequest(station, '1011');
    await fixture.test.app.pool.query(
      `update basic_device_type set answer_seconds = 1 where device_type_id = 1`,
    );
    const other = await openStation();
    await order('read', 'Read clock', [other.siteId]);
    await nextRequest(other, '1011');
    fixture.test.clock.advance(1.1 / 60);
    const again = await nextRequest(other, '1011', 2);
    expect(again.qn).toBe(requests(other, '1011')[0]?.qn);
    fixture.test.clock.advance(1.1 / 60);
    await soon(() => findLog(other.siteId)).toMatchObject({ state: 'timedOut', sent: 2 });
    other.send(finish(again));
    await soon(() => findLog(other.siteId)).toMatchObject({ state: 'timedOut', lateAnswers: 1 });
    station.send(finish(request));
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'done' });
    await fixture.test.app.pool.query('update basic_device_type set answer_seconds = 10');
  });

  it('waits for the one before it at the same device', async () => {
    const station = await openStation();
    await order('read', 'Read clock', [station.siteId]);
    const request = await nextRequest(station, '1011');
    await order('read', 'Read minute interval', [station.siteId]);
    await station.waitUntilProcessed();
    expect(requests(station, '1063')).toEqual([]);
    station.send(finish(request));
    const second = await nextRequest(station, '1063');
    station.send(finish(second));
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'done', commandCode: '1063' });
  });

  it('is refused for a device that is offline, or waits for it if asked to', async () => {
    const station = await openStation();
    station.end();
    await station.closed;
    await waitUntil(async () => {
      await fixture.gateway.report();
      const { rows } = await fixture.test.app.pool.query('select from gateway_connection where mn = $1', [
        station.mn,
      ]);
      return rows.length === 0;
    }, 'the connection is gone');
    const { data } = await order('read', 'Read clock', [station.siteId]);
    expect(data).toMatchObject({ devices: [{ state: 'offline' }] });
    await order('read', 'Read clock', [station.siteId], { waitHours: 1 });
    const again = await fixture.connectAgain(station);
    await again.waitUntilProcessed();
    again.send(finish(await nextRequest(again, '1011')));
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'done' });
  });

  it('can be cancelled; what the device says afterwards is late', async () => {
    const station = await openStation();
    await order('operate', 'Take sample', [station.siteId], { values: { PolId: 'a34004' } });
    const request = await nextRequest(station, '3012');
    const row = await findLog(station.siteId);
    expect((await log.send('POST', `/cancel/${row['logId']}`)).code).toBe(200);
    station.send(finish(request));
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'cancelled', lateAnswers: 1 });
    const body = await log.send('POST', `/cancel/${row['logId']}`);
    expect(body.msg).toBe(errorText('device_order.ended'));
  });

  it('that sets a password changes the one of the site once the device has accepted it', async () => {
    const station = await openStation({ password: '123456' });
    const given = { values: { NewPW: '654321' } };
    expect((await order('write', 'Set password', [station.siteId], given)).msg).toBe(
      errorText('device_order.confirm', { count: 1 }),
    );
    await order('write', 'Set password', [station.siteId], { ...given, confirmed: 1 });
    const request = await nextRequest(station, '1072');
    expect(request.cp).toBe('NewPW=654321');
    station.send(accept(request), finish({ ...request, pw: '654321' }));
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'done' });
    await soon(() => fixture.test.ingest.directory.findByMn(station.mn)?.password).toBe('654321');
    const { request: text, response } = await findLog(station.siteId);
    expect(`${text}${response}`).not.toMatch(/654321|123456/);
  });

  it('is never sent again by itself after its process is gone', async () => {
    const station = await openStation();
    await order('write', 'Set clock', [station.siteId]);
    const request = await nextRequest(station, '1012');
    await fixture.test.app.pool.query(
      `update device_log set process = 'gone', deadline = deadline - interval '1 hour' where site_id = $1`,
      [station.siteId],
    );
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'interrupted' });
    expect(requests(station, '1012')).toHaveLength(1);
    expect(request.cp).toMatch(/^SystemTime=\d{14}$/);
  });
});

describe('a database that fails when the time of a command is up', () => {
  it('does not block later commands to the device', async () => {
    const station = await openStation();
    const { pool } = fixture.test.app;
    await pool.query('update basic_device_type set answer_seconds = 1, retries = 0');
    await order('read', 'Read clock', [station.siteId]);
    await nextRequest(station, '1011');
    // Sequences are not rolled back: this one counts the failed updates.
    await pool.query(`create sequence failed_updates;
      create function fail_update() returns trigger language plpgsql as
        $$ begin perform nextval('failed_updates'); raise 'no space left'; end $$;
      create trigger fail before update on device_log execute function fail_update()`);
    fixture.test.clock.advance(1.1 / 60);
    await waitUntil(async () => {
      const { rows } = await pool.query('select is_called from failed_updates');
      return rows[0]?.is_called === true;
    }, 'the end of the command could not be stored');
    await pool.query(`drop trigger fail on device_log`);
    await pool.query(
      `update device_log set deadline = deadline - interval '1 hour' where site_id = $1 and ended_at is null`,
      [station.siteId],
    );
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'interrupted' });
    await pool.query('update basic_device_type set answer_seconds = 10, retries = 1');
    await order('read', 'Read minute interval', [station.siteId]);
    station.send(finish(await nextRequest(station, '1063')));
    await soon(() => findLog(station.siteId)).toMatchObject({ state: 'done', commandCode: '1063' });
  });
});

describe('an order is refused before anything is sent', () => {
  it.each([
    [
      'a value out of range',
      'write',
      'Set real-time interval',
      { RtdInterval: '29' },
      'value_range',
      'RtdInterval',
    ],
    [
      'separators in a value',
      'write',
      'Set real-time interval',
      { RtdInterval: '60;CN=1072' },
      'value_characters',
      'RtdInterval',
    ],
    [
      'a line break in a value',
      'write',
      'Set real-time interval',
      { RtdInterval: '60\r\n##' },
      'value_characters',
      'RtdInterval',
    ],
    ['a missing value', 'operate', 'Take sample', {}, 'value_missing', 'PolId'],
    [
      'a channel that the device does not measure',
      'operate',
      'Take sample',
      { PolId: 'w99999' },
      'value_channel',
      'PolId',
    ],
  ])('for %s', async (_, action, name, values, error, code) => {
    const station = await openStation();
    const body = await order(action, name, [station.siteId], { values, confirmed: 1 });
    expect(body).toMatchObject({
      code: 500,
      msg: errorText(`device_order.${error}`, { code, name: station.mn }),
    });
    expect(await log.list(`?siteId=${station.siteId}`)).toEqual([]);
  });

  it('for a command of another right, another version, or a site that is gone', async () => {
    const station = await openStation();
    const { siteId, mn } = station;
    const texts = async (...given: Parameters<typeof order>) => (await order(...given)).msg;
    expect(await texts('read', 'Set clock', [siteId])).toBe(errorText('device_order.command'));
    expect(await texts('read', 'Read report target', [siteId])).toBe(
      errorText('device_order.device_type', { name: mn }),
    );
    expect(await texts('read', 'Read clock', [siteId, 99_999])).toBe(errorText('device_order.site_gone'));
  });
});
