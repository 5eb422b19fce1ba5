import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../platform/texts.ts';
import { clockOf, hourOf } from '../../platform/zone.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { runTask } from '../../testing/run-task.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, stationTime, storeReadings } from '../../testing/stations.ts';
import { makePacket } from '../ingest/reading.fixture.ts';
import type { Kind, Reading } from '../ingest/reading.ts';
import { openRollUp } from '../ingest/roll-up.ts';

let test: TestApp;
let admin: string;
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const zone = 'Asia/Shanghai';
/** Old enough to be packed, and the start of an hour. */
const day = Math.floor(Date.now() / dayMs) * dayMs - 5 * dayMs;
const channel = 'PM2.5';

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
});
afterAll(() => test.close());

function reading(siteId: number, ts: number, value: number | null, more: Partial<Reading> = {}): Reading {
  const hour = hourOf(ts, zone);
  return { siteId, kind: 2051, ts, hour, rank: ts * 2, slots: [1], values: [value], marks: [], ...more };
}

/** A site with an hour of minutes, all of them 10. */
async function addMeasured(mn: string, start = day, kind: Kind = 2051): Promise<number> {
  const siteId = await addSite(test, { mn });
  const minutes = Array.from({ length: 60 }, (_, n) => reading(siteId, start + n * minuteMs, 10, { kind }));
  await storeReadings(test, minutes);
  return siteId;
}

type Change = {
  ts: number;
  channel?: string;
  value?: number | null;
  accept?: boolean;
  before?: number | null;
};

async function send(method: string, path: string, json: object, token = admin) {
  const { body } = await test.send(method, path, { token, json });
  return body as typeof body & { data?: { changed: number }; field?: string };
}
const say = (siteId: number, changes: Change[], more: object = {}) => ({
  siteId,
  granularity: 'minute',
  reason: 'checked on site',
  changes: changes.map((change) => ({ channel, ...change })),
  ...more,
});
const correct = (siteId: number, changes: Change[], more: object = {}, token = admin) =>
  send('PUT', '/data/history', say(siteId, changes, more), token);
const undo = (siteId: number, changes: Change[], more: object = {}) =>
  send('POST', '/data/history/undo', say(siteId, changes, more));

interface Cell {
  value: number | null;
  edited?: true;
  flag?: string;
  raw?: number | null;
  outOfRange?: number;
}

async function cells(
  siteId: number,
  from: number,
  count = 1,
  granularity = 'minute',
): Promise<(Cell | undefined)[]> {
  const step = granularity === 'hour' ? hourMs : minuteMs;
  const query = `siteId=${siteId}&granularity=${granularity}&from=${from}&to=${from + count * step}&channels=${channel}&raw=true`;
  const { body } = await test.send('GET', `/data/history/list?${query}`, { token: admin });
  const { rows } = body['data'] as { rows: { ts: number; values: Record<string, Cell> }[] };
  return Array.from(
    { length: count },
    (_, n) => rows.find(({ ts }) => ts === from + n * step)?.values[channel],
  );
}
const cell = async (siteId: number, ts: number) => (await cells(siteId, ts))[0];
const rollUp = () => openRollUp(test.app, test.ingest.directory).run(true);
const pack = () => runTask(test, 'readingTask.pack(3)');

