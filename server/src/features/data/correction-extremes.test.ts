import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, describe, expect, it } from 'vitest';
import { testMinute } from '../../testing/clock.ts';
import { runTask } from '../../testing/run-task.ts';
import { addSite, stationTime, storeTestReadings } from '../../testing/stations.ts';
import { makePacket } from '../reading/reading.fixture.ts';
import { type PacketKind, packetKind } from '../reading/reading.ts';
import {
  channelCode,
  day,
  type HistoryCell,
  makeMinuteReading,
  openCorrections,
  zone,
} from './correction.fixture.ts';

const { test, admin, addMeasured, correct, undo, cells, cell, rollUp, pack } = await openCorrections();
afterAll(() => test.close());

describe('Min and Max of a minute', () => {
  it('are kept in packed readings, hours and days, and removed with a corrected mean', async () => {
    const siteId = await addMeasured('EXTREME');
    const device = test.ingest.directory.findByMn('EXTREME');
    if (!device) throw new Error('device not registered');
    const minute = (n: number, values: string) => {
      const at = stationTime(day + n * MINUTE_MS);
      const packet = makePacket(
        `DataTime=${at.slice(0, 14)};${values}`,
        `QN=${at};ST=22;CN=2051;PW=1;MN=EXTREME;Flag=5`,
      );
      return new Promise((done) => test.ingest.storePacket(packet, device, () => undefined, done));
    };
    await minute(61, 'a34004-Min=2,a34004-Avg=10,a34004-Max=70,a34004-Flag=N');
    await minute(62, 'a34004-Min=0,a34004-Avg=10,a34004-Max=65535,a34004-Flag=N');
    const fill = Array.from({ length: 50 }, (_, n) =>
      makeMinuteReading(siteId, day + (n + 65) * MINUTE_MS, 10),
    );
    await storeTestReadings(test, fill);
    const read = async () => {
      await rollUp();
      return [
        ...(await cells(siteId, day + 61 * MINUTE_MS, 2)),
        ...(await cells(siteId, day + HOUR_MS, 1, 'hour')),
      ];
    };
    const expected = [
      { value: 10, low: 2, high: 70 },
      { value: 10, low: 0, high: 65_535 },
      // Extremes outside the range of the channel are kept with the minute and left out of the hour.
      { value: 10, low: 0, high: 70, covered: 52 * 60 },
    ];
    expect(await read()).toEqual(expected);
    await pack();
    await runTask(test, 'readingTask.repair(7)');
    expect(await read()).toEqual(expected);
    await correct(siteId, [{ ts: day + 61 * MINUTE_MS, value: 11 }]);
    expect(await read()).toMatchObject([{ value: 11, raw: 10 }, expected[1], { low: 0, high: 11 }]);
    await undo(siteId, [{ ts: day + 61 * MINUTE_MS }]);
    expect(await read()).toEqual(expected);
  });

  it('come with the flag and the raw value of the readings that count', async () => {
    const siteId = await addSite(test, { mn: 'COUNTING' });
    const fault = { slot: 1, flag: 'D', bits: 0, raw: 99, rank: null };
    const corrected = { slot: 1, flag: 'S', bits: 0, raw: 4, rank: null };
    await storeTestReadings(test, [
      makeMinuteReading(siteId, day, null, { marks: [fault] }),
      makeMinuteReading(siteId, day + 1000, 8, { kind: packetKind.realtime, marks: [corrected] }),
      makeMinuteReading(siteId, day + 2000, null, { kind: packetKind.realtime, marks: [fault] }),
    ]);
    expect(await cell(siteId, day)).toEqual({ value: 8, flag: 'S', raw: 4 });
    await storeTestReadings(test, [makeMinuteReading(siteId, day + MINUTE_MS, null, { marks: [fault] })]);
    expect(await cell(siteId, day + MINUTE_MS)).toEqual({ value: null, flag: 'D', raw: 99 });
  });
});

