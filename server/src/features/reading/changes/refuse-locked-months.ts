import type { Connection } from '../../../platform/db/transaction.ts';
import { findLockAt } from '../locks/month-lock.rule.ts';
import { failLocked, readLocks } from '../locks/month-lock.store.ts';
import type { ValueStep } from './requests.ts';
import { stepMs } from './step.rule.ts';

/** Refuses to change minutes or hours of a locked month; within a transaction that keeps months from being locked. */
export async function refuseLockedMonths(
  client: Connection,
  siteId: number,
  times: readonly number[],
  step: ValueStep,
): Promise<void> {
  const last = stepMs[step] - 1;
  const locks = await readLocks(client, [siteId], [Math.min(...times), Math.max(...times) + last]);
  if (locks.size === 0) return;
  for (const ts of times) {
    const lock = findLockAt(locks, siteId, ts) ?? findLockAt(locks, siteId, ts + last);
    if (lock) await failLocked(client, lock);
  }
}
