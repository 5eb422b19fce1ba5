import { readFields } from '@limpid/hj212/fields';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { nameLoadStation, runLoad } from '../load/load.ts';
import { type HourRow, readHourlyCsv, shiftRows } from '../replay/hourly-csv.ts';
import { replayHours } from '../replay/replay.ts';
import { openPlatform, type TestPlatform } from './platform.fixture.ts';
import { type Station, type StationOptions, startStation } from './station.ts';

let platform: TestPlatform;
const stations: Station[] = [];
beforeEach(async () => {
  platform = await openPlatform();
});
afterEach(async () => {
  for (const station of stations.splice(0)) station.stop();
  await platform.close();
});

/** A clock on which no hour ends during a test. */
const startedAt = performance.now();
const now = () => Date.UTC(2026, 10, 15, 8, 10) + performance.now() - startedAt;

const until = (what: () => void) => vi.waitFor(what, { timeout: MINUTE_MS, interval: 10 });

function start(options: Partial<StationOptions> = {}): Station {
  const station = startStation({
    address: platform.address,
    mn: 'STATION1',
    version: '2017',
    st: '22',
    zone: 'Europe/Paris',
    valuesAt: () => ({ 'PM2.5': 12, O3: 60 }),
    sends: ['2011'],
    interval: 3600,
    backOff: { least: 20, most: 80 },
    now,
    ...options,
  });
  stations.push(station);
  return station;
}

describe('a station on a socket', () => {
  it('reports at once and receives the acknowledgement', async () => {
    const station = start();
    await until(() =>
      expect(station.counts()).toMatchObject({ acknowledged: 1, waiting: 0, connections: 1 }),
    );
    expect(platform.packets).toMatchObject([{ cn: '2011', mn: 'STATION1', wantsAnswer: true }]);
  });

  it('reconnects, and repeats unanswered packets with the same QN', async () => {
    platform.answers = false;
    const station = start({ version: '2025' });
    await until(() => expect(platform.packets.some(({ cn }) => cn === '2011')).toBe(true));
    platform.answers = true;
    for (const socket of platform.sockets) socket.destroy();
    await until(() => expect(station.counts()).toMatchObject({ acknowledged: 1, connections: 2, resent: 1 }));
    const data = platform.packets.filter(({ cn }) => cn === '2011');
    expect(data).toMatchObject([{ rf: false }, { rf: true, qn: data[0]?.qn, cp: data[0]?.cp }]);
  });

  it('gives up a connection without answers', async () => {
    platform.answers = false;
    const station = start();
    Object.assign(station.device.outbox, { overTime: 30, reCount: 1 });
    await until(() => expect(station.counts().connections).toBeGreaterThan(1));
    await until(() => expect(station.counts()).toMatchObject({ lost: 1, waiting: 0 }));
  });

  it('is disconnected while it has no network', async () => {
    // Long enough to be noticed, even on a busy machine.
    const awayMs = 2000;
    const began = now();
    const station = start({ faults: [{ kind: 'lateBatch', from: began - 1000, to: began + awayMs }] });
    expect(station.isConnected()).toBe(false);
    await until(() => expect(station.counts().waiting).toBe(1));
    await until(() => expect(station.counts()).toMatchObject({ acknowledged: 1, connections: 1 }));
    expect(now() - began).toBeGreaterThanOrEqual(awayMs);
  });
});

describe('hourly data of a table', () => {
  const table = 'time,PM2.5,a05024,Remark\n2026-03-29 01:00,12,80.5,x\n2026-03-29 03:00,,79,\n';

  it('is read with its zone, its gaps and its unknown columns', () => {
    expect(readHourlyCsv(table, 'Europe/Paris')).toEqual({
      rows: [
        { time: Date.UTC(2026, 2, 29, 0), values: { 'PM2.5': 12, O3: 80.5 } },
        { time: Date.UTC(2026, 2, 29, 1), values: { O3: 79 } },
      ],
      ignored: ['Remark'],
    });
    const french = readHourlyCsv('"heure";"PM10"\n"2026/01/02T05:00:00+01:00";"12,5"\n', 'Asia/Shanghai');
    expect(french.rows).toEqual([{ time: Date.UTC(2026, 0, 2, 4), values: { PM10: 12.5 } }]);
  });

  it.each([
    ['time,x\n', 'line 1: no channel among ["x"]'],
    ['time,O3\n2026-02-30 01:00,1\n', 'line 2: time "2026-02-30 01:00"'],
    ['time,O3\n\nyesterday,1\n', 'line 3: time "yesterday"'],
    ['time,O3\n2026-02-28 01:00,lots\n', 'line 2: O3 "lots"'],
  ])('is refused with its line: %j', (text, message) => {
    expect(() => readHourlyCsv(text, 'UTC')).toThrow(new RangeError(message));
  });

  it('can be moved to end with the hour before now', () => {
    const { rows } = readHourlyCsv(table, 'Europe/Paris');
    const now = Date.UTC(2026, 10, 15, 12, 30);
    expect(shiftRows(rows, now).map(({ time }) => time)).toEqual([
      Date.UTC(2026, 10, 15, 10),
      Date.UTC(2026, 10, 15, 11),
    ]);
  });

  it('is replayed as hours of a station', async () => {
    const rows: HourRow[] = Array.from({ length: 60 }, (_, index) => ({
      time: Date.UTC(2026, 0, 1) + index * HOUR_MS,
      values: { 'PM2.5': index },
    }));
    const counts = await replayHours({ address: platform.address, mn: 'M', rows, zone: 'Asia/Shanghai' });
    expect(counts).toMatchObject({ rows: 60, sent: 60, acknowledged: 60, lost: 0 });
    const times = platform.packets.map(({ cp }) => readFields(cp)[0]?.value).toSorted();
    expect(times.slice(0, 2)).toEqual(['20260101080000', '20260101090000']);
    expect(platform.packets[0]?.cn).toBe('2061');
  });
});

describe('a load', () => {
  const load = { stations: 4, rate: 200, seconds: 1, seed: 1, grace: 300 };

  it('is sent at its rate by all stations, and reported with answer times', async () => {
    const report = await runLoad({ ...load, address: platform.address, grace: 5000 });
    expect(report.sent).toBeGreaterThan(60);
    expect(report.sent).toBeLessThanOrEqual(200);
    expect(report).toMatchObject({ acknowledged: report.sent, lost: 0, reconnects: 0, stations: 4 });
    expect(report.p95).toBeGreaterThanOrEqual(report.p50 ?? Number.NaN);
    const mns = new Set(platform.packets.map(({ mn }) => mn));
    expect(mns).toEqual(new Set([1, 2, 3, 4].map((number) => nameLoadStation(number))));
    const keys = platform.packets.map(({ mn, cp }) => `${mn} ${readFields(cp)[0]?.value}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('counts frames that were never answered', async () => {
    platform.answers = false;
    const report = await runLoad({ ...load, address: platform.address, seconds: 0.3 });
    expect(report).toMatchObject({ acknowledged: 0, lost: report.sent, p50: null });
    expect(report.sent).toBeGreaterThan(0);
  });
});
