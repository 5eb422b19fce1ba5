import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { MapIndex } from '@limpid/contract/map/news';
import type { AirHourSource } from '../ingest/ingest.api.ts';
import { computeHours, windowHours } from './indices.rule.ts';

/** A number for each hour of the film, NaN where there is none. */
export type Frames = Float64Array;

const hourMs = 3_600_000;
const sitesAtOnce = 500;
/** Ten thousand sites take seconds: whatever else the process does must not wait for them. */
const portionMs = 10;
/** Hours that are over change rarely; late values are seen after this time. */
const keptMs = 5 * 60_000;
const lookBackHours: Record<MapIndex, number> = {
  china: 0,
  us: windowHours - 1,
  europe: 0,
  atmo: windowHours - 1,
};

interface Film {
  start: number;
  madeAt: number;
  frames: Map<number, Frames>;
  /** One reading at a time: whoever comes meanwhile finds most of it done. */
  last: Promise<unknown>;
}

/** Sites whose zone is half an hour off have hours of their own: each is shown with the one it begins in. */
export function placeNumbers(
  hours: readonly number[],
  numbers: Iterable<readonly [at: number, value: number]>,
): Frames {
  const frames = new Float64Array(hours.length).fill(Number.NaN);
  const [first = 0] = hours;
  for (const [at, value] of numbers) frames[Math.floor((at - first) / hourMs)] = value;
  return frames;
}

/** The index of each site in each of these hours; kept for some minutes, and for everybody. */
export function openFilms(air: Pick<AirHourSource, 'hours'>, now: () => number) {
  const films = new Map<MapIndex, Film>();

  function open(index: MapIndex, start: number): Film {
    const known = films.get(index);
    if (known?.start === start && now() - known.madeAt < keptMs) return known;
    const film = { start, madeAt: now(), frames: new Map(), last: Promise.resolve() };
    films.set(index, film);
    return film;
  }

  async function fill(film: Film, index: MapIndex, siteIds: readonly number[], hours: readonly number[]) {
    const missing = siteIds.filter((siteId) => !film.frames.has(siteId));
    const from = film.start - lookBackHours[index] * hourMs;
    const to = film.start + hours.length * hourMs;
    for (let done = 0; done < missing.length; done += sitesAtOnce) {
      const some = missing.slice(done, done + sitesAtOnce);
      const found = await air.hours(some, [from, to]);
      let since = performance.now();
      for (const siteId of some) {
        const own = computeHours(found.get(siteId) ?? [], film.start, index);
        film.frames.set(
          siteId,
          placeNumbers(
            hours,
            own.map(({ at, aqi }) => [at, aqi]),
          ),
        );
        if (performance.now() - since < portionMs) continue;
        await letOthersRun();
        since = performance.now();
      }
    }
  }

  return async (index: MapIndex, siteIds: readonly number[], hours: readonly number[]) => {
    const film = open(index, hours[0] ?? 0);
    const reading = film.last.then(() => fill(film, index, siteIds, hours));
    film.last = Promise.allSettled([reading]);
    await reading;
    return film.frames;
  };
}
