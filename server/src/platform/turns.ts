/** Lets so many do something at once; the others wait in line. */
export function makeTurns(most: number): <V>(work: () => Promise<V>) => Promise<V> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running++;
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
