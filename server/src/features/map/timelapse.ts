import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { type AirHour, lookBackHours } from '../rollup/rollup.api.ts';
import { computeHours } from './indices.rule.ts';

/** A number for each hour of the time-lapse, NaN where there is none. */
export type Frames = Float64Array;

const [timelapseHours, longestDay] = [24, 25];
const sitesAtOnce = 500;
/** Ten thousand sites take seconds, so the work yields to the event loop after this long. */
const portionMs = 10;
/** Closed hours rarely change; late values show up after this time. */
const cacheMs = 5 * MINUTE_MS;

/** The hours of sites or stations by their keys, in the order of time. */
export interface HourSource<Key> {
  hours(
    keys: readonly Key[],
    bounds: readonly [from: number, to: number],
  ): Promise<ReadonlyMap<Key, readonly AirHour[]>>;
}

interface Timelapse<Key> {
  start: number;
  madeAt: number;
  frames: Map<Key, Frames>;
  /** Requests fill it one after another, so that the next one finds most sites done. */
  last: Promise<unknown>;
}

/**
 * The current hour is not closed, so a time-lapse ends with the one before it. Hours of a chosen day begin with it, also
 * in zones with half hours.
 */
export function listClosedHours(
  { from, to }: { from?: number | undefined; to?: number | undefined },
  now: number,
): number[] {
  const anchor = (from ?? 0) % HOUR_MS;
  const floor = (moment: number) => Math.floor((moment - anchor) / HOUR_MS) * HOUR_MS + anchor;
  const end = floor(Math.min(to ?? now, now));
  const start = Math.max(
    from === undefined ? end - timelapseHours * HOUR_MS : floor(from),
    end - longestDay * HOUR_MS,
  );
  return Array.from({ length: Math.max(0, (end - start) / HOUR_MS) }, (_, place) => start + place * HOUR_MS);
}

/** Sites in zones with half-hour offsets have shifted hours: each is shown in the hour it begins in. */
export function alignToHours(
  hours: readonly number[],
  numbers: Iterable<readonly [at: number, value: number]>,
): Frames {
  const frames = new Float64Array(hours.length).fill(Number.NaN);
  const [first = 0] = hours;
  for (const [at, value] of numbers) frames[Math.floor((at - first) / HOUR_MS)] = value;
  return frames;
}

/** One row of numbers for each hour; null where a site or station has none. */
export function toHourRows<Key>(
  hours: readonly number[],
  keys: readonly Key[],
  frames: ReadonlyMap<Key, Frames>,
): (number | null)[][] {
  return hours.map((_, place) =>
    keys.map((key) => {
      const value = frames.get(key)?.[place] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    }),
  );
}

/** The index of each site or station in each of these hours, cached for some minutes for all callers. */
export function openTimelapses<Key>(source: HourSource<Key>, now: () => number) {
  const timelapses = new Map<string, Timelapse<Key>>();

  function open(index: MapIndex, start: number, count: number): Timelapse<Key> {
    for (const [key, { madeAt }] of timelapses) if (now() - madeAt >= cacheMs) timelapses.delete(key);
    const key = `${index} ${start} ${count}`;
    const cached = timelapses.get(key);
    if (cached) return cached;
    const timelapse: Timelapse<Key> = { start, madeAt: now(), frames: new Map(), last: Promise.resolve() };
    timelapses.set(key, timelapse);
    return timelapse;
  }

  async function fill(
    timelapse: Timelapse<Key>,
    index: MapIndex,
    keys: readonly Key[],
    hours: readonly number[],
  ) {
    const missing = keys.filter((key) => !timelapse.frames.has(key));
    const from = timelapse.start - lookBackHours[index] * HOUR_MS;
    const to = timelapse.start + hours.length * HOUR_MS;
    for (let done = 0; done < missing.length; done += sitesAtOnce) {
      const some = missing.slice(done, done + sitesAtOnce);
      const found = await source.hours(some, [from, to]);
      let since = performance.now();
      for (const key of some) {
        const ownHours = computeHours(found.get(key) ?? [], timelapse.start, index);
        timelapse.frames.set(
          key,
          alignToHours(
            hours,
            ownHours.map(({ at, aqi }) => [at, aqi]),
          ),
        );
        if (performance.now() - since < portionMs) continue;
        await yieldToEventLoop();
        since = performance.now();
      }
    }
  }

  return async (index: MapIndex, keys: readonly Key[], hours: readonly number[]) => {
    const timelapse = open(index, hours[0] ?? 0, hours.length);
    const reading = timelapse.last.then(() => fill(timelapse, index, keys, hours));
    timelapse.last = Promise.allSettled([reading]);
    await reading;
    return timelapse.frames;
  };
}
