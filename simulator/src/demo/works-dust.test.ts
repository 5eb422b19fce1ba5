import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../durations.ts';
import { makeSprayLog } from '../relay/spray-log.ts';
import { makeWorksDust } from './works-dust.ts';

const startedAt = Date.UTC(2026, 10, 18, 3);
const base = { 'PM2.5': 30, PM10: 90, TSP: 140, TEM: 8 };
const stepMs = MINUTE_MS / 2;

/** PM10 every half minute for some minutes after the start. */
function listValues(minutes: number, sprayedMs = (_from: number, _to: number) => 0): number[] {
  const addDust = makeWorksDust({ code: 'BJD01', startedAt, baseAt: () => base.PM10, sprayedMs });
  return Array.from(
    { length: (minutes * MINUTE_MS) / stepMs },
    (_, index) => addDust(base, startedAt + index * stepMs).PM10 ?? 0,
  );
}

describe('dust of works', () => {
  it('rises above 150 for three reports within three minutes of the start, to at most 280, and falls again', () => {
    const values = listValues(10);
    const third = values.findIndex(
      (_, index) => index >= 2 && values.slice(index - 2, index + 1).every((v) => v > 150),
    );
    expect((third * stepMs) / MINUTE_MS).toBeLessThanOrEqual(3);
    expect(Math.max(...values)).toBeGreaterThan(175);
    expect(Math.max(...values)).toBeLessThan(280);
    expect(values.slice(-2)).toEqual([90, 90]);
  });

  it('comes again every 20 to 30 minutes', () => {
    const values = listValues(240);
    const starts = values.flatMap((value, index) => (value > 90 && values[index - 1] === 90 ? [index] : []));
    expect(starts.length).toBeGreaterThanOrEqual(8);
    for (const [index, start] of starts.entries()) {
      const pause = ((starts[index + 1] ?? start + 50) - start) / 2;
      expect(pause).toBeGreaterThanOrEqual(20);
      expect(pause).toBeLessThanOrEqual(30);
    }
  });

  it('is lowered by spraying, and everything else stays as it is', () => {
    const sprayed = listValues(4, (from, to) => Math.min(MINUTE_MS, Math.max(0, to - from - 2 * MINUTE_MS)));
    const dry = listValues(4);
    expect(sprayed.slice(0, 4)).toEqual(dry.slice(0, 4));
    expect(sprayed.at(-1)).toBeLessThan(dry.at(-1) ?? 0);
    const addDust = makeWorksDust({ code: 'BJD01', startedAt, baseAt: () => 90, sprayedMs: () => 0 });
    expect(addDust(base, startedAt + 2 * MINUTE_MS).TEM).toBe(8);
  });
});

it('a spray log measures how long a pump has run between two moments', () => {
  let now = 1000;
  const log = makeSprayLog(() => now);
  for (const [at, isOn] of [
    [1000, true],
    [1500, true],
    [3000, false],
    [3500, false],
    [5000, true],
  ] as const) {
    now = at;
    log.note(0, isOn);
  }
  expect([log.measure(0, 0, 9000), log.measure(0, 2000, 4000), log.measure(1, 0, 9000)]).toEqual([
    6000, 1000, 0,
  ]);
});
