import { deviceCommand, encodeCommand } from '@limpid/hj212/commands';
import { encodeFrame, encodePacket } from '@limpid/hj212/encode';
import { describe, expect, it } from 'vitest';
import { testNow } from '../../src/testing/clock.ts';
import { soon } from '../../src/testing/soon.ts';
import { stationTime } from '../../src/testing/stations.ts';
import {
  acceptRequest,
  finishRequest,
  nextRequest,
  requests,
  shareCommandFixture,
  value,
} from './command.fixture.ts';

const commands = shareCommandFixture();

describe('a command is not sent', () => {
  it('to a device that speaks a version without it, whatever the site says', async () => {
    const station = await commands.openStation();
    const items = [[{ name: 'DataTime', value: stationTime(testNow).slice(0, 14) }]];
    const header = {
      version: '2005' as const,
      qn: stationTime(testNow),
      st: '22',
      pw: '123456',
      mn: station.mn,
    };
    station.send(encodePacket({ ...header, cn: '2011', items }));
    await commands.fixture.test.ingest.flush();
    await soon(() => commands.fixture.rows(station.siteId)).toEqual([]);
    await commands.order('read', 'Read sampling period', [station.siteId], { values: { PolId: 'a34004' } });
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'failed',
      sent: 0,
      resultDesc: '设备使用的协议版本不支持该命令，未发送',
    });
    expect(requests(station, '3017')).toEqual([]);
  });

  it('over a later connection if nobody has chosen to wait', async () => {
    const station = await commands.openStation();
    station.end();
    await station.closed;
    // The list of connections still has the one that has ended.
    await commands.order('write', 'Set clock', [station.siteId]);
    await commands.order('read', 'Read clock', [station.siteId], { waitHours: 1 });
    const again = await commands.fixture.connectAgain(station);
    await again.waitUntilProcessed();
    again.send(finishRequest(await nextRequest(again, '1011')));
    const find = (code: string) => commands.log.list(`?siteId=${station.siteId}&commandCode=${code}`);
    await soon(() => find('1012')).toMatchObject([
      { state: 'offline', sent: 0, resultDesc: '设备离线，未发送' },
    ]);
    await soon(() => find('1011')).toMatchObject([{ state: 'noValue', sent: 1 }]);
    expect(requests(again, '1012')).toEqual([]);
  });

  it('if the connection ends before it and the device does not return', async () => {
    const station = await commands.openStation();
    station.end();
    await station.closed;
    await commands.order('write', 'Set clock', [station.siteId]);
    await commands.fixture.gateway.report();
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'offline', sent: 0 });
  });

  it('with a password that would break the frame', async () => {
    const station = await commands.openStation();
    const cp = `DataTime=${stationTime(testNow).slice(0, 14)}`;
    const segment = `QN=${stationTime(testNow)};ST=22;CN=2011;PW=a=b;MN=${station.mn};Flag=4;CP=&&${cp}&&`;
    station.send(encodeFrame(segment));
    await commands.fixture.test.ingest.flush();
    await commands.order('read', 'Read clock', [station.siteId]);
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'failed',
      sent: 0,
      resultDesc: '设备密码含有报文无法携带的字符，未发送',
    });
    expect(requests(station, '1011')).toEqual([]);
  });
});

describe('a command', () => {
  it('carries the password of the device, whatever its characters', async () => {
    const station = await commands.openStation();
    const segment = `QN=${stationTime(testNow)};ST=22;CN=2011;PW=p@ss!w0rd;MN=${station.mn};Flag=4;CP=&&DataTime=1&&`;
    station.send(encodeFrame(segment));
    await soon(async () => (await commands.fixture.refusals(station.mn))['time'] ?? 0).toBe(1);
    await commands.order('read', 'Read clock', [station.siteId]);
    expect((await nextRequest(station, '1011')).pw).toBe('p@ss!w0rd');
  });

  it('ends at once if its connection is gone when it is to be sent again', async () => {
    const { pool } = commands.fixture.test.app;
    await pool.query('update basic_device_type set answer_seconds = 1, retries = 3');
    const station = await commands.openStation();
    await commands.order('write', 'Set clock', [station.siteId]);
    await nextRequest(station, '1012');
    station.end();
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'interrupted',
      sent: 1,
      resultDesc: expect.stringContaining('连接已断开'),
    });
    await pool.query('update basic_device_type set answer_seconds = 10, retries = 1');
  });

  it('closes a connection on which the device neither answers nor reports', async () => {
    const { test } = commands.fixture;
    await test.app.pool.query('update basic_device_type set answer_seconds = 1, retries = 0');
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    await nextRequest(station, '1011');
    test.clock.advance(2);
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'timedOut', sent: 1 });
    await station.closed;
    await test.app.pool.query('update basic_device_type set answer_seconds = 10, retries = 1');
  });

  it('has a packet that comes twice once', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    const request = await nextRequest(station, '1011');
    const answer = value(request, { SystemTime: '20261118183000' });
    station.send(acceptRequest(request), answer, answer, finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
    const { response } = await commands.findLog(station.siteId);
    expect(String(response).match(/SystemTime/g)).toHaveLength(1);
  });

  it('that operates is done without a value, and fails without data', async () => {
    const station = await commands.openStation();
    for (const [count, result, state] of [
      [1, 1, 'done'],
      [2, 100, 'failed'],
    ] as const) {
      await commands.order('operate', 'Keep sample above the limit', [station.siteId]);
      const request = await nextRequest(station, '3015', count);
      station.send(acceptRequest(request), finishRequest(request, result));
      await soon(() => commands.findLog(station.siteId)).toMatchObject({ state });
    }
  });
});

