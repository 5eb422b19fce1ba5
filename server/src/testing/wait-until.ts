import { setTimeout as wait } from 'node:timers/promises';

/** Waits until a condition holds, within a time that suits a busy machine; for tests and scripts. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  patience = 60_000,
): Promise<void> {
  const limit = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error(`timed out waiting for: ${what}`);
    await wait(10);
  }
}
