import { chinaOffsetMs, DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../platform/texts.ts';
import { openTestApp } from '../../testing/app.ts';
import { testMinute } from '../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { runTask } from '../../testing/run-task.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';
import { holdRollUpLock } from '../rollup/roll-up.store.ts';
import { openRollUp, startRollUps } from '../rollup/roll-up.ts';
import { channelCode, day, makeMinuteReading, openCorrections, zone } from './correction.fixture.ts';

const { test, admin, addMeasured, correct, undo, cells, cell, rollUp, pack } = await openCorrections();
afterAll(() => test.close());

describe('a corrected value', () => {
  it.each([
    ['minutes that the device sent', packetKind.minute],
    ['minutes made of what it sent in them', packetKind.realtime],
  ])('replaces the measured value, with a mark, a log entry and rebuilt hours: %s', async (_, kind) => {
    const siteId = await addMeasured(`FIX-${kind}`, day, kind);
    expect(await correct(siteId, [{ ts: day, value: 70, before: 10 }])).toMatchObject({
      code: 200,
      data: { changed: 1 },
    });
    expect(await cells(siteId, day, 2)).toEqual([{ value: 70, edited: true, raw: 10 }, { value: 10 }]);
    await rollUp();
    expect(await cells(siteId, day, 1, 'hour')).toMatchObject([{ value: 11, edited: true, high: 70 }]);
    const { body } = await test.send(
      'GET',
      `/data/history/changes?siteId=${siteId}&from=${day}&to=${day + DAY_MS}`,
      { token: admin },
    );
    expect(body['data']).toEqual([
      {
        ts: day,
        channel: channelCode,
        before: '10',
        after: '70',
        reason: 'checked on site',
        by: 'admin',
        at: expect.any(Number),
        correctionId: expect.any(Number),
        correctedValues: 1,
      },
    ]);
  });

  it('reaches the hour without waiting for the next regular roll-up', async () => {
    const siteId = await addMeasured('FIX-SOON');
    await rollUp();
    // Its clock stands still, so no regular roll-up is due.
    const app = { ...test.app, clock: { ...test.app.clock, now: () => new Date(testMinute) } };
    const stop = startRollUps(app, { rollUp: openRollUp(test.app, test.ingest.directory) });
    try {
      await correct(siteId, [{ ts: day, value: 70 }]);
      await soon(() => cells(siteId, day, 1, 'hour')).toMatchObject([{ value: 11 }]);
    } finally {
      await stop();
    }
  });

  it('reaches the hour soon after another process has released the lock of roll-ups', async () => {
    const siteId = await addMeasured('FIX-LOCKED');
    await rollUp();
    const app = { ...test.app, clock: { ...test.app.clock, now: () => new Date(testMinute) } };
    const own = openRollUp(test.app, test.ingest.directory);
    const attempts: (number | undefined)[] = [];
    const runPortion: typeof own.runPortion = async (due) => {
      attempts.push(await own.runPortion(due));
      return attempts.at(-1);
    };
    const stop = startRollUps(app, { rollUp: { ...own, runPortion } });
    try {
      await holdRollUpLock(test.app.pool, async () => {
        await correct(siteId, [{ ts: day, value: 70 }]);
        await soon(() => attempts).toContain(undefined);
      });
      await soon(() => cells(siteId, day, 1, 'hour')).toMatchObject([{ value: 11 }]);
    } finally {
      await stop();
    }
  });

  it('survives repeats, late packets and packing, while the measured value below may change', async () => {
    const siteId = await addMeasured('FIX-LATE');
    await correct(siteId, [{ ts: day, value: 33 }]);
    const expected = { value: 33, edited: true, raw: 10 };
    await storeTestReadings(test, [makeMinuteReading(siteId, day, 10)]);
    expect(await cell(siteId, day)).toEqual(expected);
    await pack();
    expect(await cell(siteId, day)).toEqual(expected);
    await storeTestReadings(test, [makeMinuteReading(siteId, day, 12, { rank: day * 2 + 10 })]);
    expect(await cell(siteId, day)).toEqual({ ...expected, raw: 12 });
    await pack();
    expect(await cell(siteId, day)).toEqual({ ...expected, raw: 12 });
    expect(await undo(siteId, [{ ts: day }])).toMatchObject({ code: 200, data: { changed: 1 } });
    expect(await cell(siteId, day)).toEqual({ value: 12 });
  });

  it('is the same on a packed day as on a loose one', async () => {
    const [packed, loose] = [await addMeasured('FIX-PACKED'), await addMeasured('FIX-LOOSE', day)];
    const change = async (siteId: number) => {
      await correct(siteId, [
        { ts: day, value: 1 },
        { ts: day + MINUTE_MS, value: null },
        { ts: day + 2 * MINUTE_MS, value: 3 },
        { ts: day + 90 * MINUTE_MS, value: 4 },
      ]);
      await undo(siteId, [{ ts: day + 2 * MINUTE_MS }]);
      await correct(siteId, [{ ts: day, value: 2, before: 1 }]);
    };
    await change(loose);
    const expected = await cells(loose, day, 100);
    expect(expected.slice(0, 3)).toEqual([
      { value: 2, edited: true, raw: 10 },
      { value: null, edited: true, raw: 10 },
      { value: 10 },
    ]);
    expect(expected[90]).toEqual({ value: 4, edited: true, raw: null });
    await pack();
    await change(packed);
    expect(await cells(packed, day, 100)).toEqual(expected);
    await pack();
    expect(await cells(packed, day, 100)).toEqual(expected);
    expect(await cells(loose, day, 100)).toEqual(expected);
    await rollUp();
    expect(await cells(packed, day, 2, 'hour')).toEqual(await cells(loose, day, 2, 'hour'));
  });

  it('removes the value from every mean if it is empty', async () => {
    const siteId = await addMeasured('FIX-NULL', day, packetKind.realtime);
    await correct(siteId, [{ ts: day, value: null }]);
    expect(await cell(siteId, day)).toEqual({ value: null, edited: true, raw: 10 });
    // The device sends it again, this time as the mean of the minute.
    await storeTestReadings(test, [makeMinuteReading(siteId, day, 10, { rank: day * 2 + 10 })]);
    expect(await cell(siteId, day)).toMatchObject({ value: null, edited: true });
    await undo(siteId, [{ ts: day }]);
    expect(await cell(siteId, day)).toEqual({ value: 10 });
  });

  it('is the latest value everywhere until it is undone', async () => {
    const ts = testMinute;
    const siteId = await addSite(test, { mn: 'FIX-NEWEST' });
    const sent = makeMinuteReading(siteId, ts, 10, { kind: packetKind.realtime });
    await storeTestReadings(test, [sent]);
    const other = await openTestApp({}, { connection: test.connection });
    const newest = () => [test, other].map(({ ingest }) => ingest.latestOf(siteId)[channelCode]);
    await correct(siteId, [{ ts, value: 44 }]);
    await soon(newest).toMatchObject([
      { value: 44, flag: 'S' },
      { value: 44, flag: 'S' },
    ]);
    await storeTestReadings(test, [sent, { ...sent, rank: sent.rank + 10, values: [11] }]);
    expect(newest()).toMatchObject([{ value: 44 }, { value: 44 }]);
    await undo(siteId, [{ ts }]);
    await soon(newest).toMatchObject([
      { value: 11, flag: 'N' },
      { value: 11, flag: 'N' },
    ]);
    await other.close();
  });

  it('replaces an hour that the device sends', async () => {
    const siteId = await addSite(test, { mn: 'FIX-HOUR' });
    await storeTestReadings(test, [makeMinuteReading(siteId, day, 10, { kind: packetKind.hour })]);
    const hour = { granularity: 'hour' };
    expect((await correct(siteId, [{ ts: day, value: 20 }], hour)).code).toBe(200);
    await rollUp();
    expect(await cells(siteId, day, 1, 'hour')).toMatchObject([{ value: 20, edited: true }]);
    await undo(siteId, [{ ts: day }], hour);
    await rollUp();
    expect(await cells(siteId, day, 1, 'hour')).toMatchObject([{ value: 10 }]);
  });
});

describe('data from the device', () => {
  const china = (ts: number) => new Date(ts + chinaOffsetMs).toISOString().slice(0, 10);

  async function ask(path: string): Promise<Record<string, unknown>[]> {
    const { body } = await test.send('GET', path, { token: admin });
    return (body['rows'] ?? (body['data'] as { rows: unknown }).rows) as Record<string, unknown>[];
  }
  /** The completeness of two days, and their hours and days. */
  async function read(siteId: number) {
    await rollUp();
    const dates = `from=${china(day)}&to=${china(day + DAY_MS)}`;
    const [rates] = await ask(`/data/completeness?period=range&${dates}&siteId=${siteId}`);
    const list = (granularity: string) =>
      ask(
        `/data/history/list?siteId=${siteId}&granularity=${granularity}&from=${day - DAY_MS}&to=${day + 2 * DAY_MS}`,
      );
    return { rates, listed: [await list('minute'), await list('hour'), await list('day')] };
  }

  it.each([packetKind.realtime, packetKind.minute] as const)(
    'are counted alike whatever is corrected and undone: %s',
    async (kind) => {
      const siteId = await addMeasured(`FIX-COUNT-${kind}`, day, kind);
      const before = await read(siteId);
      expect(before.rates).toMatchObject({ values: 60, validValues: 60 });
      // A day without an index is not counted as incomplete either.
      expect(before.listed[2]).toMatchObject([{ aqi: null, reference: false }]);
      const gaps = [90 * MINUTE_MS, DAY_MS].map((after) => ({ ts: day + after }));
      const fill = gaps.map((gap) => ({ ...gap, value: 4 }));
      expect(await correct(siteId, [...fill, { ts: day, value: 70 }])).toMatchObject({
        data: { changed: 3 },
      });
      expect((await read(siteId)).rates).toEqual(before.rates);
      await correct(siteId, [{ ts: day + MINUTE_MS, value: null }]);
      expect((await read(siteId)).rates).toMatchObject({
        ...before.rates,
        validValues: 59,
        validRate: 0.9833,
      });
      if (kind === packetKind.minute) await pack();
      await undo(siteId, [...gaps, { ts: day }, { ts: day + MINUTE_MS }]);
      expect(await read(siteId)).toEqual(before);
      await pack();
      await runTask(test, 'readingTask.repair(7)');
      expect(await read(siteId)).toEqual(before);
    },
  );
});

describe('a correction', () => {
  let siteId: number;
  const clock = formatLocalTime(day, zone);
  beforeAll(async () => {
    siteId = await addMeasured('FIX-NO');
  });

  it.each([
    ['a value out of the range of the channel', [{ ts: day, value: 1e6 }], {}, 'changes.0.value'],
    ['a moment in the future', [{ ts: day + 30 * DAY_MS, value: 1 }], {}, 'changes.0.ts'],
    ['a moment before the retention', [{ ts: day - 4000 * DAY_MS, value: 1 }], {}, 'changes.0.ts'],
    ['a moment within a minute', [{ ts: day + 1000, value: 1 }], {}, 'changes.0.ts'],
    ['an unknown channel', [{ ts: day, value: 1, channel: 'XYZ' }], {}, 'channels'],
    ['a missing reason', [{ ts: day, value: 1 }], { reason: ' x ' }, 'reason'],
    [
      'two changes of one value',
      [
        { ts: day, value: 1 },
        { ts: day, value: 2 },
      ],
      {},
      'changes',
    ],
    [
      'an hour that is computed from minutes',
      [{ ts: day, value: 1 }],
      { granularity: 'hour' },
      'changes.0.ts',
    ],
    ['no changes', [], {}, 'changes'],
  ])('is refused: %s', async (_, changes, more, field) => {
    expect(await correct(siteId, changes, more)).toMatchObject({ code: 500, field });
    expect(await cell(siteId, day)).toEqual({ value: 10 });
  });

  it('is refused as a whole if another user was faster', async () => {
    const changes = [
      { ts: day + MINUTE_MS, value: 5 },
      { ts: day, value: 5, before: 11 },
    ];
    expect(await correct(siteId, changes)).toEqual({
      code: 500,
      field: 'changes.1.before',
      msg: translate('zh', 'errors.correction.conflict', { time: clock, channel: channelCode }),
    });
    expect(await cells(siteId, day, 2)).toEqual([{ value: 10 }, { value: 10 }]);
  });

  it('is refused if there is nothing to undo', async () => {
    expect(await undo(siteId, [{ ts: day }])).toMatchObject({ code: 500, field: 'changes.0.ts' });
  });

  it('is refused with the wrong change, in the time of the site', async () => {
    const changes = [
      { ts: day + MINUTE_MS, value: 5 },
      { ts: day, value: 1e6 },
    ];
    const { msg, field } = await correct(siteId, changes);
    expect(field).toBe('changes.1.value');
    expect(msg).toContain(clock);
    expect(msg).toContain(channelCode);
    expect((await correct(siteId, [{ ts: day + 1000, value: 5 }])).msg).toContain(`${clock}:01`);
  });

  it('is refused without permission and out of reach', async () => {
    await addDepartment(test, 960, 100, [100]);
    await addPerson(test, 'reader', [{ permissions: ['data:history:list'] }]);
    await addPerson(test, 'elsewhere', [{ permissions: ['data:history:edit'], dataScope: '3' }], 960);
    for (const name of ['reader', 'elsewhere']) {
      const token = await test.login(name, personPassword);
      expect((await correct(siteId, [{ ts: day, value: 1 }], {}, token)).code).toBe(403);
    }
    expect(await cell(siteId, day)).toEqual({ value: 10 });
  });
});