/** The request of a device for the time. */
function askTime(mn: string, ms: number, factor: { PolId?: string } = {}): Buffer {
  const header = { version: '2017' as const, st: '22', pw: '123456', mn, qn: stationTime(testNow + ms) };
  return encodeCommand(deviceCommand.requestTime, header, factor);
}

describe('a device that asks for the time', () => {
  it('gets the clock as a command that is logged and followed, once for a repeated request', async () => {
    const { mn, siteId, ...station } = await commands.openStation();
    station.send(askTime(mn, 50), askTime(mn, 50), askTime(mn, 51));
    for (const count of [1, 2]) {
      const clock = await nextRequest(station, '1012', count);
      expect(clock.cp).toMatch(/^SystemTime=\d{14}$/);
      station.send(acceptRequest(clock), finishRequest(clock));
      await soon(() => commands.log.list(`?siteId=${siteId}&state=done`)).toHaveLength(count);
    }
    expect(await commands.log.list(`?siteId=${siteId}&commandCode=1013`)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        commandName: '设备请求校时',
        state: 'received',
        response: expect.stringContaining('CN=1013'),
      })),
    );
    expect(await commands.log.list(`?siteId=${siteId}&commandCode=1012`)).toMatchObject(
      Array.from({ length: 2 }, () => ({ state: 'done', userName: 'system', resultDesc: '执行成功' })),
    );
    expect(requests(station, '1012')).toHaveLength(2);
    expect(await commands.fixture.refusals(mn)).toEqual({});
  });

  it('for an instrument gets the clock of that instrument', async () => {
    const { mn, ...station } = await commands.openStation();
    station.send(askTime(mn, 60, { PolId: 'a34004' }));
    expect((await nextRequest(station, '1012')).cp).toMatch(/^PolId=a34004;SystemTime=\d{14}$/);
  });

  it('gets it after the command in flight', async () => {
    const { mn, siteId, ...station } = await commands.openStation();
    await commands.order('read', 'Read minute interval', [siteId]);
    const request = await nextRequest(station, '1063');
    station.send(askTime(mn, 70), acceptRequest(request));
    await soon(() => commands.log.list(`?siteId=${siteId}&commandCode=1012`)).toMatchObject([
      { state: 'queued' },
    ]);
    expect(requests(station, '1012')).toEqual([]);
    station.send(finishRequest(request));
    const clock = await nextRequest(station, '1012');
    station.send(finishRequest(clock, 2));
    await soon(() => commands.log.list(`?siteId=${siteId}&commandCode=1012`)).toMatchObject([
      { state: 'failed' },
    ]);
  });
});

describe('the time in a request', () => {
  it('is that of the sending, also when the request is sent again', async () => {
    const { pool } = commands.fixture.test.app;
    const station = await commands.openStation();
    await pool.query('update basic_device_type set answer_seconds = 1');
    await commands.order('write', 'Set clock', [station.siteId], { values: { SystemTime: 'now' } });
    const [first, again] = [await nextRequest(station, '1012'), await nextRequest(station, '1012', 2)];
    await pool.query('update basic_device_type set answer_seconds = 10');
    expect(again.qn).toBe(first.qn);
    expect(again.cp > first.cp).toBe(true);
    station.send(finishRequest(again));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'done',
      sent: 2,
      request: expect.stringContaining(again.cp),
    });
  });
});
