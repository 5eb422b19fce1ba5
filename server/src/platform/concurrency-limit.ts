interface QueueLimits {
  /** How many may wait; unlimited where nothing is said. */
  waiting: number;
  /** Called instead of waiting when so many wait already. */
  onFull(): never;
}

/** Lets so many do something at once; the others wait in line. */
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
