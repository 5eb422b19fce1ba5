import { ForwardFailure } from '../target.ts';

export interface SendQueue {
  readonly isClosed: boolean;
  /** Runs the work of a packet when it is its turn; fails at once when the queue is closed. */
  run(packet: { isReissued: boolean }, work: () => Promise<void>): Promise<void>;
  close(): void;
}

/**
 * Turns of packets that are sent by requests: so many at the same time, with a gap between their beginnings, current data
 * before the backlog.
 */
export function makeSendQueue(maxRunning: number, minGapMs: number): SendQueue {
  const current: (() => Promise<void>)[] = [];
  const backlog: (() => Promise<void>)[] = [];
  const open = new Set<(failure: ForwardFailure) => void>();
  let isClosed = false;
  let running = 0;
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function beginNext(): void {
    while (running < maxRunning && !timer && !isClosed) {
      const left = nextAt - performance.now();
      if (left > 0) {
        timer = setTimeout(() => {
          timer = undefined;
          beginNext();
        }, Math.ceil(left));
        return;
      }
      const begin = current.shift() ?? backlog.shift();
      if (!begin) return;
      nextAt = performance.now() + minGapMs;
      running += 1;
      void begin().finally(() => {
        running -= 1;
        beginNext();
      });
    }
  }

  return {
    get isClosed() {
      return isClosed;
    },
    run({ isReissued }, work) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (isClosed) reject(new ForwardFailure('connection', 'closed'));
      open.add(reject);
      const begin = () =>
        work()
          .then(resolve, reject)
          .finally(() => open.delete(reject));
      (isReissued ? backlog : current).push(begin);
      beginNext();
      return promise;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const reject of open) reject(new ForwardFailure('connection', 'closed'));
      open.clear();
    },
  };
}
