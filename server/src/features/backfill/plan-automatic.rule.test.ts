import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { selectDue, selectDueSites } from './plan-automatic.rule.ts';

const slot = { from: 3 * HOUR_MS, to: 4 * HOUR_MS };
const wide = { from: 0, to: 24 * HOUR_MS };
const now = 100 * HOUR_MS;
const isDue = (...endedBefore: number[]) =>
  selectDue(
    [slot],
    endedBefore.map((ms) => ({ ...wide, endedAt: now - ms })),
    now,
  ).length === 1;

it('a missing row is asked for at most three times, with longer and longer pauses', () => {
  expect(isDue()).toBe(true);
  expect(isDue(30 * MINUTE_MS - 1)).toBe(false);
  expect(isDue(30 * MINUTE_MS)).toBe(true);
  expect(isDue(30 * MINUTE_MS, 5 * HOUR_MS)).toBe(false);
  expect(isDue(3 * HOUR_MS, 5 * HOUR_MS)).toBe(true);
  expect(isDue(50 * HOUR_MS, 60 * HOUR_MS, 70 * HOUR_MS)).toBe(false);
});

it('requests for other rows do not count', () => {
  const attempt = { from: 0, to: slot.to - 1, endedAt: now };
  expect(selectDue([slot], [attempt], now)).toEqual([slot]);
});

it.each([5, 450, 3000])('each of %i sites is looked at every ten minutes, whatever their number', (count) => {
  const sites = Array.from({ length: count }, (_, n) => n + 1);
  const looks = new Map<number, number[]>(sites.map((siteId) => [siteId, []]));
  const lookedAt = new Map<number, number>();
  for (let at = now; at < now + 60 * MINUTE_MS; at += MINUTE_MS) {
    for (const siteId of selectDueSites(sites, lookedAt, at)) {
      lookedAt.set(siteId, at);
      looks.get(siteId)?.push(at);
    }
  }
  for (const times of looks.values()) {
    const pauses = times.slice(1).map((time, before) => time - (times[before] ?? 0));
    expect(times[0]).toBeLessThan(now + 10 * MINUTE_MS);
    expect(pauses.length).toBeGreaterThanOrEqual(4);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(11 * MINUTE_MS);
  }
});
