import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import { defaultZone } from '@limpid/contract/zone';
import { expect } from 'vitest';
import { importAs, makeCsvUpload } from '../../src/features/data/import/history-import.fixture.ts';
import { month, until } from '../../src/features/quality/lock/lock.fixture.ts';
import { insertCoefficients } from '../../src/features/site/coefficients.store.ts';
import { runTask } from '../../src/testing/run-task.ts';
import { soon } from '../../src/testing/soon.ts';
import { connectStation, dataFrames, stationTime, storeTestReadings } from '../../src/testing/stations.ts';
import { type LockedMonth, places } from './locked-month.fixture.ts';

/** A way in which somebody or something may change a locked month. */
type Way = (month: LockedMonth) => Promise<void>;

const { minute, corrected, beyond, after } = places;

const refusal = ({ mn }: LockedMonth) =>
  `${month} of ${mn} is locked: its data does not change until somebody unlocks it`;

/** Sends a request that is refused because of the lock. */
async function refuse(one: LockedMonth, method: string, path: string, json?: object): Promise<void> {
  const { msg } = await one.tools.send(method, `${path}?lang=en`, json);
  expect(msg).toBe(refusal(one));
}

const change = ({ siteId }: LockedMonth, more: object, ts = minute, granularity = 'minute') => ({
  siteId,
  granularity,
  reason: 'checked on site',
  changes: [{ ts, channel: 'PM2.5', ...more }],
});

/** Imports a row in the month, one before its end and one after it; the last one alone is stored. */
async function importRows(one: LockedMonth, granularity: 'minute' | 'hour'): Promise<void> {
  const { mn, tools } = one;
  const times = [minute, after - HOUR_MS, after + 7 * HOUR_MS].map((time) => new Date(time).toISOString());
  const upload = () => makeCsvUpload('time,MN,PM2.5', ...times.map((time) => `${time},${mn},50`));
  const imports = importAs(tools.test, tools.admin);
  const query = `lang=en&replace=true&granularity=${granularity}`;
  const reason = `${mn} is locked for ${month}: nothing is imported for that month`;
  const problems = [2, 3].map((line) => ({ line, reason }));
  expect((await imports.preview(upload(), query)).data).toMatchObject({ failed: 2, problems });
  expect(await imports.importFile(upload(), query)).toMatchObject({ failedCount: 2, failed: problems });
}

async function setCoefficients({ tools, siteId, mn }: LockedMonth, since: number): Promise<void> {
  const setting = tools.test.app.db.transaction().execute((db) =>
    insertCoefficients(db, siteId, [{ channelId: 1, k: 2, b: 0 }], {
      since: new Date(since),
      updateBy: 'x',
    }),
  );
  const refused = { key: 'lock.month_locked', params: { entity: mn, month } };
  await expect(setting).rejects.toMatchObject(refused);
}

/** The flagged periods that begin in the month: those that end in it as well, and those across its end. */
async function listPeriods({ tools, siteId }: LockedMonth) {
  const { rows } = await tools.send('GET', `/data/audit/list?siteId=${siteId}&pageSize=500`);
  const began = (row: Record<string, unknown>) =>
    Date.parse(`${String(row['beganAt']).replace(' ', 'T')}+08:00`);
  const inMonth = rows?.filter((row) => began(row) < until) ?? [];
  const { inside = [], across = [] } = Object.groupBy(inMonth, (row) =>
    began(row) + Number(row['hours']) * HOUR_MS <= until ? 'inside' : 'across',
  );
  const name = ({ periodId, revision }: Record<string, unknown>) => ({ periodId, revision });
  return { inside: inside.map(name), across: across.map(name) };
}

async function applyRules({ tools: { send }, siteId }: LockedMonth): Promise<void> {
  const dateOf = (at: number) => formatLocalDate(at, defaultZone);
  const period = { siteIds: [siteId], from: dateOf(minute - DAY_MS), to: dateOf(after + DAY_MS) };
  const { data } = await send('POST', '/basic/dataRule/apply', period);
  const readState = async () => (await send('GET', `/common/work/${String(data?.['id'])}`)).data?.['state'];
  await soon(readState).toBe('done');
}

