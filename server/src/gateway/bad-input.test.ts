import { DAY_MS } from '@limpid/contract/durations';
import { encodeFrame } from '@limpid/hj212/encode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteChanged } from '../features/reading/site-changed.ts';
import { testNow } from '../testing/clock.ts';
import { soon } from '../testing/soon.ts';
import { connectStation, dataFrames, stationTime } from '../testing/stations.ts';
import { type GatewayFixture, lastMinute, openGatewayFixture } from './gateway.fixture.ts';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await openGatewayFixture();
});

afterAll(() => fixture.close());

const values = { a34004: 1 };

/** A frame of any size that is valid except for the tested flaw. */
function frame(mn: string, cp: string, { cn = '2011', pw = '123456' } = {}): Buffer {
  const segment = `QN=${stationTime(lastMinute)};ST=22;CN=${cn};PW=${pw};MN=${mn};Flag=5;CP=&&${cp}&&`;
  if (segment.length <= 1024) return encodeFrame(segment);
  // The encoder refuses frames beyond the standard's size, so the CRC is that of a device type without a check.
  return Buffer.from(`##${String(segment.length).padStart(4, '0')}${segment}0000\r\n`);
}

const at = (time: string) => (mn: string) => frame(mn, `DataTime=${time};a34004-Rtd=1,a34004-Flag=N`);
const now = `DataTime=${stationTime(lastMinute).slice(0, 14)}`;
const factors = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${index}-Rtd=1,f${index}-Flag=N`).join(';');
const good = (mn: string) => Buffer.concat(dataFrames({ mn, at: lastMinute, values }));

type Reasons = Record<string, number>;

describe('an invalid packet', () => {
  it.each<[string, (mn: string) => Buffer | string, Reasons, number]>([
    ['the year 2099', at('20990101000000'), { future: 1 }, 0],
    [
      'a clock more than a day ahead',
      at(stationTime(testNow + DAY_MS + 120_000).slice(0, 14)),
      { future: 1 },
      0,
    ],
    ['a clock not quite a day ahead', at(stationTime(testNow + DAY_MS - 120_000).slice(0, 14)), {}, 1],
    ['before 2000', at('19991231235959'), { time: 1 }, 0],
    ['29 February of a common year', at('20260229120000'), { time: 1 }, 0],
    ['no time', (mn) => frame(mn, 'a34004-Rtd=1'), { time: 1 }, 0],
    ['older than the retention', at(stationTime(lastMinute - 1100 * DAY_MS).slice(0, 14)), { old: 1 }, 0],
    ['NaN', (mn) => frame(mn, `${now};a34004-Rtd=NaN,a34004-Flag=N;a34002-Rtd=2`), { value: 1 }, 1],
    ['a channel it does not have', (mn) => frame(mn, `${now};w01018-Rtd=1`), { channel: 1 }, 0],
    [
      'some channels it does not have',
      (mn) => frame(mn, `${now};a34004-Rtd=1;w01018-Rtd=1;x=2`),
      { channel: 2 },
      1,
    ],
    ['a NUL character', (mn) => frame(mn, `${now};a\0b-Rtd=1`), { channel: 1 }, 0],
    ['nothing but a time', (mn) => frame(mn, now), { empty: 1 }, 0],
    ['an unknown command', (mn) => frame(mn, '', { cn: '9021' }), { unknownCommand: 1 }, 0],
    ['a command that is not supported', (mn) => frame(mn, '', { cn: '2041' }), { unsupported: 1 }, 0],
    ['no command', (mn) => encodeFrame(`ST=22;MN=${mn};Flag=5;CP=&&&&`), { command: 1 }, 0],
    ['no CP', (mn) => encodeFrame(`ST=22;CN=2011;MN=${mn};Flag=5`), { segment: 1 }, 0],
    ['no MN', () => frame('', now), { mn: 1 }, 0],
    ['bytes that are not UTF-8', (mn) => encodeBytes(mn, Buffer.from([0xc3, 0x28])), { utf8: 1 }, 0],
    ['noise', () => 'IMEI861234567890123\r\n', { noise: 1 }, 0],
    ['a wrong CRC', (mn) => good(mn).toString().replace('Rtd=1', 'Rtd=2'), { crc: 1 }, 0],
    ['an invalid length', () => '##00x0ST=22\r\n', { header: 1 }, 0],
    [
      'half a frame, then a whole one',
      (mn) => Buffer.concat([good(mn).subarray(0, 90), good(mn)]),
      { length: 1 },
      1,
    ],
    ['several at once, without line ends', (mn) => good(mn).toString().trim().repeat(3), {}, 1],
  ])('is counted by its reason without closing the connection: %s', async (_, make, reasons, rows) => {
    const { mn, siteId, waitUntilProcessed, ...station } = await fixture.addStation();
    await waitUntilProcessed();
    station.send(make(mn));
    await waitUntilProcessed();
    expect(await fixture.refusals(mn)).toEqual(reasons);
    await soon(() => fixture.rows(siteId)).toHaveLength(rows);
    station.send(...dataFrames({ mn, at: lastMinute + 1000, values }));
    expect(await station.answer(stationTime(lastMinute + 1000))).toMatchObject({ cn: '9014' });
  });

  it('is counted if it has 200 factors, far beyond the standard’s size', async () => {
    const { mn, siteId, waitUntilProcessed, ...station } = await fixture.addStation({ crc: 'none' });
    await waitUntilProcessed();
    station.send(frame(mn, `${now};${factors(200)}`));
    await waitUntilProcessed();
    expect(await fixture.refusals(mn)).toEqual({ factors: 1 });
    expect(await fixture.rows(siteId)).toEqual([]);
  });

  it('is counted if its line does not end', async () => {
    const { mn, waitUntilProcessed, ...station } = await fixture.addStation();
    await waitUntilProcessed();
    station.send(`##${'x'.repeat(300_000)}`);
    await waitUntilProcessed();
    // The count depends on how the bytes arrive; they are not kept.
    expect(await fixture.refusals(mn)).toEqual({ header: 1, noise: expect.any(Number) });
  });

  it('is not confused with a valid one that arrives byte by byte', async () => {
    const { mn, siteId, ...station } = await fixture.addStation();
    for (const byte of good(mn)) station.send(Buffer.from([byte]));
    expect(await station.answer(stationTime(lastMinute))).toMatchObject({ cn: '9014' });
    expect(await fixture.rows(siteId)).toHaveLength(1);
  });
});