describe('a corrected value', () => {
  it.each([
    ['minutes that the device sent', 2051 as const],
    ['minutes made of what it sent in them', 2011 as const],
  ])('stands in the place of what was measured, with a mark, a trace and new hours: %s', async (_, kind) => {
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
      `/data/history/changes?siteId=${siteId}&from=${day}&to=${day + dayMs}`,
      { token: admin },
    );
    expect(body['data']).toEqual([
      {
        ts: day,
        channel,
        before: '10',
        after: '70',
        reason: 'checked on site',
        by: 'admin',
        at: expect.any(Number),
      },
    ]);
  });

  it('survives repeats, late packets and packing; what was measured below may change', async () => {
    const siteId = await addMeasured('FIX-LATE');
    await correct(siteId, [{ ts: day, value: 33 }]);
    const expected = { value: 33, edited: true, raw: 10 };
    await storeReadings(test, [reading(siteId, day, 10)]);
    expect(await cell(siteId, day)).toEqual(expected);
    await pack();
    expect(await cell(siteId, day)).toEqual(expected);
    await storeReadings(test, [reading(siteId, day, 12, { rank: day * 2 + 10 })]);
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
        { ts: day + minuteMs, value: null },
        { ts: day + 2 * minuteMs, value: 3 },
        { ts: day + 90 * minuteMs, value: 4 },
      ]);
      await undo(siteId, [{ ts: day + 2 * minuteMs }]);
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

  it('that says there is none takes the value out of every mean', async () => {
    const siteId = await addMeasured('FIX-NULL', day, 2011);
    await correct(siteId, [{ ts: day, value: null }]);
    expect(await cell(siteId, day)).toEqual({ value: null, edited: true, raw: 10 });
    // Sent again by the device, as the minute's mean this time.
    await storeReadings(test, [reading(siteId, day, 10, { rank: day * 2 + 10 })]);
    expect(await cell(siteId, day)).toMatchObject({ value: null, edited: true });
    await undo(siteId, [{ ts: day }]);
    expect(await cell(siteId, day)).toEqual({ value: 10 });
  });

  it('is the newest one everywhere, until it is taken back', async () => {
    const ts = Math.floor(Date.now() / minuteMs) * minuteMs;
    const siteId = await addSite(test, { mn: 'FIX-NEWEST' });
    const sent = reading(siteId, ts, 10, { kind: 2011 });
    await storeReadings(test, [sent]);
    const other = await openTestApp({}, { connection: test.connection });
    const newest = () => [test, other].map(({ ingest }) => ingest.newestOf(siteId)[channel]);
    await correct(siteId, [{ ts, value: 44 }]);
    await soon(newest).toMatchObject([
      { value: 44, flag: 'S' },
      { value: 44, flag: 'S' },
    ]);
    await storeReadings(test, [sent, { ...sent, rank: sent.rank + 10, values: [11] }]);
    expect(newest()).toMatchObject([{ value: 44 }, { value: 44 }]);
    await undo(siteId, [{ ts }]);
    await soon(newest).toMatchObject([
      { value: 11, flag: 'N' },
      { value: 11, flag: 'N' },
    ]);
    await other.close();
  });

  it('of an hour stands where the device sends hours', async () => {
    const siteId = await addSite(test, { mn: 'FIX-HOUR' });
    await storeReadings(test, [reading(siteId, day, 10, { kind: 2061 })]);
    const hour = { granularity: 'hour' };
    expect((await correct(siteId, [{ ts: day, value: 20 }], hour)).code).toBe(200);
    await rollUp();
    expect(await cells(siteId, day, 1, 'hour')).toMatchObject([{ value: 20, edited: true }]);
    await undo(siteId, [{ ts: day }], hour);
    await rollUp();
    expect(await cells(siteId, day, 1, 'hour')).toMatchObject([{ value: 10 }]);
  });
});

