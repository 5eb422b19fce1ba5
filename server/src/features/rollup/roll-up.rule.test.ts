import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import {
  type Averaging,
  eachStep,
  plainQuality,
  type Sample,
  summariseHour,
} from '../reading/averaging/averaging.rule.ts';
import { type PacketKind, packetKind } from '../reading/reading.ts';
import { countReceived, type HourValue, rollUpDay } from './roll-up.rule.ts';

const start = Date.UTC(2026, 10, 15, 0);
const mean: Averaging = { by: 'mean' };

function sample(kind: PacketKind, second: number, ...values: number[]): Sample {
  return {
    kind,
    ts: start + second * 1000,
    values: new Float32Array([Number.NaN, ...values]),
    quality: plainQuality,
  };
}

const withQuality = (one: Sample, quality: Partial<Sample['quality']>): Sample => ({
  ...one,
  quality: { ...plainQuality, ...quality },
});
const minutes = (count: number, value: (minute: number) => number, kind: PacketKind = packetKind.minute) =>
  Array.from({ length: count }, (_, minute) => sample(kind, minute * 60, value(minute)));

describe('an hour', () => {
  it('is the mean of its minutes, with the lowest and highest value and the covered seconds', () => {
    expect(
      summariseHour(
        minutes(60, (minute) => minute),
        1,
        mean,
        60,
      ),
    ).toEqual({
      mean: 29.5,
      low: 0,
      high: 59,
      covered: 3600,
    });
  });

  it('has the lowest Min and the highest Max that the device sent, also for its own hour', () => {
    const withExtent = (one: Sample, low: number | null, high: number | null): Sample => ({
      ...one,
      extents: new Map([[1, { low, high }]]),
    });
    const sent = minutes(60, () => 10).map((one, n) => (n === 7 ? withExtent(one, 2, 30) : one));
    expect(summariseHour(sent, 1, mean, 60)).toMatchObject({ mean: 10, low: 2, high: 30 });
    // A device that contradicts itself does not swap low and high.
    const wrong = minutes(60, () => 10).map((one) => withExtent(one, 50, null));
    expect(summariseHour(wrong, 1, mean, 60)).toMatchObject({ low: 10, high: 10 });
    const own = withExtent(sample(packetKind.hour, 0, 8), 1, 20);
    expect(summariseHour([own], 1, mean, 60)).toEqual({ mean: 8, low: 1, high: 20, covered: 3600 });
    expect(summariseHour([own], 1, { by: 'direction', speed: null }, 60)).toMatchObject({ low: null });
    const steps: unknown[] = [];
    eachStep(sent, 1, mean, 5, (at, value, extent) => steps.push([(at - start) / MINUTE_MS, value, extent]));
    expect(steps.slice(0, 2)).toEqual([
      [0, 10, {}],
      [5, 10, { low: 2, high: 30 }],
    ]);
    expect(rollUpDay([], mean, 5, 20, { low: 1, high: 6 })).toMatchObject({ mean: 5, low: 1, high: 6 });
  });

  it.each([
    ['45 minutes of one a minute', 60, 45, 2700],
    ['44 minutes of one a minute', 60, 44, 2640],
    ['one in five minutes', 300, 12, 3600],
    ['one in ten minutes, one of them missing', 600, 5, 3000],
  ])('covers the seconds of its samples: %s', (_, interval, count, covered) => {
    const sent = Array.from({ length: count }, (_, n) =>
      sample(packetKind.minute, n * Math.max(60, interval), 8),
    );
    expect(summariseHour(sent, 1, mean, interval).covered).toBe(covered);
  });

  it('is covered by half if every second sample of the reporting interval is missing', () => {
    const half = Array.from({ length: 60 }, (_, n) => sample(packetKind.realtime, n * 60, 10));
    const both = Array.from({ length: 120 }, (_, n) => sample(packetKind.realtime, n * 30, 10));
    expect(summariseHour(half, 1, mean, 30).covered).toBe(1800);
    expect(summariseHour(both, 1, mean, 30).covered).toBe(3600);
  });

  it('takes the minute that the device sent, else the mean of its samples', () => {
    const samples = [
      sample(packetKind.realtime, 0, 100),
      sample(packetKind.minute, 0, 10),
      sample(packetKind.realtime, 60, 20),
      sample(packetKind.realtime, 90, 40),
    ];
    expect(summariseHour(samples, 1, mean, 30)).toMatchObject({ mean: 20, low: 10, high: 30 });
  });

  it('is the device’s own only if minutes are missing', () => {
    const own = sample(packetKind.hour, 0, 50);
    expect(summariseHour([own, ...minutes(45, () => 10)], 1, mean, 60).mean).toBe(10);
    expect(summariseHour([own, ...minutes(44, () => 10)], 1, mean, 60)).toMatchObject({
      mean: 50,
      covered: 3600,
    });
    expect(summariseHour([own], 1, mean, 60)).toEqual({ mean: 50, low: 50, high: 50, covered: 3600 });
  });

  it('has no value, never zero, without a valid sample', () => {
    const nothing = { mean: null, low: null, high: null, covered: 0 };
    expect(summariseHour([], 1, mean, 60)).toEqual(nothing);
    expect(
      summariseHour(
        minutes(60, () => Number.NaN),
        1,
        mean,
        60,
      ),
    ).toEqual(nothing);
  });

  it('averages wind by vectors with the speed of the moment, and has no lowest direction', () => {
    const wind: Averaging = { by: 'direction', speed: 2 };
    const samples = [sample(packetKind.minute, 0, 350, 1), sample(packetKind.minute, 60, 10, 1)];
    expect(summariseHour(samples, 1, wind, 60)).toEqual({ mean: 0, low: null, high: null, covered: 120 });
    const uneven = [sample(packetKind.minute, 0, 0, 2), sample(packetKind.minute, 60, 90, 1)];
    expect(summariseHour(uneven, 1, wind, 60).mean).toBeCloseTo(26.565, 3);
  });

  it('leaves calm air out of its direction, and is as valid as its speed', () => {
    const wind: Averaging = { by: 'direction', speed: 2 };
    const windy = Array.from({ length: 40 }, (_, n) => sample(packetKind.minute, n * 60, 90, 3));
    const calm = Array.from({ length: 20 }, (_, n) => sample(packetKind.minute, (40 + n) * 60, 0, 0));
    expect(summariseHour([...windy, ...calm], 1, wind, 60)).toMatchObject({ mean: 90, covered: 3600 });
    expect(summariseHour(calm, 1, wind, 60)).toEqual({ mean: null, low: null, high: null, covered: 1200 });
  });

  it('averages sound by energy', () => {
    const samples = [sample(packetKind.minute, 0, 80), sample(packetKind.minute, 60, 60)];
    expect(summariseHour(samples, 1, { by: 'level' }, 60).mean).toBeCloseTo(77.03, 2);
  });

  it('is the last state of a switch', () => {
    const samples = [sample(packetKind.realtime, 0, 1), sample(packetKind.realtime, 70, 0)];
    expect(summariseHour(samples, 1, { by: 'last' }, 60).mean).toBe(0);
  });
});

