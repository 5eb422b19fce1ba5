import { AppError } from '@limpid/contract/errors';
import type { App } from '../../../../platform/app.ts';
import { makeStoredText } from '../../../../platform/texts.ts';
import { composeMessage, type Notification } from '../send/compose.ts';
import { DeliveryError, isTemporary } from '../send/delivery-error.ts';
import { type SendDeps, sendNotification } from '../send/send.ts';
import { findRetryDelay } from './back-off.rule.ts';
import { findAddressee, listNotifyChannels } from './receivers.store.ts';
import { hasOwnReceivers } from './route.rule.ts';

export type ChannelMessage = Pick<Notification, 'id' | 'subject' | 'text' | 'attachments' | 'event'>;

interface MessageAttempt {
  notifyChannelId: number;
  /** Who gets the message if the channel has no receivers of its own. */
  userId: number;
  message: ChannelMessage;
  /** Attempts before this one, and how long ago the message was written. */
  attempts: number;
  ageMs: number;
}

/** What became of an attempt; without a delay there is no other one. */
export type SendingOutcome =
  | { isSent: true }
  | { isSent: false; problem: string; delayMs: number | undefined };

/** Tries to send a message of another area by a channel of notifications; failures are stored texts. */
export async function trySending(
  deps: SendDeps & Pick<App, 'pool'>,
  { notifyChannelId, userId, message, attempts, ageMs }: MessageAttempt,
): Promise<SendingOutcome> {
  const [channel] = await listNotifyChannels(deps.pool, notifyChannelId);
  if (channel?.status !== '0')
    return { isSent: false, problem: 'errors.notify.disabled', delayMs: undefined };
  const person = hasOwnReceivers(channel) ? undefined : await findAddressee(deps.pool, userId);
  try {
    await sendNotification(deps, { channel, person, notification: composeMessage(message) });
    return { isSent: true };
  } catch (error) {
    const askedMs = error instanceof DeliveryError ? error.retryAfterMs : undefined;
    const delayMs = isTemporary(error) ? findRetryDelay(attempts + 1, ageMs, askedMs) : undefined;
    if (!(error instanceof AppError))
      deps.log.warn({ err: error, notifyChannelId }, 'sending message failed');
    const problem =
      error instanceof AppError
        ? makeStoredText(`errors.${error.key}`, error.params)
        : 'errors.notify.unsent';
    return { isSent: false, problem, delayMs };
  }
}