describe('Min and Max of a minute', () => {
  it('are kept through packing, hours and days, and go with a corrected mean', async () => {
    const siteId = await addMeasured('EXTREME');
    const device = test.ingest.directory.findByMn('EXTREME');
    if (!device) throw new Error('no device');
    const minute = (n: number, values: string) => {
      const at = stationTime(day + n * minuteMs);
      const packet = makePacket(
        `DataTime=${at.slice(0, 14)};${values}`,
        `QN=${at};ST=22;CN=2051;PW=1;MN=EXTREME;Flag=5`,
      );
      return new Promise((done) => test.ingest.take(packet, device, () => undefined, done));
    };
    await minute(61, 'a34004-Min=2,a34004-Avg=10,a34004-Max=70,a34004-Flag=N');
    await minute(62, 'a34004-Min=0,a34004-Avg=10,a34004-Max=65535,a34004-Flag=N');
    const fill = Array.from({ length: 50 }, (_, n) => reading(siteId, day + (n + 65) * minuteMs, 10));
    await storeReadings(test, fill);
    const read = async () => {
      await rollUp();
      return [
        ...(await cells(siteId, day + 61 * minuteMs, 2)),
        ...(await cells(siteId, day + hourMs, 1, 'hour')),
      ];
    };
    const expected = [
      { value: 10, low: 2, high: 70 },
      { value: 10, low: 0, high: 65_535 },
      // What the channel cannot be is kept with the minute and left out of the hour.
      { value: 10, low: 0, high: 70, covered: 52 * 60 },
    ];
    expect(await read()).toEqual(expected);
    await pack();
    await runTask(test, 'readingTask.repair(7)');
    expect(await read()).toEqual(expected);
    await correct(siteId, [{ ts: day + 61 * minuteMs, value: 11 }]);
    expect(await read()).toMatchObject([{ value: 11, raw: 10 }, expected[1], { low: 0, high: 11 }]);
    await undo(siteId, [{ ts: day + 61 * minuteMs }]);
    expect(await read()).toEqual(expected);
  });

  it('leaves flag and raw value to the readings that count', async () => {
    const siteId = await addSite(test, { mn: 'COUNTING' });
    const fault = { slot: 1, flag: 'D', bits: 0, raw: 99, rank: null };
    const corrected = { slot: 1, flag: 'S', bits: 0, raw: 4, rank: null };
    await storeReadings(test, [
      reading(siteId, day, null, { marks: [fault] }),
      reading(siteId, day + 1000, 8, { kind: 2011, marks: [corrected] }),
      reading(siteId, day + 2000, null, { kind: 2011, marks: [fault] }),
    ]);
    expect(await cell(siteId, day)).toEqual({ value: 8, flag: 'S', raw: 4 });
    await storeReadings(test, [reading(siteId, day + minuteMs, null, { marks: [fault] })]);
    expect(await cell(siteId, day + minuteMs)).toEqual({ value: null, flag: 'D', raw: 99 });
  });
});