describe('a value out of range', () => {
  const storm = (siteId: number, minute: number, raw: number, kind: PacketKind = packetKind.minute) =>
    makeMinuteReading(siteId, day + minute * MINUTE_MS, null, {
      kind,
      marks: [{ slot: 1, flag: 'T', bits: 1, raw, rank: null }],
    });
  /** An hour of tens with two minutes of a storm. */
  async function addStorm(mn: string): Promise<number> {
    const siteId = await addSite(test, { mn });
    const calm = Array.from({ length: 58 }, (_, n) =>
      makeMinuteReading(siteId, day + (n + 2) * MINUTE_MS, 10),
    );
    await storeTestReadings(test, [storm(siteId, 0, 12_000), storm(siteId, 1, 13_000), ...calm]);
    return siteId;
  }
  async function read(siteId: number) {
    await rollUp();
    const list = async (granularity: string) => {
      const query = `siteId=${siteId}&granularity=${granularity}&from=${day}&to=${day + HOUR_MS}&channels=${channelCode}`;
      const { body } = await test.send('GET', `/data/history/list?${query}&pageSize=2&raw=true`, {
        token: admin,
      });
      return (body['data'] as { rows: { values: Record<string, HistoryCell> }[] }).rows.map(
        ({ values }) => values[channelCode],
      );
    };
    const trend = async (granularity: string) => {
      const query = `siteIds=${siteId}&channels=${channelCode}&granularity=${granularity}&from=${day}&to=${day + HOUR_MS}`;
      const { body } = await test.send('GET', `/data/trend?${query}`, { token: admin });
      const [line] = (body['data'] as { series: { outOfRange?: object }[] }).series;
      return line?.outOfRange;
    };
    return {
      minutes: await cells(siteId, day, 3),
      hours: await list('hour'),
      days: (await list('day')).map((one) => one?.outOfRange),
      trend: [await trend('minute'), await trend('five'), await trend('hour')],
    };
  }
  const before = {
    minutes: [
      { value: null, flag: 'T', raw: 12_000, outOfRange: 12_000 },
      { value: null, flag: 'T', raw: 13_000, outOfRange: 13_000 },
      { value: 10 },
    ],
    hours: [{ value: 10, low: 10, high: 10, covered: 58 * 60, outOfRange: 13_000 }],
    days: [13_000],
    trend: [
      { count: 2, ts: [day, day + MINUTE_MS], values: [12_000, 13_000] },
      { count: 1, ts: [day], values: [13_000] },
      { count: 1, ts: [day], values: [13_000] },
    ],
  };

  it('is shown with a mark and does not count until it is accepted; undoing restores everything, packed or not', async () => {
    const [packed, loose] = [await addStorm('STORM-P'), await addStorm('STORM-L')];
    await pack();
    for (const siteId of [packed, loose]) {
      expect(await read(siteId)).toEqual(before);
      expect(await correct(siteId, [{ ts: day, accept: true, before: 12_000 }])).toMatchObject({
        code: 200,
        data: { changed: 1 },
      });
      const after = await read(siteId);
      expect(after.minutes[0]).toEqual({ value: 12_000, flag: 'T', edited: true, raw: 12_000 });
      expect(after.hours).toMatchObject([
        { high: 12_000, covered: 59 * 60, edited: true, outOfRange: 13_000 },
      ]);
      // A repeated packet does not change the acceptance.
      await storeTestReadings(test, [storm(siteId, 0, 12_000)]);
      expect((await read(siteId)).minutes).toEqual(after.minutes);
      if (siteId === packed) await pack();
      expect(await undo(siteId, [{ ts: day }])).toMatchObject({ code: 200, data: { changed: 1 } });
      expect(await read(siteId)).toEqual(before);
    }
  });

  it('is accepted for each of several readings in a minute, beside those that count', async () => {
    const siteId = await addSite(test, { mn: 'STORM-2011' });
    const later = { ...storm(siteId, 0, 12_000, packetKind.realtime), ts: day + 30_000 };
    await storeTestReadings(test, [
      makeMinuteReading(siteId, day, 4000, { kind: packetKind.realtime }),
      later,
    ]);
    expect(await cell(siteId, day)).toMatchObject({ value: 4000, outOfRange: 12_000 });
    await correct(siteId, [{ ts: day, accept: true }]);
    expect(await cell(siteId, day)).toMatchObject({ value: 8000, edited: true });
    await undo(siteId, [{ ts: day }]);
    expect(await cell(siteId, day)).toMatchObject({ value: 4000, outOfRange: 12_000 });
  });

  it('is accepted for a whole hour with all its minutes, and undone with them', async () => {
    const siteId = await addSite(test, { mn: 'STORM-HOUR' });
    const hour = { granularity: 'hour' };
    const minutes = Array.from({ length: 60 }, (_, n) => storm(siteId, n, 12_000));
    await storeTestReadings(test, minutes);
    await rollUp();
    const [marked] = await cells(siteId, day, 1, 'hour');
    expect(marked).toMatchObject({ value: null, outOfRange: 12_000 });
    expect(await correct(siteId, [{ ts: day, accept: true, before: 12_000 }], hour)).toMatchObject({
      code: 200,
      data: { changed: 1 },
    });
    await rollUp();
    const [accepted] = await cells(siteId, day, 1, 'hour');
    expect(accepted).toMatchObject({ value: 12_000, covered: 3600, edited: true });
    expect(accepted).not.toHaveProperty('outOfRange');
    expect(await undo(siteId, [{ ts: day }], hour)).toMatchObject({ code: 200, data: { changed: 1 } });
    await rollUp();
    expect(await cells(siteId, day, 1, 'hour')).toEqual([marked]);
  });

  it('is accepted for a few minutes through their hour; undoing it keeps corrections of other minutes', async () => {
    const siteId = await addStorm('STORM-PART');
    const hour = { granularity: 'hour' };
    await correct(siteId, [{ ts: day + 5 * MINUTE_MS, value: 70 }]);
    expect(await correct(siteId, [{ ts: day, accept: true, before: 13_000 }], hour)).toMatchObject({
      code: 200,
    });
    expect((await cells(siteId, day, 2)).map((one) => one?.value)).toEqual([12_000, 13_000]);
    expect(await undo(siteId, [{ ts: day }], hour)).toMatchObject({ code: 200 });
    expect((await cells(siteId, day, 6)).map((one) => one?.value)).toEqual([null, null, 10, 10, 10, 70]);
    // No accepted minute is left, so the hour only changes with its minutes.
    expect(await undo(siteId, [{ ts: day }], hour)).toMatchObject({ code: 500, field: 'changes.0.ts' });
  });

  it('is shown as latest value with its number, and counts once it is accepted', async () => {
    const ts = testMinute;
    const siteId = await addSite(test, { mn: 'STORM-NOW' });
    await storeTestReadings(test, [
      { ...storm(siteId, 0, 12_000, packetKind.realtime), ts, hour: floorToHour(ts, zone) },
    ]);
    const values = async () => {
      const { body } = await test.send('GET', '/data/realtime/list?mn=STORM-NOW', { token: admin });
      return (body['rows'] as { values: Record<string, object> }[])[0]?.values[channelCode];
    };
    expect(await values()).toEqual({ ts, value: null, flag: 'T', outOfRange: 12_000, fresh: true });
    await correct(siteId, [{ ts, accept: true }]);
    expect(await values()).toEqual({ ts, value: 12_000, flag: 'S', fresh: true });
  });

  it.each([
    ['if there is none', { accept: true }, 'changes.0.ts'],
    ['together with another value', { accept: true, value: 3 }, 'changes.0.value'],
    ['without accepting and without a value', {}, 'changes.0.value'],
    ['if the user saw another number', { ts: day, accept: true, before: 11_000 }, 'changes.0.before'],
  ])('is not accepted %s', async (_, change, field) => {
    const siteId = await addStorm(`STORM-${field}-${Object.keys(change).length}`.slice(0, 24));
    const body = await correct(siteId, [{ ts: day + 2 * MINUTE_MS, ...change }]);
    expect(body).toMatchObject({ code: 500, field });
  });
});