/** What people do. */
const byPeople: Record<string, Way> = {
  correction: (one) => refuse(one, 'PUT', '/data/history', change(one, { value: 77 })),
  'correction of an hour': (one) =>
    refuse(one, 'PUT', '/data/history', change(one, { value: 77 }, minute, 'hour')),
  'correction of a range': (one) => {
    const periods = [{ from: minute, to: minute + HOUR_MS }];
    const ranges = [{ siteId: one.siteId, channels: ['PM2.5'], periods }];
    return refuse(one, 'PUT', '/data/history/range', { ranges, reason: 'pump failed', value: null });
  },
  'correction of a range that ends in the month after': (one) => {
    const periods = [{ from: after - HOUR_MS, to: after + HOUR_MS }];
    const ranges = [{ siteId: one.siteId, channels: ['PM2.5'], periods }];
    return refuse(one, 'PUT', '/data/history/range', { ranges, reason: 'pump failed', value: null });
  },
  acceptance: (one) => refuse(one, 'PUT', '/data/history', change(one, { accept: true }, beyond)),
  undo: (one) => refuse(one, 'POST', '/data/history/undo', change(one, {}, corrected)),
  'undo of a whole correction': (one) =>
    refuse(one, 'POST', `/data/history/correction/${one.correctionId}/undo`, { reason: 'pump was fine' }),
  'import of minutes': (one) => importRows(one, 'minute'),
  'import of hours': (one) => importRows(one, 'hour'),
  'K and B in the month': (one) => setCoefficients(one, minute),
  'K and B before the month': (one) => setCoefficients(one, minute - 90 * DAY_MS),
  'issue of a calibration for the past': async (one) => {
    const outcomes = await one.issues.issue([await one.propose()], { since: minute, lang: 'en' });
    expect(outcomes).toMatchObject([{ state: 'failed', problem: expect.stringContaining(one.mn) }]);
    expect(await one.issues.find(one.siteId)).toMatchObject({ state: 'failed' });
  },
  'roll-back of an issue for the past': async (one) => {
    const outcomes = await one.issues.rollBack([one.issueId]);
    expect(outcomes).toMatchObject([{ state: 'confirmed', problem: expect.stringContaining(one.mn) }]);
  },
  'review of flags': async (one) => {
    const { inside, across } = await listPeriods(one);
    expect(inside.length + across.length).toBeGreaterThan(0);
    const reason = 'not in the air';
    for (const state of inside.length > 0 ? ['confirmed', 'rejected'] : [])
      await refuse(one, 'PUT', '/data/audit/review', { periods: inside, state, reason });
    const both = { periods: [...inside, ...across], state: 'confirmed', reason };
    const answer = await one.tools.send('PUT', '/data/audit/review', both);
    expect(answer.code).toBe(across.length > 0 ? 200 : 500);
  },
  'rules that are checked on past data': async (one) => {
    await one.addRule('strict', { test: 'range', basis: 'minute', maxValue: 5, counts: false });
    await applyRules(one);
  },
  'change of a rule': async (one) => {
    const rule = { ...(await one.rules.get(one.rangeRule)), maxValue: 1000, counts: false };
    expect(await one.rules.send('PUT', '', rule)).toMatchObject({ code: 200 });
    await applyRules(one);
  },
  'removal of a rule': async ({ rules, rangeRule }) => {
    expect(await rules.send('DELETE', `/${rangeRule}`)).toMatchObject({ code: 200 });
  },
  'wider range': async ({ tools: { send } }) => {
    const { data } = await send('GET', '/basic/channel/1');
    expect(await send('PUT', '/basic/channel', { ...data, maxValue: 30_000 })).toMatchObject({ code: 200 });
  },
  'removal of the site': async ({ tools: { send }, mn, siteId }) => {
    const { msg } = await send('DELETE', `/site/site/${siteId}?lang=en`);
    expect(msg).toBe(`${mn} has data in a locked month (${month} of ${mn}): unlock it first`);
  },
  'removal of the entity': async ({ tools: { send }, entityId, mn }) => {
    const { msg } = await send('DELETE', `/site/entity/${entityId}?lang=en`);
    expect(msg).toContain(mn);
  },
  'change of the zone': async ({ tools: { send }, entityId }) => {
    const { data } = await send('GET', `/site/entity/${entityId}`);
    const entity = { ...data, zone: 'America/New_York' };
    expect(await send('PUT', '/site/entity', entity)).toMatchObject({ code: 200 });
  },
  'move to another entity': async ({ tools: { send }, siteId, elsewhere }) => {
    const { data } = await send('GET', `/site/site/${siteId}`);
    const site = { ...data, entityId: elsewhere };
    expect(await send('PUT', '/site/site', site)).toMatchObject({ code: 200 });
  },
};

