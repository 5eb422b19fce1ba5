import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../../platform/db/transaction.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testHour, testMinute } from '../../../testing/clock.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import { writePublications } from '../../reference/write-publications.ts';
import {
  addRule,
  evaluateAll,
  findTestChannel,
  listLog,
  makeEvaluator,
  makeValueReading,
  storeValue,
} from './alarm.fixture.ts';
import { openAlarmWatch } from './alarm-watch.ts';
import type { Evaluator } from './evaluator.ts';

let test: TestApp;
let evaluator: Evaluator;
let pm: { channelId: number; slot: number };
let sites = 0;

beforeAll(async () => {
  test = await openTestApp();
  evaluator = makeEvaluator(test);
  pm = findTestChannel(test, 'PM2.5');
});
afterAll(() => test.close());

async function addWatchedSite(rule: Record<string, unknown>): Promise<number> {
  sites += 1;
  const siteId = await addSite(test, { mn: `KIND${sites}` });
  await addRule(test, { target: 'site', site_id: siteId, channel_id: pm.channelId, threshold: 100, ...rule });
  return siteId;
}

/** Fills hours that have ended with one value a minute each, the newest last, and rolls them up. */
async function storeHours(siteId: number, values: readonly number[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    const start = testHour - (values.length - index) * HOUR_MS;
    for (let minute = 0; minute < 60; minute += 1)
      await storeValue(test, siteId, pm.slot, start + minute * MINUTE_MS, value);
  }
  await test.services.rollUp.run(true);
}

function storeReport(siteId: number, minute: number, cp: string, cn = '3020'): Promise<void> {
  const device = test.ingest.directory.findBySite(siteId);
  return new Promise((done, refuse) => {
    if (!device) return refuse(new Error('no device'));
    const dataTime = `DataTime=2026111818${String(minute).padStart(2, '0')}00`;
    const packet = {
      qn: `2026111810${minute}00000`,
      cn,
      cp: `${dataTime};${cp}`,
      mn: device.mn,
    } as Parameters<typeof test.ingest.storePacket>[0];
    test.ingest.storePacket(packet, device, refuse, (stored) => (stored ? done() : refuse(new Error(cn))));
  });
}

async function listParts(siteId: number): Promise<unknown> {
  const { rows } = await test.app.pool.query('select detail from alarm_log where site_id = $1', [siteId]);
  return rows[0]?.detail?.parts;
}

