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
