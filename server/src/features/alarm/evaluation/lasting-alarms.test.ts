import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Lease, LeaseLostError, releaseLease, takeLease } from '../../../platform/lease/lease.store.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testHour, testMinute } from '../../../testing/clock.ts';
import { addSite } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import { clear } from '../log/alarm-action.store.ts';
import {
  addRule,
  evaluateAll,
  findTestChannel,
  listLog,
  makeEvaluator,
  storeValue,
} from './alarm.fixture.ts';
import type { Evaluator } from './evaluator.ts';

let test: TestApp;
let evaluator: Evaluator;
let pm: { channelId: number; slot: number };
const zero = testMinute - 60 * MINUTE_MS;
const at = (minute: number) => zero + minute * MINUTE_MS;
let sites = 0;

beforeAll(async () => {
  test = await openTestApp();
  evaluator = makeEvaluator(test);
  pm = findTestChannel(test, 'PM2.5');
});
afterAll(() => test.close());

async function addWatchedSite(rule: Record<string, unknown> = {}): Promise<number> {
  sites += 1;
  const siteId = await addSite(test, { mn: `LAST${sites}` });
  await addRule(test, { target: 'site', site_id: siteId, channel_id: pm.channelId, threshold: 100, ...rule });
  return siteId;
}

async function raiseAt(siteId: number): Promise<void> {
  await storeValue(test, siteId, pm.slot, at(58), 120);
  await evaluateAll(evaluator);
  expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 59, ended: null }]);
}

async function change(statement: string, siteId: number): Promise<void> {
  await test.app.pool.query(statement, [siteId]);
  await test.services.alarmWatch.refresh();
  await evaluator.runRules();
}

describe('a running alarm ends', () => {
  it('when its rule is deleted', async () => {
    const siteId = await addWatchedSite();
    await raiseAt(siteId);
    await change('delete from alarm_rule where site_id = $1', siteId);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'rule' }]);
  });

  it('when its site is disabled', async () => {
    const siteId = await addWatchedSite();
    await raiseAt(siteId);
    await change(`update site set status = '1' where site_id = $1`, siteId);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'rule' }]);
  });

  it('when the limit of its site is removed', async () => {
    const siteId = await addWatchedSite({ threshold: null, site_limit: true });
    const { rows } = await test.app.pool.query(
      `select channel_id from basic_device_type_channel where device_type_id = 1 order by order_num, channel_id limit 1`,
    );
    await test.app.pool.query('update alarm_rule set channel_id = $2 where site_id = $1', [
      siteId,
      rows[0]?.channel_id,
    ]);
    await change('update site set threshold = 100 where site_id = $1', siteId);
    const first = test.ingest.directory.channels().find(({ channelId }) => channelId === rows[0]?.channel_id);
    await storeValue(test, siteId, first?.slot ?? 0, at(58), 120);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 59, ended: null }]);
    await change('update site set threshold = null where site_id = $1', siteId);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'rule' }]);
  });

  it('when its device type no longer measures the channel', async () => {
    const siteId = await addWatchedSite();
    await raiseAt(siteId);
    await change('update site set device_type_id = 2 where site_id = $1', siteId);
    await test.app.pool.query(
      'delete from basic_device_type_channel where device_type_id = 2 and channel_id = $1',
      [pm.channelId],
    );
    await change('select $1::integer', siteId);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'rule' }]);
  });

  it('when its rule is given another channel', async () => {
    const siteId = await addWatchedSite();
    await raiseAt(siteId);
    const other = findTestChannel(test, 'PM10');
    await change(
      `update alarm_rule set channel_id = ${other.channelId}, threshold = 500 where site_id = $1`,
      siteId,
    );
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'rule', peak: 120 }]);
    await storeValue(test, siteId, other.slot, at(59), 700);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([
      { reason: 'rule', peak: 120 },
      { ended: null, peak: 700 },
    ]);
  });
});

describe('an exceedance that goes on', () => {
  it('raises a new alarm when its rule was disabled and is enabled again', async () => {
    const siteId = await addWatchedSite();
    await raiseAt(siteId);
    await change(`update alarm_rule set status = '1' where site_id = $1`, siteId);
    await change(`update alarm_rule set status = '0' where site_id = $1`, siteId);
    await storeValue(test, siteId, pm.slot, at(59), 130);
    test.clock.advance(1);
    await storeValue(test, siteId, pm.slot, at(60), 130);
    test.clock.advance(1);
    await storeValue(test, siteId, pm.slot, at(61), 130);
    test.clock.advance(1);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'rule' }, { ended: null }]);
  });
});