describe('a value out of range', () => {
  const storm = (siteId: number, minute: number, raw: number, kind: Kind = 2051) =>
    reading(siteId, day + minute * minuteMs, null, {
      kind,
      marks: [{ slot: 1, flag: 'T', bits: 1, raw, rank: null }],
    });
  /** An hour of tens with two minutes of a storm. */
  async function addStorm(mn: string): Promise<number> {
    const siteId = await addSite(test, { mn });
    const calm = Array.from({ length: 58 }, (_, n) => reading(siteId, day + (n + 2) * minuteMs, 10));
    await storeReadings(test, [storm(siteId, 0, 12_000), storm(siteId, 1, 13_000), ...calm]);
    return siteId;
  }
  async function read(siteId: number) {
    await rollUp();
    const list = async (granularity: string) => {
      const query = `siteId=${siteId}&granularity=${granularity}&from=${day}&to=${day + hourMs}&channels=${channel}`;
      const { body } = await test.send('GET', `/data/history/list?${query}&pageSize=2&raw=true`, {
        token: admin,
      });
      return (body['data'] as { rows: { values: Record<string, Cell> }[] }).rows.map(
        ({ values }) => values[channel],
      );
    };
    const trend = async (granularity: string) => {
      const query = `siteIds=${siteId}&channels=${channel}&granularity=${granularity}&from=${day}&to=${day + hourMs}`;
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
      { ts: [day, day + minuteMs], values: [12_000, 13_000] },
      { ts: [day], values: [13_000] },
      { ts: [day], values: [13_000] },
    ],
  };

  it('is shown with a mark and counts nowhere until it is accepted; undone, all is as before, packed or not', async () => {
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
      // Sent again, it stays accepted.
      await storeReadings(test, [storm(siteId, 0, 12_000)]);
      expect((await read(siteId)).minutes).toEqual(after.minutes);
      if (siteId === packed) await pack();
      expect(await undo(siteId, [{ ts: day }])).toMatchObject({ code: 200, data: { changed: 1 } });
      expect(await read(siteId)).toEqual(before);
    }
  });

  it('of several readings in a minute is accepted reading by reading, beside those that count', async () => {
    const siteId = await addSite(test, { mn: 'STORM-2011' });
    const later = { ...storm(siteId, 0, 12_000, 2011), ts: day + 30_000 };
    await storeReadings(test, [reading(siteId, day, 4000, { kind: 2011 }), later]);
    expect(await cell(siteId, day)).toMatchObject({ value: 4000, outOfRange: 12_000 });
    await correct(siteId, [{ ts: day, accept: true }]);
    expect(await cell(siteId, day)).toMatchObject({ value: 8000, edited: true });
    await undo(siteId, [{ ts: day }]);
    expect(await cell(siteId, day)).toMatchObject({ value: 4000, outOfRange: 12_000 });
  });

  it('of a whole hour is accepted with all its minutes, and undone with them', async () => {
    const siteId = await addSite(test, { mn: 'STORM-HOUR' });
    const hour = { granularity: 'hour' };
    const minutes = Array.from({ length: 60 }, (_, n) => storm(siteId, n, 12_000));
    await storeReadings(test, minutes);
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

  it('of a few minutes is accepted by their hour; undone, corrections of other minutes stay', async () => {
    const siteId = await addStorm('STORM-PART');
    const hour = { granularity: 'hour' };
    await correct(siteId, [{ ts: day + 5 * minuteMs, value: 70 }]);
    expect(await correct(siteId, [{ ts: day, accept: true, before: 13_000 }], hour)).toMatchObject({
      code: 200,
    });
    expect((await cells(siteId, day, 2)).map((one) => one?.value)).toEqual([12_000, 13_000]);
    expect(await undo(siteId, [{ ts: day }], hour)).toMatchObject({ code: 200 });
    expect((await cells(siteId, day, 6)).map((one) => one?.value)).toEqual([null, null, 10, 10, 10, 70]);
    // No accepted minute is left, so the hour only changes with its minutes.
    expect(await undo(siteId, [{ ts: day }], hour)).toMatchObject({ code: 500, field: 'changes.0.ts' });
  });

  it('is the newest one with its number, and has none once accepted', async () => {
    const ts = Math.floor(Date.now() / minuteMs) * minuteMs;
    const siteId = await addSite(test, { mn: 'STORM-NOW' });
    await storeReadings(test, [{ ...storm(siteId, 0, 12_000, 2011), ts, hour: hourOf(ts, zone) }]);
    const values = async () => {
      const { body } = await test.send('GET', '/data/realtime/list?mn=STORM-NOW', { token: admin });
      return (body['rows'] as { values: Record<string, object> }[])[0]?.values[channel];
    };
    expect(await values()).toEqual({ ts, value: null, flag: 'T', outOfRange: 12_000, fresh: true });
    await correct(siteId, [{ ts, accept: true }]);
    expect(await values()).toEqual({ ts, value: 12_000, flag: 'S', fresh: true });
  });

  it.each([
    ['where there is none', { accept: true }, 'changes.0.ts'],
    ['together with another value', { accept: true, value: 3 }, 'changes.0.value'],
    ['without either', {}, 'changes.0.value'],
    ['by somebody who saw another number', { ts: day, accept: true, before: 11_000 }, 'changes.0.before'],
  ])('is not accepted %s', async (_, change, field) => {
    const siteId = await addStorm(`STORM-${field}-${Object.keys(change).length}`.slice(0, 24));
    const body = await correct(siteId, [{ ts: day + 2 * minuteMs, ...change }]);
    expect(body).toMatchObject({ code: 500, field });
  });
});

describe('what came from the device', () => {
  const china = (ts: number) => new Date(ts + 8 * hourMs).toISOString().slice(0, 10);

  async function ask(path: string): Promise<Record<string, unknown>[]> {
    const { body } = await test.send('GET', path, { token: admin });
    return (body['rows'] ?? (body['data'] as { rows: unknown }).rows) as Record<string, unknown>[];
  }
  /** The rates of two days, and the hours and days that are listed for them. */
  async function read(siteId: number) {
    await rollUp();
    const dates = `from=${china(day)}&to=${china(day + dayMs)}`;
    const [rates] = await ask(`/data/completeness?period=range&${dates}&siteId=${siteId}`);
    const list = (granularity: string) =>
      ask(
        `/data/history/list?siteId=${siteId}&granularity=${granularity}&from=${day - dayMs}&to=${day + 2 * dayMs}`,
      );
    return { rates, listed: [await list('minute'), await list('hour'), await list('day')] };
  }

  it.each([2011, 2051] as const)('is counted alike whatever is corrected and undone: %s', async (kind) => {
    const siteId = await addMeasured(`FIX-COUNT-${kind}`, day, kind);
    const before = await read(siteId);
    expect(before.rates).toMatchObject({ values: 60, validValues: 60 });
    // A day without an index is not one of fewer pollutants either.
    expect(before.listed[2]).toMatchObject([{ aqi: null, reference: false }]);
    const gaps = [90 * minuteMs, dayMs].map((after) => ({ ts: day + after }));
    const fill = gaps.map((gap) => ({ ...gap, value: 4 }));
    expect(await correct(siteId, [...fill, { ts: day, value: 70 }])).toMatchObject({ data: { changed: 3 } });
    expect((await read(siteId)).rates).toEqual(before.rates);
    await correct(siteId, [{ ts: day + minuteMs, value: null }]);
    expect((await read(siteId)).rates).toMatchObject({ ...before.rates, validValues: 59, validRate: 0.9833 });
    if (kind === 2051) await pack();
    await undo(siteId, [...gaps, { ts: day }, { ts: day + minuteMs }]);
    expect(await read(siteId)).toEqual(before);
    await pack();
    await runTask(test, 'readingTask.repair(7)');
    expect(await read(siteId)).toEqual(before);
  });
});

describe('a correction is refused', () => {
  let siteId: number;
  const clock = clockOf(day, zone);
  beforeAll(async () => {
    siteId = await addMeasured('FIX-NO');
  });

  it.each([
    ['out of the range of the channel', [{ ts: day, value: 1e6 }], {}, 'changes.0.value'],
    ['in the future', [{ ts: day + 30 * dayMs, value: 1 }], {}, 'changes.0.ts'],
    ['older than what is kept', [{ ts: day - 4000 * dayMs, value: 1 }], {}, 'changes.0.ts'],
    ['within a minute', [{ ts: day + 1000, value: 1 }], {}, 'changes.0.ts'],
    ['of a channel that is none', [{ ts: day, value: 1, channel: 'XYZ' }], {}, 'channels'],
    ['without a reason', [{ ts: day, value: 1 }], { reason: ' x ' }, 'reason'],
    [
      'twice for one value',
      [
        { ts: day, value: 1 },
        { ts: day, value: 2 },
      ],
      {},
      'changes',
    ],
    ['for an hour that is made of minutes', [{ ts: day, value: 1 }], { granularity: 'hour' }, 'changes.0.ts'],
    ['of nothing', [], {}, 'changes'],
  ])('%s', async (_, changes, more, field) => {
    expect(await correct(siteId, changes, more)).toMatchObject({ code: 500, field });
    expect(await cell(siteId, day)).toEqual({ value: 10 });
  });

  it('when somebody else was faster: all of it', async () => {
    const changes = [
      { ts: day + minuteMs, value: 5 },
      { ts: day, value: 5, before: 11 },
    ];
    expect(await correct(siteId, changes)).toEqual({
      code: 500,
      field: 'changes.1.before',
      msg: translate('zh', 'errors.correction.conflict', { time: clock, channel }),
    });
    expect(await cells(siteId, day, 2)).toEqual([{ value: 10 }, { value: 10 }]);
  });

  it('when there is nothing to take back', async () => {
    expect(await undo(siteId, [{ ts: day }])).toMatchObject({ code: 500, field: 'changes.0.ts' });
  });

  it('with the one that is wrong, by the clock of the site', async () => {
    const changes = [
      { ts: day + minuteMs, value: 5 },
      { ts: day, value: 1e6 },
    ];
    const { msg, field } = await correct(siteId, changes);
    expect(field).toBe('changes.1.value');
    expect(msg).toContain(clock);
    expect(msg).toContain(channel);
    expect((await correct(siteId, [{ ts: day + 1000, value: 5 }])).msg).toContain(`${clock}:01`);
  });

  it('without the right to it, and out of reach', async () => {
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
