import { setTimeout as wait } from 'node:timers/promises';

/** Waits until something is so, with the patience that a busy machine needs; for tests and for what is none. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  patience = 60_000,
): Promise<void> {
  const limit = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error(`waited in vain: ${what}`);
    await wait(10);
  }
}