describe('an alarm that a person has cleared', () => {
  it('does not return with a late value, but when it is time to remind', async () => {
    const siteId = await addWatchedSite({ remind_minutes: 30 });
    await raiseAt(siteId);
    const { rows } = await test.app.pool.query('select alarm_id from alarm_log where site_id = $1', [siteId]);
    await clear(test.app.db, {
      alarmIds: [Number(rows[0]?.alarm_id)],
      userName: 'admin',
      at: test.clock.now(),
    });
    await storeValue(test, siteId, pm.slot, at(57), 80);
    await evaluateAll(evaluator);
    await storeValue(test, siteId, pm.slot, at(59), 130);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 59, reason: 'person' }]);
    for (let fives = 0; fives < 7; fives += 1) {
      test.clock.advance(5);
      const now = test.clock.now().getTime();
      await storeValue(test, siteId, pm.slot, now - (now % MINUTE_MS) - MINUTE_MS, 130);
    }
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'person' }, { ended: null }]);
  });
});

describe('values older than the evaluation looks back', () => {
  it('change no alarms', async () => {
    const siteId = await addWatchedSite();
    const day = (days: number) => testMinute - days * DAY_MS;
    await test.app.pool.query(
      `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, channel_id, basis, value, peak, peak_at,
         raised_at, ended_at, end_reason, message_at)
       select $1, rule_id, rule_name, 'limit', 'major', channel_id, 'minute', 120, 120, $2, $2, $3, 'recovered', $2
       from alarm_rule where site_id = $1`,
      [siteId, new Date(day(35)).toISOString(), new Date(day(35) + MINUTE_MS).toISOString()],
    );
    await storeValue(test, siteId, pm.slot, day(40), 140);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'recovered' }]);
  });
});

describe('reports about the power supply', () => {
  const send = (siteId: number, minute: number, items: string) =>
    new Promise<void>((done, refuse) => {
      const device = test.ingest.directory.findBySite(siteId);
      if (!device) return refuse(new Error('no device'));
      const cp = `DataTime=2026111818${minute}00;${items}`;
      const packet = { qn: `2026111810${minute}00000`, cn: '3020', cp, mn: device.mn } as Parameters<
        typeof test.ingest.storePacket
      >[0];
      test.ingest.storePacket(packet, device, refuse, (stored) => (stored ? done() : refuse(new Error(cp))));
    });

  it('keep an alarm while one of them tells of a fault', async () => {
    const siteId = await addWatchedSite({
      alarm_type: 'power',
      channel_id: null,
      threshold: 180,
      compare: null,
    });
    await send(siteId, 20, 'i12001-Info=6;i33103-Info=220');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 20, ended: null }]);
    await send(siteId, 22, 'i33103-Info=221');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 20, ended: null }]);
    await send(siteId, 24, 'i12001-Info=0;i33103-Info=170');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 20, ended: null }]);
    await send(siteId, 26, 'i33103-Info=219');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 20, ended: 26, peak: 170 }]);
    const { rows } = await test.app.pool.query('select compare from alarm_log where site_id = $1', [siteId]);
    expect(rows).toEqual([{ compare: 'lt' }]);
  });

  it('repeat the message while nothing else is reported', async () => {
    const siteId = await addWatchedSite({
      alarm_type: 'power',
      channel_id: null,
      threshold: 180,
      compare: null,
      interval: 2,
      interval_unit: 'h',
    });
    await send(siteId, 20, 'i33103-Info=170');
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 20, repeats: 0 }]);
    test.clock.advance(120);
    await evaluateAll(evaluator);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, testHour)).toMatchObject([{ raised: 20, repeats: 1, ended: null }]);
  });
});

describe('an alarm of a station that became silent', () => {
  it('ends for lack of data, and goes on with a message when late and current values say so', async () => {
    const siteId = await addWatchedSite();
    const now = test.clock.now().getTime();
    const current = now - (now % MINUTE_MS);
    const storeAt = (minute: number) => storeValue(test, siteId, pm.slot, current + minute * MINUTE_MS, 120);
    await storeAt(-2);
    await evaluateAll(evaluator);
    test.clock.advance(15);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, current)).toMatchObject([{ raised: -1, ended: 10, reason: 'noData' }]);
    for (const minute of [4, 9, 13]) await storeAt(minute);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, current)).toMatchObject([
      { raised: -1, ended: null, reason: null, historical: false },
    ]);
    const { rows } = await test.app.pool.query(
      `select event from alarm_message join alarm_log using (alarm_id) where site_id = $1 order by message_id`,
      [siteId],
    );
    expect(rows.map(({ event }) => event)).toEqual(['raised', 'ended', 'raised']);
  });
});

/** Records when a station last sent something. */
function contact(siteId: number, seen: number) {
  return test.app.pool.query(
    `insert into site_contact (site_id, last_seen) values ($1, to_timestamp($2 / 1000.0))
     on conflict (site_id) do update set last_seen = excluded.last_seen`,
    [siteId, seen],
  );
}