const late = (n: number) => minute + n * MINUTE_MS;

/** What devices send. */
const byDevices: Record<string, Way> = {
  'late packets over TCP': async ({ tools: { gateway }, mn }) => {
    const station = await connectStation(gateway.port);
    const packet = { mn, at: late(5), values: { a34004: 33.5 }, flags: { a34004: 'D' } };
    // A batch with both sides of the end of the month.
    const next = { ...packet, at: after + 5 * MINUTE_MS };
    station.send(...dataFrames(packet), ...dataFrames(next));
    for (const { at } of [packet, next])
      expect(await station.answer(stationTime(at))).toMatchObject({ cn: '9014', mn });
    station.end();
  },
  'repeats over TCP': async ({ tools: { gateway }, mn }) => {
    const station = await connectStation(gateway.port);
    const again = { mn, at: late(5), values: { a34004: 33.5 }, flags: { a34004: 'D' } };
    const other = { mn, at: late(20), cn: '2051', values: { a34004: 99 } };
    for (const [packet, qn] of [
      [again, stationTime(again.at)],
      [other, stationTime(late(7))],
    ] as const) {
      station.send(...dataFrames({ ...packet, qn }));
      expect(await station.answer(qn)).toMatchObject({ cn: '9014', mn });
    }
    station.end();
  },
  'late hours and days over TCP': async ({ tools: { gateway }, mn }) => {
    const station = await connectStation(gateway.port);
    for (const [cn, moment] of [
      ['2061', minute],
      ['2031', minute - 2 * HOUR_MS],
    ] as const) {
      const qn = stationTime(moment + DAY_MS);
      station.send(...dataFrames({ mn, at: moment, cn, qn, values: { a34004: 500 } }));
      expect(await station.answer(qn)).toMatchObject({ cn: '9014', mn });
    }
    station.end();
  },
  'JSON over HTTP': async ({ tools: { test }, mn, httpKey }) => {
    const { body } = await test.send('POST', '/ingest/readings', {
      json: [{ mn, ts: late(25), data: { a34004: 44 } }],
      headers: { 'x-device-key': httpKey },
    });
    expect(body).toMatchObject({ code: 200, data: { stored: 1 } });
  },
  'packets and JSON over MQTT': async ({ broker, mn }) => {
    const frame = String(dataFrames({ mn, at: late(26), values: { a34004: 45 } })[0]);
    const json = JSON.stringify({ ts: late(27) / 1000, data: { a34004: 46 } });
    for (const payload of [frame, json]) {
      const number = broker.publish({ topic: `air/${mn}/data`, payload });
      await soon(() => broker.acknowledged.has(number)).toBe(true);
    }
  },
  'late packets of neighbours that a rule asks': async ({ tools: { test }, makeNeighbourMinutes }) =>
    storeTestReadings(test, makeNeighbourMinutes()),
};

/** What the program does by itself. */
const byProgram: Record<string, Way> = {
  'hours that a rule compares with, revised': ({ publish }) => publish(400),
  repair: async ({ tools: { test } }) => {
    await runTask(test, 'readingTask.repair(20)');
  },
  'hours that are queued nevertheless': async ({ tools: { test }, siteId }) => {
    await test.app.pool.query(
      `insert into dirty_hour (hour, sites) select ts, array[$1::integer] from reading_hour where site_id = $1`,
      [siteId],
    );
  },
};

/** Everything that may change a locked month, in an order in which none keeps another from being tried. */
export const ways: readonly (readonly [name: string, tries: Way])[] = [
  ...Object.entries(byDevices),
  ...Object.entries(byProgram),
  ...Object.entries(byPeople),
];
