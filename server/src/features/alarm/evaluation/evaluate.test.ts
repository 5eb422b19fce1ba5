import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testMinute } from '../../../testing/clock.ts';
import { fullRounds } from '../../../testing/full-rounds.ts';
import { addSite } from '../../../testing/stations.ts';
import type { ValueChange } from '../../reading/reading.api.ts';
import { packetKind } from '../../reading/reading.ts';
import {
  addRule,
  evaluateAll,
  findTestChannel,
  type LogRow,
  listLog,
  makeEvaluator,
  storeValue,
} from './alarm.fixture.ts';
import type { Evaluator } from './evaluator.ts';

let test: TestApp;
let evaluator: Evaluator;
let slot: number;
let channelId: number;
/** The first minute of a test; each uses a site and a rule of its own. */
const zero = testMinute - 60 * MINUTE_MS;
const at = (minute: number) => zero + minute * MINUTE_MS;
let sites = 0;

beforeAll(async () => {
  test = await openTestApp();
  evaluator = makeEvaluator(test);
  ({ slot, channelId } = findTestChannel(test, 'PM2.5'));
});
afterAll(() => test.close());

async function addWatchedSite(rule: Record<string, unknown> = {}): Promise<number> {
  sites += 1;
  const siteId = await addSite(test, { mn: `ALARM${sites}` });
  await addRule(test, { target: 'site', site_id: siteId, channel_id: channelId, threshold: 100, ...rule });
  return siteId;
}

async function store(siteId: number, values: Readonly<Record<number, number>>): Promise<void> {
  for (const [minute, value] of Object.entries(values))
    await storeValue(test, siteId, slot, at(Number(minute)), value);
}

const describeEnd = ({ raised, ended, reason }: LogRow) => [raised, ended, reason];

