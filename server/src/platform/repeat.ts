import { setTimeout as wait } from 'node:timers/promises';

/** Does something again and again, never twice at once; what fails is told and tried again the next time. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const control = new AbortController();
  const loop = (async () => {
    while (!control.signal.aborted) {
      await wait(everyMs, undefined, { signal: control.signal, ref: false }).catch(() => undefined);
      // Once more at the end: what has gathered since the last time is not lost.
      await work().catch(onError);
    }
  })();
  return () => {
    control.abort();
    return loop;
  };
}