describe('a day', () => {
  const hours = (count: number, value: number, covered = 3600): HourValue[] =>
    Array.from({ length: count }, () => ({
      mean: value,
      low: value - 1,
      high: value + 1,
      covered,
      speed: null,
    }));

  it('is the mean of its valid hours', () => {
    const day = [...hours(20, 10), ...hours(4, 1000, 2640)];
    expect(rollUpDay(day, mean, null, 20)).toEqual({ mean: 10, low: 9, high: 11, covered: 20 });
  });

  it('is the device’s own with too few hours, if it sent one', () => {
    expect(rollUpDay(hours(19, 10), mean, 33, 20)).toMatchObject({ mean: 33, covered: 24 });
    expect(rollUpDay(hours(19, 10), mean, null, 20)).toMatchObject({ mean: 10, covered: 19 });
    expect(rollUpDay(hours(20, 10), mean, 33, 20)).toMatchObject({ mean: 10, covered: 20 });
  });

  it('has no value without hours', () => {
    expect(rollUpDay([], mean, null, 20)).toEqual({ mean: null, low: null, high: null, covered: 0 });
  });
});

describe('the received data of an hour', () => {
  it.each([
    ['a packet a minute', minutes(60, () => 1, packetKind.realtime), 60, 3600],
    ['half of them', minutes(30, () => 1, packetKind.realtime), 60, 1800],
    [
      'packets and minutes of the same time',
      [...minutes(30, () => 1), ...minutes(30, () => 1, packetKind.realtime)],
      60,
      1800,
    ],
    [
      'more often than agreed',
      [...minutes(10, () => 1, packetKind.realtime), sample(packetKind.realtime, 30, 1)],
      60,
      600,
    ],
    ['the device’s own hour alone', [sample(packetKind.hour, 0, 1)], 60, 3600],
    ['its own hour beside some minutes', [...minutes(5, () => 1), sample(packetKind.hour, 0, 1)], 60, 300],
    ['nothing', [], 60, 0],
  ])('cover its seconds: %s', (_, sent, interval, seconds) => {
    expect(countReceived(sent, interval).seconds).toBe(seconds);
  });

  it('count values and valid values, also in packets without a valid one', () => {
    const sent = [
      sample(packetKind.realtime, 0, 1, 2),
      withQuality(sample(packetKind.realtime, 60, Number.NaN, 3), { invalid: 1 }),
    ];
    const broken = withQuality(sample(packetKind.realtime, 120, Number.NaN, Number.NaN), { invalid: 2 });
    expect(countReceived([...sent, broken], 60)).toEqual({ seconds: 180, values: 6, valid: 3 });
  });

  it('leave out manual values without a sent one', () => {
    const sent = withQuality(sample(packetKind.minute, 0, 1, 2), { added: 1 });
    const given = withQuality(sample(packetKind.minute, 60, 1), { added: 1, origin: 'edited' });
    const empty = withQuality(sample(packetKind.minute, 120, Number.NaN), { origin: 'withdrawn' });
    const hour = withQuality(sample(packetKind.hour, 0, 1), { added: 1, origin: 'edited' });
    expect(countReceived([sent, given, empty, hour], 60)).toEqual({ seconds: 60, values: 1, valid: 1 });
    expect(countReceived([given, hour], 60)).toEqual({ seconds: 0, values: 0, valid: 0 });
  });
});
