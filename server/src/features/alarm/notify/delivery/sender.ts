import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@limpid/contract/errors';
import type { App } from '../../../../platform/app.ts';
import { makeStoredText } from '../../../../platform/texts.ts';
import { composeNotification, maxListed } from '../send/compose.ts';
import { DeliveryError, isTemporary } from '../send/delivery-error.ts';
import { type SendDeps, sendNotification } from '../send/send.ts';
import { findRetryDelay } from './back-off.rule.ts';
import {
  type DueGroup,
  dropDepartments,
  listDueGroups,
  listGroupAlarms,
  listGroupDepartments,
  markFailed,
  markSent,
} from './group.store.ts';
import { webhookGroup } from './group.ts';
import { listAlarmReaders, listNotifyChannels, listSubscriptions } from './receivers.store.ts';
import { reachesSite } from './route.rule.ts';

const maxRunning = 16;
/** Messages that have failed before leave room for others: their receivers may not answer again. */
const maxRetries = 8;
/** One mail server that hangs keeps neither other channels waiting nor many connections open. */
const maxPerChannel = 4;

type Deps = SendDeps & Pick<App, 'pool' | 'dictionaries' | 'log'>;

export interface Sender {
  /** Starts to send what is due, as far as there is room. Returns how many messages that are. */
  start(): Promise<number>;
  /** Waits until there may be room for more, or for so long. */
  waitForRoom(ms: number): Promise<void>;
  /** Waits for everything that was started. */
  finish(): Promise<void>;
}

/** Sends grouped messages. A receiver that does not answer delays no other receiver. */
export function openSender(deps: Deps): Sender {
  const running = new Map<DueGroup, Promise<void>>();
  const count = (isCounted: (group: DueGroup) => boolean) => [...running.keys()].filter(isCounted).length;

  function hasRoom({ notifyChannelId, attempts }: DueGroup): boolean {
    return (
      running.size < maxRunning &&
      (attempts === 0 || count((other) => other.attempts > 0) < maxRetries) &&
      count((other) => other.notifyChannelId === notifyChannelId) < maxPerChannel
    );
  }

  return {
    async start() {
      const due = await listDueGroups(deps.pool, deps.clock.now().getTime(), {
        except: [...running.keys()].map(({ groupId }) => groupId),
        perChannel: maxPerChannel,
      });
      let started = 0;
      for (const group of due) {
        if (!hasRoom(group)) continue;
        const sending = sendGroup(deps, group)
          // The rows stay as they are, and the message is due again.
          .catch((error: unknown) =>
            deps.log.warn({ err: error, group: group.groupId }, 'writing result of alarm message failed'),
          )
          .finally(() => running.delete(group));
        running.set(group, sending);
        started += 1;
      }
      return started;
    },
    async waitForRoom(ms) {
      const control = new AbortController();
      await Promise.race([wait(ms, undefined, { signal: control.signal, ref: false }), ...running.values()]);
      control.abort();
    },
    async finish() {
      await Promise.all(running.values());
    },
  };
}

async function sendGroup(deps: Deps, group: DueGroup): Promise<void> {
  const { pool, clock } = deps;
  try {
    const isSent = await sendOnce(deps, group);
    if (isSent) await markSent(pool, group.groupId, clock.now().getTime());
  } catch (error) {
    const now = clock.now().getTime();
    const askedMs = error instanceof DeliveryError ? error.retryAfterMs : undefined;
    const delay = isTemporary(error)
      ? findRetryDelay(group.attempts + 1, now - group.groupedAt, askedMs)
      : undefined;
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
async function sendOnce(deps: Deps, { groupId, notifyChannelId, userId }: DueGroup): Promise<boolean> {
  const { pool } = deps;
  const [channel] = await listNotifyChannels(pool, notifyChannelId);
  if (!channel) return false;
  const person = userId === null ? undefined : (await listAlarmReaders(pool, [userId]))[0];
  if (userId !== null) {
    // Roles may have changed since the message was written.
    const hidden = (await listGroupDepartments(pool, groupId)).filter(
      ({ departments }) => !person || !reachesSite(person.scope, departments),
    );
    const deptIds = hidden.map(({ deptId }) => deptId);
    if (deptIds.length > 0) await dropDepartments(pool, groupId, deptIds, 'errors.notify.no_scope');
  }
  const listed = channel.kind === 'webhook' ? webhookGroup : maxListed;
  const { alarms, count } = await listGroupAlarms(pool, groupId, listed);
  if (count === 0) return false;
  const [subscription] = userId === null ? [] : await listSubscriptions(pool, userId);
  const language = subscription?.language ?? channel.language;
  const notification = await composeNotification(deps, groupId, language, { alarms, count });
  await sendNotification(deps, { channel, person, notification });
  return true;
}
