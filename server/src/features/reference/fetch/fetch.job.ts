import type { App } from '../../../platform/app.ts';
import { assertLease } from '../../../platform/lease/lease.store.ts';
import { openLease } from '../../../platform/lease/lease.ts';
import { repeat } from '../../../platform/repeat.ts';
import type { OnPublished } from '../write-publications.ts';
import { runFetch } from './run-fetch.ts';
import { listDueSources } from './source.store.ts';

/** Sources are looked at this often. */
const tickMs = 1000;

interface Services {
  alarmWatch: { collectReferences: OnPublished };
}

/** Fetches reference data in one process at a time: the one that has the lease. Sources do not wait for each other. */
export function startReferenceFetch(app: App, { alarmWatch }: Services): () => Promise<void> {
  const leadership = openLease(app, 'reference.fetch');
  const control = new AbortController();
  const running = new Map<number, Promise<void>>();

  async function tick(): Promise<void> {
    const lease = leadership.current();
    if (!lease || control.signal.aborted) return;
    for (const source of await listDueSources(app.db, app.clock.now())) {
      const { sourceId } = source;
      if (running.has(sourceId)) continue;
      const run = runFetch(app, {
        source,
        reason: 'clock',
        signal: control.signal,
        onPublished: alarmWatch.collectReferences,
        assertLeading: (transaction) => assertLease(transaction, lease),
      }).then(
        () => undefined,
        (error: unknown) => app.log.warn({ err: error, sourceId }, 'fetching reference data failed'),
      );
      running.set(
        sourceId,
        run.finally(() => running.delete(sourceId)),
      );
    }
  }

  const stop = repeat(tickMs, tick, (error) =>
    app.log.warn({ err: error }, 'looking for due reference sources failed'),
  );
  return async () => {
    control.abort();
    await stop();
    await Promise.all(running.values());
    await leadership.stop();
  };
}
