import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from './app.ts';
import { runInBackground } from './background.ts';

/**
 * Runs one read at a time; a request in the meantime causes another read. The returned promise resolves after a read that
 * began after the request, so an older read never replaces a newer one.
 */
export function makeRefresh(read: () => Promise<void>): () => Promise<void> {
  let isStale = false;
  let pending: Promise<void> | undefined;

  async function readUntilFresh(): Promise<void> {
    while (isStale) {
      isStale = false;
      await read();
    }
  }
  return () => {
    isStale = true;
    pending ??= readUntilFresh().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

type Deps = Parameters<typeof runInBackground>[0] & { pool: Pick<App['pool'], 'ending'> };

const [firstRetryMs, longestRetryMs] = [SECOND_MS, 30 * SECOND_MS];

/** Refreshes after a change; a failed read is tried again, because what it missed is announced only once. */
export function refreshInBackground(app: Deps, refresh: () => Promise<void>, retryMs = firstRetryMs): void {
  runInBackground(app, async () => {
    try {
      await refresh();
    } catch (error) {
      const next = Math.min(2 * retryMs, longestRetryMs);
      if (!app.pool.ending) setTimeout(() => refreshInBackground(app, refresh, next), retryMs).unref();
      throw error;
    }
  });
}
