import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { packetKind, type Reading } from '../../reading/reading.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import { collectInputs } from './prefilter.rule.ts';
import { makeReadingTests } from './reading-tests.rule.ts';
import { makeValueWindows } from './value-windows.rule.ts';

const now = 100 * MINUTE_MS;
const channel = { slot: 3, decimals: 0 } as NonNullable<EvaluatedRule['channel']>;
const rule = (facts: Partial<EvaluatedRule>) =>
  ({
    alarmType: 'limit',
    channel,
    channelId: 3,
    basis: 'minute',
    compare: 'gt',
    threshold: 100,
    siteLimit: false,
    deadBand: null,
    ruleId: 1,
    ...facts,
  }) as EvaluatedRule;

function reading(ts: number, value: number | null, kind: Reading['kind'] = packetKind.minute): Reading {
  return { siteId: 7, kind, ts, hour: 0, rank: 0, slots: [3, 5], values: [value, 900], marks: [] };
}

/** `watched` are rules with the moment up to which every value matters. */
function collect(rules: EvaluatedRule[], readings: Reading[], watched: Record<number, number> = {}) {
  const site = { reportInterval: 60, tests: makeReadingTests(rules, { channelId: 3, value: 50 }) };
  const states = new Map(Object.entries(watched).map(([ruleId, until]) => [Number(ruleId), until]));
  return collectInputs(
    readings,
    () => site,
    () => states,
    makeValueWindows(),
    now,
  );
}