describe('evaluating stored values', () => {
  it('raises an alarm at the end of the first minute above the limit, and ends it at the first below', async () => {
    const siteId = await addWatchedSite({ dead_band: 10 });
    await store(siteId, { 0: 90, 1: 120, 2: 150, 3: 95, 4: 89, 5: 80 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toEqual([
      { raised: 2, ended: 5, reason: 'recovered', type: 'limit', peak: 150, historical: true, repeats: 0 },
    ]);
  });

  it('keeps an alarm open until a value is below the limit, in whichever portions values arrive', async () => {
    const siteId = await addWatchedSite();
    await store(siteId, { 50: 120 });
    await evaluateAll(evaluator);
    await store(siteId, { 51: 130, 52: 125 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 51, ended: null, peak: 130 }]);
    await store(siteId, { 53: 99 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 51, ended: 54, historical: false }]);
  });

  it('notifies of current values only', async () => {
    const announced: string[] = [];
    const own = makeEvaluator(test, async ({ changes }) => {
      announced.push(...changes.filter(({ isNotified }) => isNotified).map(({ event }) => event));
    });
    const siteId = await addWatchedSite();
    await store(siteId, { 0: 120, 1: 90 });
    await evaluateAll(own);
    expect(announced).toEqual([]);
    await store(siteId, { 55: 120 });
    await evaluateAll(own);
    await store(siteId, { 56: 90 });
    await evaluateAll(own);
    expect(announced).toEqual(['raised', 'ended']);
    const { rows } = await test.app.pool.query(
      `select event from alarm_message join alarm_log using (alarm_id) where site_id = $1 order by message_id`,
      [siteId],
    );
    expect(rows).toEqual([{ event: 'raised' }, { event: 'ended' }]);
  });

  it('notifies of an alarm that begins in the evaluation that ends the one before', async () => {
    const siteId = await addWatchedSite();
    await store(siteId, { 55: 120 });
    await evaluateAll(evaluator);
    await store(siteId, { 56: 90, 57: 120 });
    await evaluateAll(evaluator);
    const { rows } = await test.app.pool.query(
      `select event from alarm_message join alarm_log using (alarm_id) where site_id = $1 order by message_id`,
      [siteId],
    );
    expect(rows.map(({ event }) => event)).toEqual(['raised', 'ended', 'raised']);
  });

  it('notifies of an alarm that late values raised as soon as a current value is above the limit', async () => {
    const siteId = await addWatchedSite();
    await store(siteId, { 48: 120, 49: 125 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 49, ended: null, historical: true }]);
    await store(siteId, { 57: 130 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 49, ended: null, historical: false }]);
    const { rows } = await test.app.pool.query(
      `select event, m.value from alarm_message m join alarm_log using (alarm_id) where site_id = $1`,
      [siteId],
    );
    expect(rows).toEqual([{ event: 'raised', value: 130 }]);
  });

  it('changes nothing when the same values are evaluated again', async () => {
    const siteId = await addWatchedSite();
    const values = { 10: 120, 11: 90, 12: 130, 13: 80 };
    await store(siteId, values);
    await evaluateAll(evaluator);
    const before = await listLog(test, siteId, zero);
    await store(siteId, values);
    await evaluateAll(evaluator);
    expect(before).toHaveLength(2);
    expect(await listLog(test, siteId, zero)).toEqual(before);
  });

  it('splits an alarm when a normal value from its middle arrives late', async () => {
    const siteId = await addWatchedSite();
    await store(siteId, { 20: 120, 21: 120, 23: 120, 24: 80 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 21, ended: 25 }]);
    await store(siteId, { 22: 70 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([
      { raised: 21, ended: 23 },
      { raised: 24, ended: 25 },
    ]);
  });

  it('gives the same alarms for any order of arrival, any repeats and any gaps', async () => {
    const places = Array.from({ length: 8 }, (_, place) => place);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(50, 95, 120), { minLength: 8, maxLength: 8 }),
        fc.array(fc.constantFrom(1, 1, 1, 4, 11, 12, 20), { minLength: 8, maxLength: 8 }),
        fc.shuffledSubarray(places, { minLength: 8, maxLength: 8 }),
        fc.record({ for_seconds: fc.constantFrom(0, 60, 300), clear_seconds: fc.constantFrom(0, 120) }),
        async (values, gaps, order, durations) => {
          const rule = { dead_band: 10, ...durations };
          const minuteOf = (place: number) => gaps.slice(0, place).reduce((sum, gap) => sum + gap, -240);
          const inOrder = await addWatchedSite(rule);
          const shuffled = await addWatchedSite(rule);
          await store(
            inOrder,
            Object.fromEntries(places.map((place) => [minuteOf(place), values[place] ?? 0])),
          );
          await evaluateAll(evaluator);
          for (const place of [...order, ...order.slice(0, 3)]) {
            await store(shuffled, { [minuteOf(place)]: values[place] ?? 0 });
            await evaluateAll(evaluator);
          }
          const wanted = (await listLog(test, inOrder, zero)).map(describeEnd);
          const found = (await listLog(test, shuffled, zero))
            .filter(({ reason }) => reason !== 'withdrawn')
            .map(describeEnd);
          expect(found).toEqual(wanted);
        },
      ),
      { numRuns: fullRounds ? 60 : 4 },
    );
  });

  it('raises after the for-duration by time alone', async () => {
    const siteId = await addWatchedSite({ for_seconds: 300 });
    await store(siteId, { 58: 120 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toEqual([]);
    test.clock.advance(5);
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 64, ended: null, historical: false }]);
  });

  it('ends a running alarm when its rule is disabled', async () => {
    const siteId = await addWatchedSite();
    await store(siteId, { 59: 120 });
    await evaluateAll(evaluator);
    await test.app.pool.query(`update alarm_rule set status = '1' where site_id = $1`, [siteId]);
    await test.services.alarmWatch.refresh();
    await evaluator.runRules();
    expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 60, reason: 'rule' }]);
  });

  it('judges current values by a new rule, whose alarms begin with it', async () => {
    const siteId = await addWatchedSite({ threshold: 1000 });
    await store(siteId, { 60: 300 });
    await evaluateAll(evaluator);
    await evaluator.runRules();
    const created = { create_time: test.clock.now(), interval: 0 };
    await addRule(test, {
      target: 'site',
      site_id: siteId,
      channel_id: channelId,
      threshold: 200,
      ...created,
    });
    await evaluator.runRules();
    const raised = Math.round((created.create_time.getTime() - zero) / 600) / 100;
    expect(raised).toBeGreaterThan(61);
    const begun = { raised, ended: null, historical: false, peak: 300 };
    expect(await listLog(test, siteId, zero)).toMatchObject([begun]);
    await store(siteId, { 40: 400, 41: 100, 61: 250 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ ...begun, peak: 250 }]);
  });

  it('raises the alarm of a rule that was created by a clock ahead of its own', async () => {
    const siteId = await addWatchedSite({ threshold: 1000 });
    await store(siteId, { 60: 300 });
    await evaluateAll(evaluator);
    const now = test.clock.now().getTime();
    const rule = { target: 'site', site_id: siteId, channel_id: channelId, threshold: 200, interval: 0 };
    await addRule(test, { ...rule, create_time: new Date(now + 2000) });
    await evaluator.runRules();
    expect(await listLog(test, siteId, zero)).toEqual([]);
    test.clock.advance(0.1);
    await evaluator.runStates();
    expect(await listLog(test, siteId, zero)).toMatchObject([{ ended: null, peak: 300 }]);
  });

  it.each([
    ['ge', 0.7, [0.5, 0.7, 0.5], [2, 3]],
    ['le', 0.3, [2, 0.3, 2], [2, 3]],
    ['gt', 0.3, [2, 0.3, 0.3], [1, 2]],
    ['lt', 0.7, [0.5, 0.7, 0.7], [1, 2]],
  ] as const)('compares values as they were sent: %s %d', async (compare, threshold, values, [from, to]) => {
    const siteId = await addWatchedSite({ compare, threshold, dead_band: 0 });
    await store(siteId, values);
    await evaluateAll(evaluator);
    expect((await listLog(test, siteId, zero)).map(describeEnd)).toEqual([[from, to, 'recovered']]);
  });

  it('raises no alarm for the time before its rule was enabled again or changed', async () => {
    const siteId = await addWatchedSite();
    const last = Math.floor((test.clock.now().getTime() - zero) / MINUTE_MS) - 1;
    const change = async (facts: string, minute: number) => {
      await test.app.pool.query(`update alarm_rule set ${facts} where site_id = $1`, [siteId]);
      const { rows } = await test.app.pool.query(
        `update alarm_rule set changed_at = to_timestamp($2 / 1000.0) where site_id = $1 and changed_at is not null
         returning 1`,
        [siteId, at(minute)],
      );
      await test.services.alarmWatch.refresh();
      await evaluator.runRules();
      return rows.length;
    };
    await store(siteId, { [last - 12]: 150, [last - 11]: 90, [last - 9]: 120 });
    await evaluateAll(evaluator);
    const before = [
      [last - 11, last - 10, 'recovered'],
      [last - 8, expect.any(Number), 'rule'],
    ];
    expect(await change(`status = '1'`, last - 8)).toBe(0);
    await store(siteId, { [last - 7]: 130, [last - 6]: 90, [last - 4]: 160 });
    await test.app.pool.query(
      `update alarm_log set ended_at = $2 where site_id = $1 and end_reason = 'rule'`,
      [siteId, new Date(at(last - 8) + 1000)],
    );
    expect(await change(`status = '0'`, last - 2)).toBe(1);
    expect((await listLog(test, siteId, zero)).map(describeEnd)).toEqual([...before, [last - 2, null, null]]);
    // A running alarm goes on under another limit, or ends; what ended before is not judged again.
    await change('threshold = 140', last - 1);
    expect((await listLog(test, siteId, zero)).map(describeEnd)).toEqual([...before, [last - 2, null, null]]);
    await change('threshold = 100', last - 1);
    await store(siteId, { [last - 5]: 170, [last]: 95 });
    await evaluateAll(evaluator);
    expect((await listLog(test, siteId, zero)).map(describeEnd)).toEqual([
      ...before,
      [last - 2, last + 1, 'recovered'],
    ]);
  });

  it('looks once at newer values that a rule does not use', async () => {
    const siteId = await addWatchedSite({ alarm_type: 'rate', rate_minutes: 1, threshold: 50 });
    const minute = Math.floor((test.clock.now().getTime() - zero) / MINUTE_MS);
    // The last value follows a gap, so it says nothing about the rate.
    await store(siteId, { [minute - 9]: 10, [minute - 8]: 90, [minute - 2]: 90 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ ended: null }]);
    const read = vi.spyOn(test.services.readings, 'minutes');
    await evaluator.runFresh();
    expect(read).not.toHaveBeenCalled();
    await store(siteId, { [minute - 1]: 90 });
    await evaluateAll(evaluator);
    expect(await listLog(test, siteId, zero)).toMatchObject([{ reason: 'recovered' }]);
    read.mockRestore();
  });

  it('queues no value that changes nothing, and forgets an alarm an hour after its end', async () => {
    const siteId = await addWatchedSite();
    const count = async (what: string) =>
      (await test.app.pool.query(`select from ${what}`, [siteId])).rowCount;
    const countInputs = () => count('alarm_input where $1 = any(sites)');
    const countStates = () => count('alarm_state where site_id = $1');
    await store(siteId, { 58: 120, 59: 90 });
    await evaluateAll(evaluator);
    test.clock.advance(1);
    await test.services.alarmWatch.refreshStates();
    await store(siteId, { 60: 90 });
    expect(await countInputs()).toBe(0);
    await store(siteId, { 57: 90 });
    expect(await countInputs()).toBe(1);
    await evaluateAll(evaluator);
    expect(await countStates()).toBe(1);
    test.clock.advance(60);
    await evaluateAll(evaluator);
    expect(await countStates()).toBe(0);
  });
});

