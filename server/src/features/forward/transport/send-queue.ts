import { setTimeout as wait } from 'node:timers/promises';
import { limitConcurrency } from '../../../platform/concurrency-limit.ts';
import { ForwardFailure } from '../target.ts';

export interface SendQueue {
  readonly isClosed: boolean;
  /** Runs work when it is its turn; fails at once when the queue is closed. */
  run(work: () => Promise<void>): Promise<void>;
  close(): void;
}

/** Turns of packets that are sent by requests: so many at the same time, with a gap between their beginnings. */
export function makeSendQueue(maxRunning: number, minGapMs: number): SendQueue {
  const limit = limitConcurrency(maxRunning);
  const open = new Set<(failure: ForwardFailure) => void>();
  let isClosed = false;
  let nextAt = 0;

  async function takeTurn(work: () => Promise<void>): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + minGapMs;
    if (at > now) await wait(at - now);
    // The promise of the caller was rejected already.
    if (!isClosed) await work();
  }

  return {
    get isClosed() {
      return isClosed;
    },
    run(work) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (isClosed) reject(new ForwardFailure('connection', 'closed'));
      open.add(reject);
      limit(() => takeTurn(work))
        .then(resolve, reject)
        .finally(() => open.delete(reject));
      return promise;
    },
    close() {
      isClosed = true;
      for (const reject of open) reject(new ForwardFailure('connection', 'closed'));
    },
  };
}