describe('rules on', () => {
  it('real-time values see single values', async () => {
    const siteId = await addWatchedSite({ basis: 'realtime' });
    const zero = testMinute - 5 * MINUTE_MS;
    const seconds = { 0: 90, 10: 140, 20: 90 };
    for (const [second, value] of Object.entries(seconds))
      await storeValue(test, siteId, pm.slot, zero + Number(second) * 1000, value, packetKind.realtime);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 0.17, ended: 0.33, peak: 140 }]);
  });

  it('minutes use the mean of real-time values', async () => {
    const siteId = await addWatchedSite({});
    const zero = testMinute - 5 * MINUTE_MS;
    // One value is above the limit, the mean of the minute is not.
    for (const [second, value] of [
      [0, 150],
      [30, 20],
      [60, 150],
      [90, 130],
    ] as const)
      await storeValue(test, siteId, pm.slot, zero + second * 1000, value, packetKind.realtime);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 2, peak: 140 }]);
  });

  it('the rate of change compare with the value a period before', async () => {
    const siteId = await addWatchedSite({ alarm_type: 'rate', rate_minutes: 2, threshold: 50 });
    const zero = testMinute - 9 * MINUTE_MS;
    for (const [minute, value] of [10, 20, 30, 90, 95, 96].entries())
      await storeValue(test, siteId, pm.slot, zero + minute * MINUTE_MS, value);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([
      { raised: 4, ended: 6, peak: 70, type: 'rate' },
    ]);
  });

  it('hours and on the index follow the roll-up', async () => {
    const siteId = await addWatchedSite({ basis: 'hour' });
    await addRule(test, {
      target: 'site',
      site_id: siteId,
      channel_id: null,
      index_code: 'us',
      basis: 'hour',
      threshold: 150,
    });
    await storeHours(siteId, [80, 80, 300]);
    await evaluateAll(evaluator);
    const log = await listLog(test, siteId, testHour);
    // The index of the United States is above its limit an hour earlier than the mean of the hour.
    expect(log).toMatchObject([
      { raised: -60, ended: null, historical: false },
      { raised: 0, ended: null, historical: false },
    ]);
  });

  it('a flat line count its hours', async () => {
    const siteId = await addWatchedSite({ alarm_type: 'quality', quality_kind: 'flat', window_hours: 3 });
    await storeHours(siteId, [12, 55, 55, 55]);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 0, type: 'quality', peak: 3 }]);
  });

  it('reports of stations follow a power fault until it is over', async () => {
    const siteId = await addWatchedSite({
      alarm_type: 'power',
      channel_id: null,
      threshold: null,
      compare: null,
    });
    await storeReport(siteId, 25, 'i12001-Info=6');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 25, ended: null, type: 'power' }]);
    expect(await listParts(siteId)).toEqual([{ kind: 'instrumentPower', of: null }]);
    await storeReport(siteId, 27, 'i12001-Info=0');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 25, ended: 27 }]);
  });

  it('reports of stations follow faults until every part works again', async () => {
    const siteId = await addWatchedSite({
      alarm_type: 'device',
      channel_id: null,
      threshold: null,
      compare: null,
    });
    await storeReport(siteId, 20, 'PolId=a34004;i12001-Info=2');
    await storeReport(siteId, 22, 'PolId=a34002;i12002-Info=1');
    await storeReport(siteId, 24, 'PolId=a34004;i12001-Info=0');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([
      { raised: 20, ended: null, type: 'device' },
    ]);
    expect(await listParts(siteId)).toEqual([
      { kind: 'instrument', of: 'PM2.5' },
      { kind: 'link', of: 'PM10' },
    ]);
    await storeReport(siteId, 26, 'PolId=a34002;i12002-Info=0');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 20, ended: 26 }]);
  });

  it('reports of stations judge what was reported before the rule was created', async () => {
    const siteId = await addWatchedSite({ basis: 'realtime' });
    await evaluator.runRules();
    await storeReport(siteId, 2, 'PolId=a34004;i12001-Info=2');
    const created = test.clock.now();
    await addRule(test, {
      target: 'site',
      site_id: siteId,
      alarm_type: 'device',
      compare: null,
      create_time: created,
    });
    await evaluator.runRules();
    const raised = Math.round((created.getTime() - testHour) / 600) / 100;
    expect(await listLog(test, siteId, testHour)).toMatchObject([
      { raised, ended: null, type: 'device', historical: false },
    ]);
  });

  it('a channel that is not there say nothing, and stop no other rule', async () => {
    const siteId = await addWatchedSite({});
    await addRule(test, {
      target: 'site',
      site_id: siteId,
      compare: 'lt',
      alarm_type: 'unstable',
      threshold: 1,
    });
    await storeValue(test, siteId, pm.slot, testMinute - 2 * MINUTE_MS, 140);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testMinute)).toMatchObject([{ raised: -1, type: 'limit' }]);
  });

  it('reference stations compare with the nearest', async () => {
    const siteId = await addWatchedSite({
      alarm_type: 'reference',
      reference_kind: 'difference',
      threshold: 30,
    });
    await test.app.pool.query('update site set longitude = 116.4, latitude = 39.9 where site_id = $1', [
      siteId,
    ]);
    await test.app.pool.query(
      `insert into reference_station (station_code, station_name, longitude, latitude, facts_of)
       values ('NEAR', 'near', 116.41, 39.91, now()), ('FAR', 'far', 120, 30, now()),
         ('OLD', 'silent', 116.4, 39.9, now())`,
    );
    await test.app.pool.query(
      `insert into reference_reading (station_code, release_time, pm25) values ('NEAR', to_timestamp($1), 40),
         ('FAR', to_timestamp($1), 75), ('OLD', to_timestamp($1) - interval '2 days', 75)`,
      [testHour / 1000],
    );
    await storeHours(siteId, [80]);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 0, peak: 40, type: 'reference' }]);
    const { rows } = await test.app.pool.query('select detail from alarm_log where site_id = $1', [siteId]);
    expect(rows).toEqual([{ detail: { parts: [{ kind: 'reference', of: 'near' }] } }]);
  });

  it.each([
    { minutes: 50, historical: false },
    { minutes: 100, historical: true },
  ])(
    'reference stations are compared with when they publish $minutes minutes after the hour',
    async ({ minutes, historical }) => {
      const code = `LATER${minutes}`;
      const siteId = await addWatchedSite({
        alarm_type: 'reference',
        reference_kind: 'difference',
        threshold: 30,
      });
      const latitude = 20 + minutes / 10;
      await test.app.pool.query('update site set longitude = 110, latitude = $2 where site_id = $1', [
        siteId,
        latitude,
      ]);
      await storeHours(siteId, [80]);
      await evaluateAll(evaluator);
      expect(await listLog(test, siteId, testHour)).toEqual([]);
      test.clock.advance(minutes - (test.clock.now().getTime() - testHour) / MINUTE_MS);
      const zone = test.app.config.zone;
      const row = { stationCode: code, releasedAt: testHour, longitude: 110, latitude, pm25: 45 };
      await test.app.db.transaction().execute((db) =>
        writePublications(db, [row], {
          writtenBy: 'test',
          update: false,
          zone,
          onPublished: test.services.alarmWatch.collectReferences,
        }),
      );
      await evaluateAll(evaluator);
      expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 0, peak: 35, historical }]);
      const { rowCount } = await test.app.pool.query(
        `select from alarm_message join alarm_log using (alarm_id) where site_id = $1 and event = 'raised'`,
        [siteId],
      );
      expect(rowCount).toBe(historical ? 0 : 1);
    },
  );
});

describe('values of a rule on rates of change', () => {
  it('are queued until the last ones are known, and again when another process stores some', async () => {
    const siteId = await addWatchedSite({ alarm_type: 'rate', rate_minutes: 1, threshold: 50 });
    /** Stores the minute that has just ended; returns whether that was queued. */
    const storeNext = async (value: number) => {
      await evaluateAll(evaluator);
      test.clock.advance(1);
      const now = test.clock.now().getTime();
      await storeValue(test, siteId, pm.slot, now - (now % MINUTE_MS) - MINUTE_MS, value);
      const { rowCount } = await test.app.pool.query(
        `select from alarm_input where $1 = any(sites) and ready_at <= $2`,
        [siteId, test.clock.now()],
      );
      return rowCount === 1;
    };
    expect(await storeNext(20)).toBe(true);
    await soon(() => storeNext(20)).toBe(false);
    const other = await openAlarmWatch(test.app);
    const reading = makeValueReading(siteId, pm.slot, test.clock.now().getTime(), 20);
    await transact(test.app.pool, (client) => other.collectReadings(client, [reading]));
    await soon(() => storeNext(20)).toBe(true);
    await soon(() => storeNext(20)).toBe(false);
    expect(await storeNext(90)).toBe(true);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ type: 'rate', ended: null }]);
  });
});
