import { encodePacket } from '@limpid/hj212/encode';
import { describe, expect, it } from 'vitest';
import { testNow } from '../../src/testing/clock.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { stationTime } from '../../src/testing/stations.ts';
import { acceptRequest, finishRequest, nextRequest, shareCommandFixture, value } from './command.fixture.ts';

const commands = shareCommandFixture();
const values = { PolId: 'a21026' };

describe('a channel in a command', () => {
  it('names the instrument whose clock is set or read', async () => {
    const { siteId, ...station } = await commands.openStation();
    const clock = { PolId: 'a34004', SystemTime: '20260101000000' };
    await commands.order('write', 'Set instrument clock', [siteId], { values: clock });
    const written = await nextRequest(station, '1012');
    expect(written.cp).toBe('PolId=a34004;SystemTime=20260101000000');
    station.send(acceptRequest(written), finishRequest(written));
    await commands.order('read', 'Read instrument clock', [siteId], { values: { PolId: 'a34004' } });
    const request = await nextRequest(station, '1011');
    expect(request.cp).toBe('PolId=a34004');
    station.send(acceptRequest(request), value(request, clock), finishRequest(request));
    await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'done', packets: 1 });
  });

  it('has its code of 2005 for a device of that version, in names of fields too', async () => {
    const station = await commands.openStation({ protocol: 'hj212-2005' });
    const old = { version: '2005' as const, st: '22', pw: '123456', mn: station.mn };
    const time = [{ name: 'DataTime', value: stationTime(testNow).slice(0, 14) }];
    const items = [time, [{ name: 'a34004-Rtd', value: '10' }]];
    station.send(encodePacket({ ...old, cn: '2011', wantsAnswer: true, items }));
    await soon(() => station.received.map(({ version }) => version)).toContain('2005');
    await commands.order('operate', 'Take sample', [station.siteId], { values });
    const request = await nextRequest(station, '3012');
    expect(request.cp).toBe('PolId=02');
    station.send(finishRequest(request));
    const limits = { ...values, LowValue: '1', UpValue: '2' };
    await commands.order('write', 'Set alarm limits', [station.siteId], { values: limits });
    expect((await nextRequest(station, '1022')).cp).toBe('02-LowValue=1,02-UpValue=2');
  });

  it('has the alias of the device type, or the code that the device itself sends', async () => {
    const station = await commands.openStation({ aliases: { SO2: ['XSO2', 'SO2_B'] } });
    await commands.order('operate', 'Take sample', [station.siteId], { values });
    const request = await nextRequest(station, '3012');
    expect(request.cp).toBe('PolId=XSO2');
    station.send(finishRequest(request));
    const { mn } = station;
    const header = {
      version: '2017' as const,
      qn: stationTime(testNow),
      st: '22',
      cn: '2011',
      pw: '123456',
      mn,
    };
    const items = [
      { name: 'DataTime', value: '20261118183000' },
      { name: 'so2_b-Rtd', value: '5' },
    ];
    station.send(encodePacket({ ...header, items: items.map((field) => [field]) }));
    await station.waitUntilProcessed();
    await commands.order('operate', 'Take sample', [station.siteId], { values });
    expect((await nextRequest(station, '3012', 2)).cp).toBe('PolId=so2_b');
  });

  it('has the alias for K and B as well, and the device answers with it', async () => {
    const { test } = commands.fixture;
    const station = await commands.openStation({ aliases: { SO2: ['XSO2'] } });
    const sites = makeResourceClient(test, '/site/site', await test.login());
    const { channelId } = test.ingest.directory.findBySite(station.siteId)?.channels.get('a21026') ?? {};
    const change = { coefficients: [{ channelId, k: 2, b: 1 }], coefficientPlace: 'device' };
    await sites.send('PUT', '', { ...(await sites.get(station.siteId)), ...change });
    for (const turn of [1, 2]) {
      const request = await nextRequest(station, '3021', turn);
      expect(request.cp).toMatch(/^PolId=XSO2;/);
      station.send(acceptRequest(request), finishRequest(request));
    }
    for (const [turn, info, text] of [
      [1, 'i13008', '2'],
      [2, 'i13007', '1'],
    ] as const) {
      const request = await nextRequest(station, '3020', turn);
      station.send(value(request, { PolId: 'XSO2', [`${info}-Info`]: text }), finishRequest(request));
    }
    await soon(
      async () => (await sites.send('GET', `/deviceCoefficients/${station.siteId}`)).data,
    ).toMatchObject([{ state: 'confirmed', readK: '2', readB: '1' }]);
  });
});
