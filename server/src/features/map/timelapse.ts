import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { type AirHourSource, lookBackHours } from '../rollup/rollup.api.ts';
import { computeHours } from './indices.rule.ts';

/** A number for each hour of the time-lapse, NaN where there is none. */
export type Frames = Float64Array;

const sitesAtOnce = 500;
/** Ten thousand sites take seconds, so the work yields to the event loop after this long. */
const portionMs = 10;
/** Closed hours rarely change; late values show up after this time. */
const cacheMs = 5 * MINUTE_MS;

interface Timelapse {
  start: number;
  madeAt: number;
  frames: Map<number, Frames>;
  /** Requests fill it one after another, so that the next one finds most sites done. */
  last: Promise<unknown>;
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

/** The index of each site in each of these hours, cached for some minutes for all callers. */
export function openTimelapses(air: Pick<AirHourSource, 'hours'>, now: () => number) {
  const timelapses = new Map<string, Timelapse>();

  function open(index: MapIndex, start: number): Timelapse {
    for (const [key, { madeAt }] of timelapses) if (now() - madeAt >= cacheMs) timelapses.delete(key);
    const key = `${index} ${start}`;
    const cached = timelapses.get(key);
    if (cached) return cached;
    const timelapse = { start, madeAt: now(), frames: new Map(), last: Promise.resolve() };
    timelapses.set(key, timelapse);
    return timelapse;
  }

  async function fill(
    timelapse: Timelapse,
    index: MapIndex,
    siteIds: readonly number[],
    hours: readonly number[],
  ) {
    const missing = siteIds.filter((siteId) => !timelapse.frames.has(siteId));
    const from = timelapse.start - lookBackHours[index] * HOUR_MS;
    const to = timelapse.start + hours.length * HOUR_MS;
    for (let done = 0; done < missing.length; done += sitesAtOnce) {
      const some = missing.slice(done, done + sitesAtOnce);
      const found = await air.hours(some, [from, to]);
      let since = performance.now();
      for (const siteId of some) {
        const siteHours = computeHours(found.get(siteId) ?? [], timelapse.start, index);
        timelapse.frames.set(
          siteId,
          alignToHours(
            hours,
            siteHours.map(({ at, aqi }) => [at, aqi]),
          ),
        );
        if (performance.now() - since < portionMs) continue;
        await yieldToEventLoop();
        since = performance.now();
      }
    }
  }

  return async (index: MapIndex, siteIds: readonly number[], hours: readonly number[]) => {
    const timelapse = open(index, hours[0] ?? 0);
    const reading = timelapse.last.then(() => fill(timelapse, index, siteIds, hours));
    timelapse.last = Promise.allSettled([reading]);
    await reading;
    return timelapse.frames;
  };
}
