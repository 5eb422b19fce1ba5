import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { StationLevel } from '@limpid/contract/reference/national-control';
import { publishedAfter, publishHours, revisedAfter } from '@limpid/simulator/reference/publish-hours';
import type { ReferenceCity } from '@limpid/simulator/reference/reference-city';
import type { SimulatedReferences } from '../reference/reference.api.ts';

/** The hours that are stored before the history of the sites: those that screens show first. */
const recentMs = 3 * DAY_MS;
/** The older hours are stored in parts, the newest first. */
const partMs = 9 * DAY_MS;
/** Hours of which a revision may still come. */
const openMs = revisedAfter + 2 * HOUR_MS;
/** A fetch asks for so many hours. */
const fetchedMs = 23 * HOUR_MS;

interface DemoReferences {
  /** Adds the stations and what they have published since the last stored hour, or in the last days. */
  fillRecent(now: number): Promise<void>;
  /** Adds what is missing of the history. */
  fillHistory(now: number, signal: AbortSignal): Promise<void>;
  /** Adds what has been published since the last call. */
  goOn(now: number): Promise<void>;
}

/** A city with simulated stations, and how they publish. */
interface DemoNetwork {
  city: ReferenceCity;
  level: StationLevel;
  /** A reference source is asked for the hours of the last day; only older ones are added here. */
  isFetched: boolean;
}

/** The simulated official stations: they publish hour by hour what the model of their city says. */
export function openDemoReferences(
  references: SimulatedReferences,
  networks: readonly DemoNetwork[],
  historyMs: number,
): DemoReferences {
  let since = 0;
  const untilOf = ({ isFetched }: DemoNetwork, now: number) => (isFetched ? now - fetchedMs : now);

  async function publish(city: ReferenceCity, from: number, to: number, until: number, after = 0) {
    const hours = publishHours(city, { from, to, since: after, until });
    await references.publish(
      hours.map(({ station, hour, amounts }) => ({ code: station.code, hour, amounts })),
    );
  }

  return {
    async fillRecent(now) {
      await references.add(
        networks.flatMap(({ city: { stations, name: city, province }, level }) =>
          stations.map(({ code, name, longitude, latitude }) => ({
            code,
            name,
            level,
            city,
            province,
            longitude,
            latitude,
          })),
        ),
      );
      const stored = await references.listHours();
      for (const network of networks) {
        const { city } = network;
        const last = Math.min(
          now,
          ...hoursOf(city, stored).map(({ last }) => last ?? now - Math.min(recentMs, historyMs)),
        );
        await publish(city, Math.max(last - openMs, now - historyMs), untilOf(network, now), now);
      }
      since = now;
    },
    async fillHistory(now, signal) {
      const begin = now - historyMs;
      const stored = await references.listHours();
      const firsts = networks.map((network) => ({
        city: network.city,
        first: Math.min(
          untilOf(network, now),
          Math.max(...hoursOf(network.city, stored).map(({ first }) => first ?? now)),
        ),
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
      for (const { city, isFetched } of networks)
        if (!isFetched) await publish(city, since - openMs, now, now, since);
      since = now;
    },
  };
}

function hoursOf({ stations }: ReferenceCity, stored: Awaited<ReturnType<SimulatedReferences['listHours']>>) {
  return stored.filter(({ code }) => stations.some((station) => station.code === code));
}
