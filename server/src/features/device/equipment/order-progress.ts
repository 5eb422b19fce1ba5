import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { commandCancelled } from '../execution/command-ordered.ts';
import { listOrdersOf } from './offer.store.ts';

/** Notifies the person who placed an order, over the live socket, of its progress. */
export interface OrderProgress {
  record(logId: number): void;
  close(): void;
}

/** Many devices answer at the same time; the person needs one message for all of them. */
const pauseMs = 200;

type Deps = Pick<App, 'db' | 'bus' | 'live' | 'log' | 'background' | 'errorLog'>;

export function openOrderProgress(app: Deps): OrderProgress {
  let changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  async function announce(): Promise<void> {
    const logIds = [...changed];
    changed = new Set();
    timer = undefined;
    for (const { batchId, userId } of await listOrdersOf(app.db, logIds))
      await app.live.notify(userId, 'deviceOrder', { batchId });
  }

  function record(logId: number): void {
    changed.add(logId);
    timer ??= setTimeout(() => runInBackground(app, announce), pauseMs).unref();
  }

  const unsubscribe = app.bus.subscribe(commandCancelled, ({ logId }) => record(logId));
  return {
    record,
    close() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