describe('readings that matter for alarms', () => {
  it.each([
    ['above the limit', rule({}), 101, 1],
    ['at the limit', rule({}), 100, 0],
    ['without a valid value', rule({}), null, 0],
    ['below a lower limit', rule({ compare: 'lt' }), 99, 1],
    ['above the limit of the site', rule({ siteLimit: true }), 51, 1],
    ['of a rate of change, while earlier values are not known', rule({ alarmType: 'rate' }), 1, 1],
    ['of a mean to be equal, while others of the minute are not known', rule({ compare: 'eq' }), 1, 1],
    ['other than a number', rule({ compare: 'ne' }), 101, 1],
    ['not as it is shown', rule({ compare: 'ne' }), 100.4, 0],
    [
      'at the limit of a sound level, whose mean has an error',
      rule({ channel: { ...channel, dataType: 'level' } }),
      100,
      1,
    ],
    [
      'of a direction, whose mean may lie outside of its values',
      rule({ channel: { ...channel, dataType: 'direction' } }),
      1,
      1,
    ],
    ['above the limit of the site on another channel', rule({ siteLimit: true, channelId: 4 }), 51, 0],
    ['of a rule on hours', rule({ basis: 'hour' }), 500, 0],
    ['of a rule on another channel', rule({ channel: { ...channel, slot: 9 } }), 500, 0],
  ])('are those %s', (_, one, value, count) => {
    expect(collect([one], [reading(now - 2 * MINUTE_MS, value)]).minute).toHaveLength(count);
  });

  it.each([
    ['eq', 100, 1],
    ['eq', 99.6, 1],
    ['eq', 101, 0],
    ['ne', 100, 0],
    ['ne', 101, 1],
  ] as const)('are, of real-time values that are %s 100, %d: %d', (compare, value, count) => {
    const sent = reading(now - MINUTE_MS, value, packetKind.realtime);
    expect(collect([rule({ compare, basis: 'realtime' })], [sent]).realtime).toHaveLength(count);
  });

  it.each([
    ['a rise that is too small', rule({ alarmType: 'rate', rateMinutes: 1 }), [20, 10, 50, 110], 0],
    ['a rise', rule({ alarmType: 'rate', rateMinutes: 1 }), [20, 10, 50, 111], 1],
    [
      'a fall',
      rule({ alarmType: 'rate', rateMinutes: 1, compare: 'lt', threshold: -100 }),
      [20, 10, 111, 111],
      1,
    ],
    ['a minute that is not equal', rule({ compare: 'eq' }), [20, 100, 99, 101], 0],
    ['a minute that is equal', rule({ compare: 'eq' }), [20, 99, 99, 100], 1],
  ] as const)('are, when earlier values are known, those of %s', (_, one, values, count) => {
    const windows = makeValueWindows();
    windows.own(7, now - 20 * MINUTE_MS);
    const site = { reportInterval: 60, tests: makeReadingTests([one], undefined) };
    const found = values.map((value, index) =>
      collectInputs(
        [reading(now - (index === 0 ? 20 : 4 - index) * MINUTE_MS, value)],
        () => site,
        () => undefined,
        windows,
        index === 0 ? now - 20 * MINUTE_MS : now,
      ),
    );
    expect(found.at(-1)?.minute).toHaveLength(count);
  });

  it('are those of a minute with values on both sides of a number, whose mean may equal it', () => {
    const windows = makeValueWindows();
    windows.own(7, 0);
    const site = { reportInterval: 60, tests: makeReadingTests([rule({ compare: 'eq' })], undefined) };
    const found = [-120, -59, -30, -1].map((second, index) => {
      const sent = reading(now + second * 1000, index % 2 === 0 ? 90 : 110, packetKind.realtime);
      const { minute } = collectInputs(
        [sent],
        () => site,
        () => undefined,
        windows,
        now + second * 1000,
      );
      return minute.length;
    });
    expect(found).toEqual([0, 0, 1, 1]);
  });

  it('are queued for those rules alone whose alarm they can raise', () => {
    const rules = [
      rule({ ruleId: 1, threshold: 100 }),
      rule({ ruleId: 2, threshold: 200 }),
      rule({ ruleId: 3, compare: 'lt', threshold: 10 }),
      rule({ ruleId: 4, alarmType: 'rate' }),
      rule({ ruleId: 5, channel: { ...channel, slot: 5 }, threshold: 899 }),
    ];
    const found = (value: number) =>
      collect(rules, [reading(now - MINUTE_MS, value)]).minute.map(({ ruleId }) => ruleId);
    expect(found(150)).toEqual([1, 4, 5]);
    expect(found(250)).toEqual([1, 2, 4, 5]);
    expect(found(50)).toEqual([4, 5]);
    expect(found(5)).toEqual([3, 4, 5]);
  });

  it('are all readings for a rule that is not in its normal state, and none for the other rules', () => {
    const rules = [rule({ ruleId: 1 }), rule({ ruleId: 2, threshold: 200 })];
    expect(collect(rules, [reading(now - MINUTE_MS, 1)], { 2: Infinity }).minute).toMatchObject([
      { ruleId: 2 },
    ]);
  });

  it('are, for a rule that is back in its normal state, those from before', () => {
    const found = (ts: number) => collect([rule({})], [reading(ts, 1)], { 1: now - 2 * MINUTE_MS }).minute;
    expect(found(now - 3 * MINUTE_MS)).toHaveLength(1);
    expect(found(now - 2 * MINUTE_MS)).toHaveLength(0);
  });

  it('count from the end of their minute, real-time values for minutes too', () => {
    const sent = reading(now - 90_000, 150, packetKind.realtime);
    const { minute, realtime } = collect([rule({}), rule({ basis: 'realtime' })], [sent]);
    expect(minute).toEqual([{ siteId: 7, ruleId: 1, firstAt: now - MINUTE_MS, liveFrom: now - MINUTE_MS }]);
    expect(realtime).toEqual([{ siteId: 7, ruleId: 1, firstAt: now - 90_000, liveFrom: now - 90_000 }]);
  });

  it('are historical when they are stored more than ten minutes after their end', () => {
    const late = reading(now - 12 * MINUTE_MS, 150);
    expect(collect([rule({})], [late]).minute).toMatchObject([{ liveFrom: Number.POSITIVE_INFINITY }]);
    const onTime = reading(now - 11 * MINUTE_MS, 150);
    expect(collect([rule({})], [onTime]).minute).toMatchObject([{ liveFrom: onTime.ts + MINUTE_MS }]);
  });

  it('are joined by site, from the earliest on', () => {
    const readings = [reading(now - 3 * MINUTE_MS, 150), reading(now - 30 * MINUTE_MS, 150)];
    expect(collect([rule({})], readings).minute).toEqual([
      { siteId: 7, ruleId: 1, firstAt: now - 29 * MINUTE_MS, liveFrom: now - 2 * MINUTE_MS },
    ]);
  });
});
