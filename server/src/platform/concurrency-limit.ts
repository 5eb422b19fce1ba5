interface QueueLimits {
  /** Maximum number of waiting calls; unlimited by default. */
  waiting: number;
  /** Called instead of waiting when the queue is full. */
  onFull(): never;
}

/** Limits the number of concurrent calls; further calls wait in a queue. */
export function limitConcurrency(
  maxRunning: number,
  limits?: QueueLimits,
): <V>(work: () => Promise<V>) => Promise<V> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < maxRunning) running++;
    else if (limits && waiting.length >= limits.waiting) limits.onFull();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
