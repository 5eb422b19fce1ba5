import { DAY_MS, SECOND_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import { formatDigits } from '@limpid/contract/local-time';
import type { App } from '../../platform/app.ts';
import { transact } from '../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../platform/lease/lease.store.ts';
import { findOrderResult, orderPeriod } from '../device/device.api.ts';
import { refuseLockedPeriods } from '../reading/locks/locks.api.ts';
import { packetKind } from '../reading/model.api.ts';
import {
  endRequest,
  findBackfillSite,
  listNext,
  listQueuedHours,
  listSent,
  noteArrived,
  noteCommand,
  noteSent,
  type StoredRequest,
} from './backfill.store.ts';
import { countArrived } from './find-gaps.ts';
import { judgeRequest } from './judge-request.rule.ts';

type Deps = Pick<App, 'pool' | 'db' | 'bus' | 'clock' | 'secrets'>;

/** A request whose device has not come back by then fails. */
const longestWaitMs = DAY_MS;

/** Counts what has come for requests under way, ends those whose command has ended, and sends the next of each site. */
export async function followRequests(app: Deps, lease: Lease): Promise<void> {
  for (const request of await listSent(app.pool)) await follow(app, lease, request);
  for (const request of await listNext(app.pool)) await send(app, lease, request);
}

async function follow(app: Deps, lease: Lease, request: StoredRequest): Promise<void> {
  const { requestId, siteId, kind, logId, missing } = request;
  const command = logId === null ? undefined : await findOrderResult(app.db, logId);
  await transact(app.pool, async (client) => {
    await assertLease(client, lease);
    const site = await findBackfillSite(client, siteId);
    if (!site) return;
    const at = app.clock.now();
    const arrived = await countArrived(client, site, request, at.getTime());
    // Rows that have come as minutes count with the roll-up of their hour.
    const isCounted =
      kind === packetKind.minute || (await listQueuedHours(client, siteId, request)).size === 0;
    const end = judgeRequest(command, { missing, arrived, isCounted }, at.getTime());
    if (end) await endRequest(client, requestId, { ...end, arrived, at });
    else if (arrived !== request.arrived) await noteArrived(client, requestId, arrived);
  });
}

/** Sends a request while its device is connected; what has come meanwhile needs none. */
async function send(app: Deps, lease: Lease, request: StoredRequest): Promise<void> {
  const { requestId, siteId, kind, from, to, missing, userId, createBy } = request;
  const at = app.clock.now();
  const site = await transact(app.pool, async (client) => {
    await assertLease(client, lease);
    const found = await findBackfillSite(client, siteId);
    if (!found) return undefined;
    const arrived = await countArrived(client, found, request, at.getTime());
    const finish = (state: 'answered' | 'failed' | 'refused', reason: 'offline' | 'locked' | null) =>
      endRequest(client, requestId, { state, reason, arrived, at });
    if (arrived >= missing) await finish('answered', null);
    else if (await isLocked(client, request)) await finish('refused', 'locked');
    else if (found.isConnected) {
      await noteSent(client, requestId, at);
      return found;
    } else if (at.getTime() - request.createdAt >= longestWaitMs) await finish('failed', 'offline');
    return undefined;
  });
  if (!site) return;
  const { zone } = site;
  const logId = await orderPeriod(
    app,
    {
      siteId,
      commandCode: String(kind),
      beginTime: formatDigits(from, zone, 14),
      // Within the last row, so that devices send it whether they count the end or not.
      endTime: formatDigits(to - SECOND_MS, zone, 14),
    },
    { userId, userName: createBy },
  ).catch((error: unknown) => {
    // The command is disabled, or is not as the standard has it.
    if (error instanceof AppError) return undefined;
    throw error;
  });
  await transact(app.pool, async (client) => {
    await assertLease(client, lease);
    if (logId !== undefined) await noteCommand(client, requestId, logId);
    else await endRequest(client, requestId, { state: 'failed', reason: 'command', arrived: 0, at });
  });
}

async function isLocked(
  client: Parameters<typeof refuseLockedPeriods>[0],
  { siteId, from, to }: StoredRequest,
): Promise<boolean> {
  return refuseLockedPeriods(client, [{ siteId, from, to }]).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true;
      throw error;
    },
  );
}
