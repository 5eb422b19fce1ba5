import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { LeaseLostError } from '../../platform/lease/lease.store.ts';
import { openLease } from '../../platform/lease/lease.ts';
import { repeat } from '../../platform/repeat.ts';
import { followRequests } from './follow-requests.ts';

const everyMs = SECOND_MS;

/** Sends requests for missing data and follows them, in one process at a time. */
export function startBackfill(app: App): () => Promise<void> {
  const leadership = openLease(app, 'backfill');
  const stop = repeat(
    everyMs,
    async () => {
      const lease = leadership.current();
      if (lease) await followRequests(app, lease);
    },
    (error) => {
      // Another process leads now.
      if (!(error instanceof LeaseLostError))
        app.log.warn({ err: error }, 'following backfill requests failed');
    },
  );
  return async () => {
    await stop();
    await leadership.stop();
  };
}
