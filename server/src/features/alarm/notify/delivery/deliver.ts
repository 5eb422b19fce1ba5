import { randomUUID } from 'node:crypto';
import { AppError } from '@limpid/contract/errors';
import type { App } from '../../../../platform/app.ts';
import { type Pool, transact } from '../../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../../platform/lease/lease.store.ts';
import { makeStoredText } from '../../../../platform/texts.ts';
import { composeNotification } from '../send/compose.ts';
import { isTemporary } from '../send/delivery-error.ts';
import { type SendDeps, sendNotification } from '../send/send.ts';
import { findRetryDelay } from './back-off.rule.ts';
import {
  type DueGroup,
  dropDeliveries,
  dropUnwanted,
  groupDeliveries,
  listDueGroups,
  listGroupAlarms,
  listReadyReceivers,
  markFailed,
  markSent,
} from './delivery.store.ts';
import { listAlarmReaders, listNotifyChannels, listSubscriptions } from './receivers.store.ts';
import { type Reader, reachesSite } from './route.rule.ts';

const receiversAtOnce = 100;
/** Alarms per message. A webhook gets every alarm with its facts; a person gets a list of the first and a count. */
const webhookGroup = 100;
const textGroup = 1000;
const groupsAtOnce = 40;
const concurrentGroups = 8;

const dropErrors = { muted: 'errors.notify.muted', disabled: 'errors.notify.disabled' };

/** Makes one message of everything that waits for a receiver. Returns whether there may be more. */
export function groupMessages(pool: Pool, now: number, lease?: Lease): Promise<boolean> {
  return transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    await dropUnwanted(client, now, dropErrors);
    const receivers = await listReadyReceivers(client, now, receiversAtOnce);
    for (const receiver of receivers) {
      const limit = receiver.kind === 'webhook' ? webhookGroup : textGroup;
      await groupDeliveries(client, receiver, { groupId: randomUUID(), now, limit });
    }
    return receivers.length === receiversAtOnce;
  });
}

type Deps = SendDeps & Pick<App, 'pool' | 'dictionaries' | 'log'>;

/** Sends the groups that are due, some at a time. Returns their number. */
export async function sendDueGroups(deps: Deps, isLeading: () => boolean = () => true): Promise<number> {
  const groups = await listDueGroups(deps.pool, deps.clock.now().getTime(), groupsAtOnce);
  const queue = [...groups];
  const work = async () => {
    for (let group = queue.shift(); group && isLeading(); group = queue.shift()) await sendGroup(deps, group);
  };
  await Promise.all(Array.from({ length: concurrentGroups }, work));
  return groups.length;
}

async function sendGroup(deps: Deps, group: DueGroup): Promise<void> {
  const { pool, clock } = deps;
  try {
    const isSent = await sendOnce(deps, group);
    if (isSent) await markSent(pool, group.groupId, clock.now().getTime());
  } catch (error) {
    const now = clock.now().getTime();
    const delay = isTemporary(error) ? findRetryDelay(group.attempts + 1, now - group.groupedAt) : undefined;
    if (!(error instanceof AppError))
      deps.log.warn({ err: error, group: group.groupId }, 'sending alarm message failed');
    await markFailed(pool, group.groupId, {
      error: storedError(error),
      nextAt: delay === undefined ? undefined : now + delay,
    });
  }
}

/** The text of an error for the log, to be read in any language. */
function storedError(error: unknown): string {
  return error instanceof AppError
    ? makeStoredText(`errors.${error.key}`, error.params)
    : 'errors.notify.unsent';
}

/** False if nothing of the group is to be sent any more. */
async function sendOnce(deps: Deps, group: DueGroup): Promise<boolean> {
  const { pool } = deps;
  const [channel] = await listNotifyChannels(pool, group.notifyChannelId);
  if (!channel) return false;
  const found = await listGroupAlarms(pool, group.groupId, textGroup);
  const person = group.userId === null ? undefined : (await listAlarmReaders(pool, [group.userId]))[0];
  const isVisible = ({ departments }: { departments: number[] }) =>
    group.userId === null || isReached(person, departments);
  // Roles may have changed since the message was written.
  const hidden = found.filter((alarm) => !isVisible(alarm));
  if (hidden.length > 0)
    await dropDeliveries(
      pool,
      hidden.map(({ deliveryId }) => deliveryId),
      'errors.notify.no_scope',
    );
  // A person may have the same alarm twice: by choice and by a rota, or as repeats that have waited.
  const byEvent = found.filter(isVisible).map((alarm) => [`${alarm.alarmId} ${alarm.event}`, alarm] as const);
  const alarms = [...new Map(byEvent).values()];
  if (alarms.length === 0) return false;
  const [subscription] = group.userId === null ? [] : await listSubscriptions(pool, group.userId);
  const language = subscription?.language ?? channel.language;
  const count = alarms.length;
  const notification = await composeNotification(deps, group.groupId, language, { alarms, count });
  await sendNotification(deps, { channel, person, notification });
  return true;
}

function isReached(person: Reader | undefined, departments: readonly number[]): boolean {
  return person !== undefined && reachesSite(person.scope, departments);
}
