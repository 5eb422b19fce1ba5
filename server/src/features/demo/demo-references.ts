import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { publishedAfter, publishHours, revisedAfter } from '@limpid/simulator/reference/publish-hours';
import type { ReferenceCity } from '@limpid/simulator/reference/reference-city';
import type { SimulatedReferences } from '../reference/reference.api.ts';
import { daysOfHistory } from './demo-history.ts';

/** The hours that are stored before the history of the sites: those that screens show first. */
const recentMs = 3 * DAY_MS;
/** The older hours are stored in parts, the newest first. */
const partMs = 9 * DAY_MS;
/** Hours of which a revision may still come. */
const openMs = revisedAfter + 2 * HOUR_MS;

interface DemoReferences {
  /** Adds the stations and what they have published since the last stored hour, or in the last days. */
  fillRecent(now: number): Promise<void>;
  /** Adds what is missing of the history. */
  fillHistory(now: number, signal: AbortSignal): Promise<void>;
  /** Adds what has been published since the last call. */
  goOn(now: number): Promise<void>;
}

/** The simulated official stations: they publish hour by hour what the model of their city says. */
export function openDemoReferences(
  references: SimulatedReferences,
  cities: readonly ReferenceCity[],
): DemoReferences {
  let since = 0;

  async function publish(city: ReferenceCity, from: number, to: number, until: number, after = 0) {
    const hours = publishHours(city, { from, to, since: after, until });
    await references.publish(
      hours.map(({ station, hour, amounts }) => ({ code: station.code, hour, amounts })),
    );
  }

  return {
    async fillRecent(now) {
      await references.add(
        cities.flatMap(({ stations, name: city, province }) =>
          stations.map(({ code, name, longitude, latitude }) => ({
            code,
            name,
            city,
            province,
            longitude,
            latitude,
          })),
        ),
      );
      const stored = await references.listHours();
      for (const city of cities) {
        const last = Math.min(now, ...hoursOf(city, stored).map(({ last }) => last ?? now - recentMs));
        await publish(city, Math.max(last - openMs, now - daysOfHistory * DAY_MS), now, now);
      }
      since = now;
    },
    async fillHistory(now, signal) {
      const begin = now - daysOfHistory * DAY_MS;
      const stored = await references.listHours();
      const firsts = cities.map((city) => ({
        city,
        first: Math.max(...hoursOf(city, stored).map(({ first }) => first ?? now)),
      }));
      for (let to = now; to > begin; to -= partMs) {
        for (const { city, first } of firsts) {
          if (signal.aborted) return;
          const [from, end] = [Math.max(to - partMs, begin), Math.min(to, first)];
          if (from < end) await publish(city, from, end, now);
        }
      }
    },
    async goOn(now) {
      const hourOf = (moment: number) => Math.floor((moment - publishedAfter) / HOUR_MS);
      if (since === 0 || hourOf(now) === hourOf(since)) return;
      for (const city of cities) await publish(city, since - openMs, now, now, since);
      since = now;
    },
  };
}

function hoursOf({ stations }: ReferenceCity, stored: Awaited<ReturnType<SimulatedReferences['listHours']>>) {
  return stored.filter(({ code }) => stations.some((station) => station.code === code));
}
