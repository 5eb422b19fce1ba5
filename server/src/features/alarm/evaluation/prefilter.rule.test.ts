import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { packetKind, type Reading } from '../../reading/reading.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import { collectInputs, makeReadingTests } from './prefilter.rule.ts';

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
    ['of a rate of change', rule({ alarmType: 'rate' }), 1, 1],
    ['compared for equality', rule({ compare: 'eq' }), 1, 1],
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