function encodeBytes(mn: string, bytes: Buffer): Buffer {
  const head = Buffer.from(`ST=22;CN=2011;PW=1;MN=${mn};Flag=5;CP=&&a=`);
  return encodeFrame(Buffer.concat([head, bytes, Buffer.from('&&')]));
}

describe('a station that may not report', () => {
  it('gets nothing stored or answered until it sends the right password', async () => {
    const { mn, siteId, ...station } = await fixture.addStation({ password: 'secret' });
    station.send(frame(mn, `${now};a34004-Rtd=1`), frame(mn, '', { cn: '9015' }));
    station.send(frame(mn, `${now};a34004-Rtd=3`, { pw: 'secret' }));
    await station.answer(stationTime(lastMinute));
    expect(station.received).toMatchObject([{ cn: '9014', pw: 'secret' }]);
    expect(await fixture.refusals(mn)).toEqual({ password: 2 });
    expect(await fixture.rows(siteId)).toMatchObject([{ s1: 3 }]);
  });

  it('is refused while its site is disabled, and reports again afterwards', async () => {
    const { mn, siteId, ...station } = await fixture.addStation({ status: '1' });
    const { pool, bus } = fixture.test.app;
    station.send(good(mn));
    await soon(() => fixture.refusals(mn)).toEqual({ stopped: 1 });
    await pool.query(`update site set status = '0' where site_id = $1`, [siteId]);
    await bus.publish(siteChanged);
    await soon(() => fixture.test.ingest.directory.findByMn(mn)?.enabled).toBe(true);
    station.send(good(mn));
    await station.answer(stationTime(lastMinute));
    expect(station.received).toHaveLength(1);
  });
});

describe('an unknown station', () => {
  const unknown = async () => {
    const { rows } = await fixture.test.app.pool.query(
      'select mn, packets, version, system, codes from unknown_device order by last_seen, device_id',
    );
    return rows;
  };

  it('is listed with its codes, and is accepted once it is registered', async () => {
    const mn = 'STRANGER0000000000000001';
    const station = await connectStation(fixture.gateway.port);
    const before = (await fixture.refusals(''))['unregistered'] ?? 0;
    station.send(good(mn), good(mn));
    await soon(async () => (await fixture.refusals(''))['unregistered']).toBe(before + 2);
    expect(await unknown()).toEqual([{ mn, packets: 2, version: '2017', system: '22', codes: ['a34004'] }]);
    expect(station.received).toEqual([]);
    const known = await fixture.addStation({ mn });
    station.send(good(mn));
    expect(await station.answer(stationTime(lastMinute))).toMatchObject({ cn: '9014' });
    expect(await fixture.rows(known.siteId)).toHaveLength(1);
  });

  it('is removed beyond a thousand, oldest contact first', async () => {
    const station = await connectStation(fixture.gateway.port);
    const before = (await fixture.refusals(''))['unregistered'] ?? 0;
    const mns = Array.from({ length: 1100 }, (_, index) => `X${String(index).padStart(23, '0')}`);
    station.send(...mns.slice(0, 500).map(good));
    await soon(async () => (await fixture.refusals(''))['unregistered']).toBe(before + 500);
    fixture.test.clock.advance(0.01);
    station.send(...mns.slice(500).map(good), good(mns[0] ?? ''));
    await soon(async () => (await fixture.refusals(''))['unregistered']).toBe(before + 1101);
    const listed = (await unknown()).map((row) => row.mn);
    expect(listed).toHaveLength(1000);
    expect(new Set(listed)).toEqual(new Set([...mns.slice(101), mns[0]]));
  });
});
