import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { type Lease, LeaseLostError } from '../../platform/lease/lease.store.ts';
import { openLease } from '../../platform/lease/lease.ts';
import { repeat } from '../../platform/repeat.ts';
import { openAutomaticAsking } from './ask-automatically.ts';
import { followRequests } from './follow-requests.ts';

const everyMs = SECOND_MS;

/** Sends requests for missing data and follows them, also those it makes by itself, in one process at a time. */
export function startBackfill(
  app: App,
  { automaticMs = MINUTE_MS }: { automaticMs?: number } = {},
): () => Promise<void> {
  const leadership = openLease(app, 'backfill');
  const askAutomatically = openAutomaticAsking(app);
  const start = (ms: number, work: (lease: Lease) => Promise<void>, message: string) =>
    repeat(
      ms,
      async () => {
        const lease = leadership.current();
        if (lease) await work(lease);
      },
      (error) => {
        // Another process leads now.
        if (!(error instanceof LeaseLostError)) app.log.warn({ err: error }, message);
      },
    );
  const stops = [
    start(everyMs, (lease) => followRequests(app, lease), 'following backfill requests failed'),
    start(automaticMs, askAutomatically, 'asking for missing data automatically failed'),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await leadership.stop();
  };
}
