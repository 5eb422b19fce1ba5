import { HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { findCutoff, findFullHour, findOldestKept } from './unsent.rule.ts';

const hour = 1000 * HOUR_MS;
const counted = (counts: Record<number, number>, unit: number) =>
  new Map(
    Object.entries(counts).map(([at, count]) => [
      hour + Number(at) * unit,
      { count, oldest: hour + Number(at) * unit + 1 },
    ]),
  );

describe('the limit in rows', () => {
  it('is reached in the hour whose readings are more than the newer ones have left room for', () => {
    const hours = counted({ 0: 5, 1: 4, 3: 2 }, HOUR_MS);
    expect(findFullHour(hours, 11)).toBeUndefined();
    expect(findFullHour(hours, 10)).toEqual({ hour, room: 4 });
    expect(findFullHour(hours, 6)).toEqual({ hour, room: 0 });
    expect(findFullHour(hours, 5)).toEqual({ hour: hour + HOUR_MS, room: 3 });
    expect(findFullHour(hours, 1)).toEqual({ hour: hour + 3 * HOUR_MS, room: 1 });
  });

  it('keeps the newest seconds, the one in which it is reached included', () => {
    const seconds = counted({ 0: 3, 30: 3, 60: 3 }, SECOND_MS);
    const at = (second: number) => hour + second * SECOND_MS + 1;
    expect(findOldestKept(seconds, 0)).toBeUndefined();
    expect(findOldestKept(seconds, 3)).toBe(at(60));
    expect(findOldestKept(seconds, 4)).toBe(at(30));
    expect(findOldestKept(seconds, 9)).toBe(at(0));
  });
});

describe('what is given up', () => {
  it('is older than the limit in hours or than what the limit in rows keeps, and never later than now', () => {
    const now = hour + 6 * 60 * SECOND_MS;
    const limits = { maxHours: 2, keptDays: 30, now };
    expect(findCutoff({ ...limits, oldestKept: undefined })).toBe(now - 2 * HOUR_MS);
    expect(findCutoff({ ...limits, oldestKept: now - 3 * HOUR_MS })).toBe(now - 2 * HOUR_MS);
    expect(findCutoff({ ...limits, oldestKept: now - SECOND_MS })).toBe(now - SECOND_MS);
    expect(findCutoff({ ...limits, oldestKept: now + HOUR_MS })).toBe(now);
  });

  it('is what retention would remove within a day', () => {
    const now = hour;
    const limits = { maxHours: 8760, now, oldestKept: undefined };
    expect(findCutoff({ ...limits, keptDays: 30 })).toBe(now - 29 * 24 * HOUR_MS);
    expect(findCutoff({ ...limits, keptDays: 1000 })).toBe(now - 8760 * HOUR_MS);
  });
});
