import { deviceCommand, encodeCommand } from '@limpid/hj212/commands';
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
} from './command.fixture.ts';

const commands = shareCommandFixture();

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
    await pool.query('update basic_device_type set answer_seconds = 2');
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