describe('history that changes', () => {
  const long = -6 * 60;
  const author = { reason: 'checked', operName: 'admin' };
  const listAlarms = async (siteId: number) =>
    (await listLog(test, siteId, zero)).filter(({ reason }) => reason !== 'withdrawn');

  function correct(siteId: number, minute: number, requested: ValueChange['requested']): Promise<number> {
    const change = { siteId, step: 'minute' as const, values: [{ ts: at(minute), slot, requested }] };
    return test.services.writer.change([change], author);
  }

  it('is evaluated again when a value is corrected, and when that is undone', async () => {
    const siteId = await addWatchedSite();
    const realtime = { target: 'site', site_id: siteId, channel_id: channelId, threshold: 300 };
    await addRule(test, { ...realtime, basis: 'realtime', compare: 'ge' });
    await store(siteId, { [long]: 120, [long + 1]: 150, [long + 2]: 80 });
    await storeValue(test, siteId, slot, at(long + 5) + 7000, 50, packetKind.realtime);
    await evaluateAll(evaluator);
    expect(await listAlarms(siteId)).toMatchObject([{ raised: long + 1, ended: long + 3, peak: 150 }]);
    await correct(siteId, long + 1, { value: 60 });
    await evaluateAll(evaluator);
    expect(await listAlarms(siteId)).toMatchObject([{ raised: long + 1, ended: long + 2, peak: 120 }]);
    await correct(siteId, long, { value: null });
    await correct(siteId, long + 5, { value: 400 });
    await evaluateAll(evaluator);
    expect(await listAlarms(siteId)).toMatchObject([{ peak: 400 }, { peak: 400 }]);
    for (const minute of [long, long + 1, long + 5]) await correct(siteId, minute, { withdrawn: true });
    await evaluateAll(evaluator);
    expect(await listAlarms(siteId)).toMatchObject([
      { raised: long + 1, ended: long + 3, peak: 150, historical: true },
    ]);
  });

  it('is evaluated when it is imported, up to 30 days back', async () => {
    const siteId = await addWatchedSite();
    const [recent, old] = [-5 * 24 * 60, -31 * 24 * 60];
    const rows = [recent, recent + 1, old].map((minute, index) => ({
      siteId,
      ts: at(minute),
      values: [[slot, index === 1 ? 50 : 130] as const],
    }));
    await test.services.writer.importRows(rows, { ...author, step: 'minute', replace: false, trial: false });
    await evaluateAll(evaluator);
    expect(await listAlarms(siteId)).toMatchObject([
      { raised: recent + 1, ended: recent + 2, peak: 130, historical: true },
    ]);
  });

  it('is evaluated when a normal value arrives hours after the alarm that it divides', async () => {
    const siteId = await addWatchedSite();
    await store(siteId, { [long]: 120, [long + 2]: 120, [long + 3]: 80 });
    await evaluateAll(evaluator);
    expect(await listAlarms(siteId)).toMatchObject([{ raised: long + 1, ended: long + 4 }]);
    await store(siteId, { [long + 1]: 70 });
    await evaluateAll(evaluator);
    expect(await listAlarms(siteId)).toMatchObject([
      { raised: long + 1, ended: long + 2 },
      { raised: long + 3, ended: long + 4 },
    ]);
  });
});
