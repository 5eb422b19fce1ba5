import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import type { AirHour, AirHourSource } from '../rollup/rollup.api.ts';
import { listClosedHours, openTimelapses } from './timelapse.ts';

const start = Date.UTC(2026, 10, 14, 3);
const hours = Array.from({ length: 24 }, (_, place) => start + place * HOUR_MS);
const means = { 'PM2.5': 40.1, PM10: 30.2, SO2: 10, NO2: 15, CO: 0.8, O3: 90 };
const quarter = 900_000;

/** Every site has every hour that is requested, starting a quarter past. */
function openSource() {
  const asked: number[][] = [];
  const source: Pick<AirHourSource, 'hours'> = {
    async hours(siteIds, [from, to]) {
      asked.push([...siteIds]);
      const own: AirHour[] = [];
      for (let at = from + quarter; at < to; at += HOUR_MS)
        own.push({ at, aqi: 80, main: null, whole: true, means });
      return new Map(siteIds.map((siteId) => [siteId, own]));
    },
  };
  return { asked, air: { ...source, newest: async () => [] } };
}

it('computes a site once for all callers, and again after some minutes', async () => {
  const { asked, air } = openSource();
  let now = start;
  const read = openTimelapses(air, () => now);
  const [first] = await Promise.all([read('us', [1, 2], hours), read('us', [2, 3], hours)]);
  expect(Array.from(first.get(1) ?? [])).toEqual(hours.map(() => 112));
  await read('us', [3, 1], hours);
  expect(asked).toEqual([[1, 2], [3]]);
  expect(Array.from((await read('europe', [1], hours)).get(1) ?? [])).toEqual(hours.map(() => 3));
  now += 6 * 60_000;
  await read('us', [1], hours);
  expect(asked.slice(2)).toEqual([[1], [1]]);
});

it('computes a day again when it has more closed hours', async () => {
  const read = openTimelapses(openSource().air, () => start);
  const short = (await read('us', [1], hours.slice(0, 3))).get(1);
  const whole = (await read('us', [1], hours)).get(1);
  expect([short?.length, Array.from(whole ?? [])]).toEqual([3, hours.map(() => 112)]);
});

it('yields to the event loop while it computes', async () => {
  const read = openTimelapses(openSource().air, () => start);
  const siteIds = Array.from({ length: 60 }, (_, place) => place + 1);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await read('us', siteIds, hours);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

it('recovers from a failed request', async () => {
  const { air } = openSource();
  let isBroken = true;
  const read = openTimelapses<number>(
    { ...air, hours: (...asked) => (isBroken ? Promise.reject(new Error('gone')) : air.hours(...asked)) },
    () => start,
  );
  await expect(read('atmo', [1], hours)).rejects.toThrow('gone');
  isBroken = false;
  expect((await read('atmo', [1], hours)).get(1)?.at(-1)).toBe(4);
});

it.each([
  ['the last 24 closed hours', {}, [start - 24 * HOUR_MS, 24]],
  ['a day of 25 hours', { from: start - 50 * HOUR_MS, to: start - 25 * HOUR_MS }, [start - 50 * HOUR_MS, 25]],
  ['today up to now', { from: start - 3 * HOUR_MS, to: start + 21 * HOUR_MS }, [start - 3 * HOUR_MS, 3]],
  ['the end of a longer time', { from: 0, to: start }, [start - 25 * HOUR_MS, 25]],
  ['no hours of the future', { from: start + HOUR_MS, to: start + 25 * HOUR_MS }, [undefined, 0]],
])('plays %s', (_, query, [first, count]) => {
  const closed = listClosedHours(query, start + HOUR_MS / 2);
  expect([closed[0], closed.length]).toEqual([first, count]);
});

it('begins a chosen day with its first hour in a zone with half hours', () => {
  const midnight = Date.UTC(2026, 10, 16, 18, 30);
  const day = listClosedHours({ from: midnight, to: midnight + 24 * HOUR_MS }, midnight + 90 * HOUR_MS);
  expect([day[0], day.length]).toEqual([midnight, 24]);
  expect(listClosedHours({ from: midnight }, midnight + 2.6 * HOUR_MS)).toEqual([
    midnight,
    midnight + HOUR_MS,
  ]);
});
