import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { transact } from '../../../platform/db/transaction.ts';
import { assertLease, hasLeaseOwner, type Lease } from '../../../platform/lease/lease.store.ts';
import { openLease } from '../../../platform/lease/lease.ts';
import { fogCannonLease } from '../cannon-changed.ts';
import type { RuleRunEnd } from './cannon-writer.ts';
import type { Controller, ControllerDeps } from './controller.ts';
import { countOpenOffs, insertOffOrder } from './order.store.ts';
import type { OpenRun } from './order.ts';
import { listOpenRuns } from './run.store.ts';

/** Another process takes a lease that was released at once, or with its next attempt. */
const takeOverMs = 2.5 * SECOND_MS;
const takeBackMs = SECOND_MS;
/** Switching off takes no longer: the stop of the process has a limit of its own. */
const switchOffMs = 6 * SECOND_MS;
/** A cannon that cannot be reached does not use up that time. */
const maxAttempts = 3;
const lookEveryMs = 50;

interface Deps {
  app: Pick<App, 'pool' | 'bus' | 'clock' | 'log'>;
  /** One that only switches off: orders to switch on can wait, or come until the very end. */
  openController(lease: Lease, isLeading: ControllerDeps['isLeading']): Controller;
  noteRuleRunEnd: ControllerDeps['noteRuleRunEnd'];
}

/**
 * Switches off the cannons that nothing would switch off in time: this process has stopped controlling them, and no other
 * one takes over.
 */
export async function endLastRuns({ app, openController, noteRuleRunEnd }: Deps): Promise<void> {
  const { pool, clock, log } = app;
  if ((await listTimedRuns(app)).length === 0) return;
  if (await waitFor(() => hasLeaseOwner(pool, fogCannonLease), takeOverMs)) return;
  const leadership = openLease(app, fogCannonLease);
  await waitFor(async () => leadership.current() !== undefined, takeBackMs);
  const lease = leadership.current();
  if (lease) {
    const controller = openController(lease, () => leadership.current()?.fence === lease.fence);
    await orderOff(lease);
    await waitFor(async () => {
      await controller.tick();
      if ((await countOpenOffs(pool, maxAttempts)) > 0) return false;
      // A run may have been found meanwhile.
      return (await orderOff(lease)) === 0;
    }, switchOffMs);
    const left = await listTimedRuns(app);
    if (left.length > 0)
      log.warn({ cannons: left.length }, 'switching off fog cannons before the stop failed');
    await controller.close();
  }
  await leadership.stop();

  /** Returns how many orders it has stored. */
  async function orderOff(held: Lease): Promise<number> {
    const runs = await listTimedRuns(app);
    return transact(pool, async (client) => {
      await assertLease(client, held);
      let count = 0;
      for (const run of runs) {
        const at = clock.now();
        const orderId = await insertOffOrder(client, run.cannonId, { reason: 'interrupted' }, at);
        const end: RuleRunEnd = { run, reason: 'interrupted', siteId: null, orderId, at };
        if (orderId === null) continue;
        count++;
        await noteRuleRunEnd(client, end);
      }
      return count;
    });
  }
}

/** The runs that the platform ends, and not their controllers. */
async function listTimedRuns({ pool }: Pick<App, 'pool'>): Promise<OpenRun[]> {
  return (await listOpenRuns(pool)).filter(({ stopBy, isSelfTimed }) => stopBy !== null && !isSelfTimed);
}

async function waitFor(isReached: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; performance.now() < until; await wait(lookEveryMs))
    if (await isReached()) return true;
  return false;
}