describe('silent stations', () => {
  it('are given their time again after an outage of the server, and are notified of once', async () => {
    const now = () => test.clock.now().getTime();
    const [silent, back] = [await addSite(test, { mn: 'OUTAGE1' }), await addSite(test, { mn: 'OUTAGE2' })];
    for (const siteId of [silent, back]) {
      const rule = { alarm_type: 'offline', compare: null, for_seconds: 600, interval: 0 };
      await addRule(test, { target: 'site', site_id: siteId, ...rule });
      await contact(siteId, now() - 5 * MINUTE_MS);
    }
    await evaluator.runContacts(0);
    test.clock.advance(60);
    const startedAt = now();
    await evaluator.runContacts(startedAt);
    await contact(back, now());
    for (const minutes of [2, 4, 6]) {
      test.clock.advance(minutes);
      await contact(back, now());
      await evaluator.runContacts(startedAt);
      expect(await listLog(test, silent, zero)).toEqual([]);
    }
    // The process was stuck for a while: the station is silent all the same.
    test.clock.advance(40);
    await contact(back, now());
    await evaluator.runContacts(startedAt);
    await evaluator.runContacts(startedAt);
    expect(await listLog(test, back, zero)).toEqual([]);
    const raised = (startedAt - zero) / MINUTE_MS + 13;
    expect(await listLog(test, silent, zero)).toMatchObject([
      { raised: expect.closeTo(raised, 1), ended: null, historical: false },
    ]);
    const { rows } = await test.app.pool.query(
      `select event from alarm_message join alarm_log using (alarm_id) where site_id = $1`,
      [silent],
    );
    expect(rows).toEqual([{ event: 'raised' }]);
  });

  it('raise an offline alarm that is repeated and ends with the next packet', async () => {
    const startedAt = 0;
    const siteId = await addSite(test, { mn: 'SILENT' });
    await addRule(test, { target: 'site', site_id: siteId, alarm_type: 'offline', compare: null });
    await contact(siteId, at(60));
    await evaluator.runContacts(startedAt);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 63, ended: null, type: 'offline' }]);
    test.clock.advance(30);
    await evaluator.runContacts(startedAt);
    await evaluator.runContacts(startedAt);
    await contact(siteId, test.clock.now().getTime());
    await evaluator.runContacts(startedAt);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 63, reason: 'recovered' }]);
    const { rows } = await test.app.pool.query(
      `select event from alarm_event join alarm_log using (alarm_id) where site_id = $1 order by event_id`,
      [siteId],
    );
    expect(rows.map(({ event }) => event)).toEqual(['raised', 'repeated', 'ended']);
  });

  it('keep the alarms of earlier silences when the next one begins', async () => {
    const siteId = await addSite(test, { mn: 'SILENT2' });
    await addRule(test, { target: 'site', site_id: siteId, alarm_type: 'offline', compare: null });
    await contact(siteId, test.clock.now().getTime() - 10 * MINUTE_MS);
    await evaluator.runContacts(0);
    await contact(siteId, test.clock.now().getTime());
    await evaluator.runContacts(0);
    test.clock.advance(90);
    await contact(siteId, test.clock.now().getTime() - 10 * MINUTE_MS);
    await evaluator.runStates();
    await evaluator.runContacts(0);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'recovered' }, { ended: null }]);
  });
});

describe('two evaluators', () => {
  it('raise and end each alarm once when one takes over while the other evaluates the same values', async () => {
    const [first, second] = [makeEvaluator(test), makeEvaluator(test)];
    const siteIds: number[] = [];
    for (let n = 0; n < 10; n += 1) siteIds.push(await addWatchedSite({ basis: 'realtime', interval: 0 }));
    const { pool } = test.app;
    const term = async (owner: string): Promise<Lease> => {
      const lease = { name: 'alarm.test', owner, durationMs: 60_000 };
      const fence = await vi.waitUntil(() => takeLease(pool, lease));
      return { ...lease, fence };
    };
    const now = test.clock.now().getTime();
    for (const [at, value] of [
      [now - 2000, 120],
      [now - 1000, 90],
    ] as const) {
      await Promise.all(
        siteIds.map((siteId) => storeValue(test, siteId, pm.slot, at, value, packetKind.realtime)),
      );
      const old = await term(randomUUID());
      const outcomes = await Promise.allSettled([
        first.runInputs(old),
        releaseLease(pool, old)
          .then(() => term(randomUUID()))
          .then(async (lease) => {
            await Promise.all([second.runInputs(lease), second.runStates(lease)]);
            await releaseLease(pool, lease);
          }),
      ]);
      const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(failed.every((reason) => reason instanceof LeaseLostError)).toBe(true);
    }
    const { rows } = await pool.query(
      `select event, count(*)::int as n from alarm_message join alarm_log using (alarm_id)
       where site_id = any($1) group by event order by event`,
      [siteIds],
    );
    expect(rows).toEqual([
      { event: 'ended', n: 10 },
      { event: 'raised', n: 10 },
    ]);
  });
});
