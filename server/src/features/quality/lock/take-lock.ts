import { setTimeout as wait } from 'node:timers/promises';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { isLockTimeout } from '../../../platform/db/request-waits.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { excludeWriters } from '../../reading/locks/locks.api.ts';
import { excludeRollUps } from '../../rollup/rollup.api.ts';
import { closeGaps, type MonthBounds, monthBounds } from './lock.rule.ts';
import {
  findLocksBeside,
  findPending,
  holdEntity,
  insertLock,
  isMonthLocked,
  type Pending,
} from './lock.store.ts';

type Deps = Pick<App, 'pool' | 'clock'>;

/** What finishes the changes of a month before it is locked. */
export interface Finishing {
  /** Rolls up a portion of the queued hours; undefined while another process does. */
  runPortion(due: { from: number; until: number; last: number }): Promise<number | undefined>;
  letIn(): Promise<unknown>;
}

interface Order {
  entity: { entityId: number; entityName: string };
  month: string;
  lockedBy: string;
  reason: string | null;
}

const pauseMs = 250;
/** A request is answered within this time, with what is still going on if need be. */
const patienceMs = 7000;
/** Stations wait while the month's last hours are rolled up under the lock, so that takes a few portions at most. */
const portionsUnderLock = 20;
/** A queue that is so short is rolled up under the lock: late packets may lengthen it again and again. */
const fewEntries = 100;

/**
 * Locks a month that has ended. Its queued hours are rolled up first, while stations report; the rest is rolled up under
 * the lock that excludes writers. All or nothing. Returns the id of the lock.
 */
export async function takeMonthLock(app: Deps, order: Order, finish: Finishing): Promise<number> {
  const { entity, month } = order;
  const giveUpAt = app.clock.now().getTime() + patienceMs;
  const isPatient = () => app.clock.now().getTime() < giveUpAt;
  let isShort = false;
  while (isPatient()) {
    const found = await tryLock(app, order, finish, isShort).catch((error: unknown): Waiting => {
      if (isLockTimeout(error)) return busy;
      throw error;
    });
    if (typeof found === 'number') return found;
    if (found.packets) await finish.letIn();
    if (found.hours) isShort = await shortenQueue(finish, found.bounds, isPatient);
    await wait(pauseMs);
  }
  return fail('lock.pending', { entity: entity.entityName, month });
}

type Waiting = Pending & { bounds?: MonthBounds };

/** Somebody changes readings in a long transaction. */
const busy: Waiting = { hours: false, packets: false, ranges: false };

/** The number of the lock, or what has to be finished first. */
function tryLock(
  app: Deps,
  order: Order,
  finish: Finishing,
  /** Whether few hours of the month are queued. */
  isShort: boolean,
): Promise<number | Waiting> {
  const { entity, month, lockedBy, reason } = order;
  return transact(app.pool, async (client) => {
    const { zone, siteIds } = await holdEntity(client, entity.entityId);
    const own = monthBounds(month, zone);
    const lockedAt = app.clock.now();
    const names = { entity: entity.entityName, month, zone };
    if (own[1] > lockedAt.getTime()) fail('lock.not_ended', names, 'month');
    if (await isMonthLocked(client, entity.entityId, month)) fail('lock.already', names, 'month');
    if (siteIds.length === 0) fail('lock.no_sites', names, 'entityId');
    const bounds = closeGaps(own, await findLocksBeside(client, entity.entityId, month));
    const before = await findPending(client, siteIds, bounds);
    if ((before.hours && !isShort) || before.packets || before.ranges) return { ...before, bounds };
    await client.query(`set local lock_timeout = '2s'`);
    await excludeWriters(client);
    const rest = await finishUnderLock(client, { siteIds, bounds, finish });
    if (rest.hours || rest.packets || rest.ranges) return { ...rest, bounds };
    const { entityId } = entity;
    return insertLock(client, { entityId, month, zone, bounds, siteIds, lockedBy, lockedAt, reason });
  });
}

/** Rolls up the hours that are still queued; readings add none, because writers are excluded. */
async function finishUnderLock(
  client: Connection,
  { siteIds, bounds, finish }: { siteIds: readonly number[]; bounds: MonthBounds; finish: Finishing },
): Promise<Pending> {
  let pending = await findPending(client, siteIds, bounds);
  for (let portions = 0; pending.hours && portions < portionsUnderLock; portions++) {
    await runPortion(finish, bounds);
    pending = await findPending(client, siteIds, bounds);
  }
  // Hours are also queued by those who do not change readings: a roll-up that begins now sees the lock.
  await excludeRollUps(client);
  return findPending(client, siteIds, bounds);
}

/** Rolls up the month's queue until few entries are left; false if that takes too long, or another process does it. */
async function shortenQueue(
  finish: Finishing,
  bounds: MonthBounds | undefined,
  isPatient: () => boolean,
): Promise<boolean> {
  while (bounds && isPatient()) {
    const entries = await runPortion(finish, bounds);
    if (entries === undefined) return false;
    if (entries < fewEntries) return true;
  }
  return false;
}

function runPortion(finish: Finishing, [from, until]: MonthBounds): Promise<number | undefined> {
  return finish.runPortion({ from, until, last: Number.MAX_SAFE_INTEGER });
}
