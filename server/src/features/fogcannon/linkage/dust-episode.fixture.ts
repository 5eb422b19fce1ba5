import { availableParallelism, loadavg } from 'node:os';
import { SECOND_MS } from '@limpid/contract/durations';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import { connectStation, dataFrames, stationTime } from '../../../testing/stations.ts';
import { addCannon } from '../cannon.fixture.ts';
import { addLinkageRule } from './linkage.fixture.ts';

const dusty = [182, 190, 188];
const normal = [96, 92, 90];
const watchEveryMs = 20;

/** What closes the circuit of a pump, seen from outside. */
interface WatchedRelay {
  isOn(): boolean;
  starts(): number;
}

/** Dust at a site with a station, a cannon and a rule: more than 150 three times starts it, 100 or less stops it. */
export interface DustEpisode {
  cannonId: number;
  relay: WatchedRelay;
  /** The station reports the next dusty values, or the next normal ones, on the socket of a gateway. */
  reportDust(port: number, count?: number): Promise<void>;
  reportNormal(port: number, count?: number): Promise<void>;
  /** The longest time that the relay has been closed without a break, in milliseconds. */
  longestRun(): number;
}

/** The station reports every second, and its cannon runs for a minute at most unless other columns are given. */
export async function openDustEpisode(
  t: TestApp,
  relay: WatchedRelay,
  columns: Record<string, unknown>,
): Promise<DustEpisode> {
  const { cannonId, mn } = await addCannon(t, columns, { interval: 1 });
  await addLinkageRule(t, [cannonId], { max_run_minutes: 1 });
  const longestRun = watchRuns(relay);

  let lastAt = 0;

  function makeReporter(values: readonly number[]) {
    let [next, startedAt] = [0, 0];
    return async (port: number, count = values.length - next) => {
      // Values are consecutive, whatever happens between their packets.
      if (next === 0)
        startedAt = Math.max(Math.floor(Date.now() / SECOND_MS) * SECOND_MS, lastAt + SECOND_MS);
      const times = Array.from({ length: count }, (_, index) => startedAt + (next + index) * SECOND_MS);
      lastAt = times.at(-1) ?? lastAt;
      const frames = times.flatMap((at, index) =>
        dataFrames({ mn, at, values: { a34002: values[next + index] ?? 0 } }),
      );
      next += count;
      const station = await connectStation(port);
      station.send(...frames);
      for (const at of times) await station.answer(stationTime(at));
      station.end();
    };
  }

  return { cannonId, relay, reportDust: makeReporter(dusty), reportNormal: makeReporter(normal), longestRun };
}

function watchRuns({ isOn }: WatchedRelay): () => number {
  let [since, longest]: [number | undefined, number] = [undefined, 0];
  const timer = setInterval(() => {
    since = isOn() ? (since ?? performance.now()) : undefined;
    if (since !== undefined) longest = Math.max(longest, performance.now() - since);
  }, watchEveryMs);
  onTestFinished(() => clearInterval(timer));
  return () => longest;
}

/** A limit in milliseconds, longer only while other programs keep the processors busy. */
export function allowBusy(limitMs: number): number {
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism();
  return isBusy ? 4 * limitMs : limitMs;
}
