import { setTimeout as wait } from 'node:timers/promises';

/** Runs a function repeatedly, never concurrently; a failure is logged and retried at the next run. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const control = new AbortController();
  const loop = (async () => {
    while (!control.signal.aborted) {
      await wait(everyMs, undefined, { signal: control.signal, ref: false }).catch(() => undefined);
      // Runs once more at the end, so that what was collected since the last run is not lost.
      await work().catch(onError);
    }
  })();
  return () => {
    control.abort();
    return loop;
  };
}
