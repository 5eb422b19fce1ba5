import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { limitConcurrency } from '../../../platform/concurrency-limit.ts';

/** Runs the steps of a station one after the other; stations do not wait for each other. */
export interface StationQueues {
  run<V>(siteId: number, step: () => Promise<V>): Promise<V>;
  /** As `run`, for a caller that needs no result. */
  enqueue(siteId: number, step: () => Promise<void>): void;
  /** Waits for all steps so far. */
  settle(): Promise<void>;
}

/** An order for hundreds of devices must not take every connection to the database: requests wait for one only seconds. */
const stepsAtOnce = 40;

export function openStationQueues(app: Pick<App, 'background' | 'log' | 'errorLog'>): StationQueues {
  const last = new Map<number, Promise<unknown>>();
  const inTurn = limitConcurrency(stepsAtOnce);

  function run<V>(siteId: number, step: () => Promise<V>): Promise<V> {
    const before = last.get(siteId) ?? Promise.resolve();
    const next = before.catch(() => undefined).then(() => inTurn(step));
    last.set(siteId, next);
    runInBackground(app, async () => {
      try {
        await next;
      } finally {
        if (last.get(siteId) === next) last.delete(siteId);
      }
    });
    return next;
  }

  return {
    run,
    enqueue: (siteId, step) => void run(siteId, step),
    async settle() {
      await Promise.allSettled(last.values());
    },
  };
}
