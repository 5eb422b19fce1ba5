import { setTimeout as wait } from 'node:timers/promises';
import { isTransient } from '../../../platform/db/database.ts';
import type { StoredReport } from './station-report.rule.ts';

interface QueuedReport {
  report: StoredReport;
  onEnd(stored: boolean): void;
}

interface QueueOptions {
  store(reports: readonly StoredReport[]): Promise<void>;
  onError(error: unknown): void;
  batch?: number;
  capacity?: number;
}

/** A bounded queue that stores reports in batches. */
export interface ReportQueue {
  push(report: StoredReport, onEnd: (stored: boolean) => void): void;
  /** True while stations have to wait. */
  readonly full: boolean;
  onFullChange(listener: () => void): void;
  close(): Promise<void>;
}

const maxPauseMs = 2000;

export function openReportQueue({ store, onError, batch = 200, capacity = 2000 }: QueueOptions): ReportQueue {
  const queue: QueuedReport[] = [];
  const listeners: (() => void)[] = [];
  let depth = 0;
  let running: Promise<void> | undefined;
  let closing = false;

  function changeDepth(more: number): void {
    const wasFull = depth >= capacity;
    depth += more;
    if (wasFull !== depth >= capacity) for (const listener of listeners) listener();
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const taken = queue.splice(0, batch);
      await storeAll(taken);
      changeDepth(-taken.length);
    }
    running = undefined;
  }

  /** Retries while the database is unavailable; a report that it refuses is not acknowledged. */
  async function storeAll(taken: readonly QueuedReport[]): Promise<void> {
    for (let pause = 50; ; pause = Math.min(pause * 2, maxPauseMs)) {
      try {
        await store(taken.map(({ report }) => report));
        return end(taken, true);
      } catch (error) {
        onError(error);
        if (!isTransient(error)) return storeSingly(taken);
        if (closing) return end(taken, false);
        await wait(pause);
      }
    }
  }

  async function storeSingly(taken: readonly QueuedReport[]): Promise<void> {
    if (taken.length === 1) return end(taken, false);
    for (const one of taken) await storeAll([one]);
  }

  return {
    push(report, onEnd) {
      if (closing) return onEnd(false);
      queue.push({ report, onEnd });
      changeDepth(1);
      running ??= new Promise<void>((done) => setImmediate(done)).then(drain);
    },
    get full() {
      return depth >= capacity;
    },
    onFullChange: (listener) => void listeners.push(listener),
    async close() {
      closing = true;
      await running;
    },
  };
}

function end(taken: readonly QueuedReport[], stored: boolean): void {
  for (const { onEnd } of taken) onEnd(stored);
}
