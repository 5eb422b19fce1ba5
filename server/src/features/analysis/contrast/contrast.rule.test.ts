import { HOUR_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { decibelScale, linearScale } from '../averaging-scale.rule.ts';
import { compareMembers, describeSpread } from './contrast.rule.ts';
import { averagePublishedDays } from './reference-days.rule.ts';

const hours = (count: number, valueAt: (hour: number) => number | null) =>
  new Map(
    Array.from({ length: count }, (_, hour) => [hour * HOUR_MS, valueAt(hour)] as const).filter(
      (entry): entry is readonly [number, number] => entry[1] !== null,
    ),
  );

describe('a contrast of sites', () => {
  it('compares each pair at their common times, in both directions', () => {
    const x = hours(100, (hour) => (hour % 10 === 0 ? null : hour));
    const y = hours(90, (hour) => 2 * hour + 5);
    const { lines, counts, differences, ts, columns } = compareMembers([x, y]);
    expect(ts).toHaveLength(99);
    expect(columns[1]?.[94]).toBeNull();
    expect(lines[0]?.[1]).toEqual({ count: 81, slope: 2, intercept: 5, rSquared: 1 });
    expect(lines[1]?.[0]).toEqual({ count: 81, slope: 0.5, intercept: -2.5, rSquared: 1 });
    expect(differences[0]?.[1]).toBe(50);
    expect(differences[1]?.[0]).toBe(-50);
    expect(counts).toEqual([
      [90, 81],
      [81, 90],
    ]);
  });

  it('has no line and no correlation without common times', () => {
    const early = new Map([[0, 1]]);
    const late = new Map([[HOUR_MS, 1]]);
    const { lines, differences, r } = compareMembers([early, late]);
    expect([lines[0]?.[1], differences[0]?.[1], r[0]?.[1]]).toEqual([null, null, null]);
  });

  it('puts similar sites side by side', () => {
    const wave = (phase: number) => hours(200, (hour) => 50 + 20 * Math.sin(hour / 5 + phase));
    const { order } = compareMembers([wave(0), wave(3), wave(0.1), wave(3.1)]);
    const beside = (a: number, b: number) => Math.abs(order.indexOf(a) - order.indexOf(b));
    expect([beside(0, 2), beside(1, 3)]).toEqual([1, 1]);
  });
});

describe('the spread of values', () => {
  it('names the number of outliers and shows the most distant', () => {
    const values = [
      ...Array.from({ length: 200 }, (_, i) => 50 + (i % 10)),
      ...Array.from({ length: 80 }, (_, i) => 1000 + i),
    ];
    const spread = describeSpread(values, linearScale);
    expect(spread).toMatchObject({ count: 280, outlierCount: expect.any(Number) });
    expect(spread?.outliers.length).toBeLessThanOrEqual(50);
    expect(describeSpread([], linearScale)).toBeNull();
  });

  it('has the mean energy of sound levels', () => {
    expect(describeSpread([80, 60], decibelScale)?.mean).toBeCloseTo(77.03, 2);
  });
});

describe('days of published hours', () => {
  it('need twenty hours and follow the clock of the zone', () => {
    const start = Date.parse('2026-11-01T16:00Z');
    const at = Array.from({ length: 44 }, (_, hour) => start + hour * HOUR_MS);
    const later = Date.parse('2026-11-09T00:00Z');
    const hoursOf = (count: number) => ({
      at: at.slice(0, count),
      values: at.slice(0, count).map((_, n) => (n < 24 ? 10 : 30)),
    });
    const { values, dropped } = averagePublishedDays(hoursOf(44), 'Asia/Shanghai', later);
    expect([...values]).toEqual([
      [Date.parse('2026-11-02'), 10],
      [Date.parse('2026-11-03'), 30],
    ]);
    expect(dropped).toBe(0);
    const short = averagePublishedDays(hoursOf(43), 'Asia/Shanghai', later);
    expect([short.values.size, short.dropped, short.running]).toEqual([1, 1, 0]);
    // On the second evening, 20 hours of the second day are published, and the day has not ended.
    const evening = averagePublishedDays(hoursOf(44), 'Asia/Shanghai', start + 44 * HOUR_MS);
    expect([evening.values.size, evening.dropped, evening.running]).toEqual([1, 0, 1]);
  });
});
