import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { makeWakeUp } from '../../../platform/wake-up.ts';
import { trySending } from '../../alarm/alarm.api.ts';
import { reportMessagesWaiting, reportsChanged } from '../report-changed.ts';
import { composeReportMessage } from './compose-report-message.ts';
import { markMessageFailed, markMessageSent, takeMessage } from './delivery.store.ts';

const lookEveryMs = 10 * SECOND_MS;
/** Longer than any receiver may take to answer. */
const takenMs = 5 * MINUTE_MS;

/** Sends messages about reports, one at a time in each worker process. */
export function startReportMessages(app: App): () => Promise<void> {
  const wake = makeWakeUp();
  const leave = app.bus.subscribe(reportMessagesWaiting, wake.ring);
  let isStopping = false;
  const work = (async () => {
    while (!isStopping) {
      const hasSent = await sendNextMessage(app).catch((error: unknown) => {
        app.log.warn({ err: error }, 'sending report messages failed');
        return false;
      });
      if (!hasSent && !isStopping) await wake.wait(lookEveryMs);
    }
  })();
  return () => {
    leave();
    isStopping = true;
    wake.ring();
    return work;
  };
}

/** Tries to send one message, if one is due; returns whether there was one. */
export async function sendNextMessage(app: App): Promise<boolean> {
  const { db, clock } = app;
  const now = clock.now();
  const message = await takeMessage(db, { now, nextAt: new Date(now.getTime() + takenMs) });
  if (!message) return false;
  const { notifyChannelId, ownerId: userId, attempts, createdAt } = message;
  const outcome = await trySending(app, {
    notifyChannelId,
    userId,
    message: await composeReportMessage(app, message),
    attempts: attempts - 1,
    ageMs: now.getTime() - createdAt,
  });
  if (outcome.isSent) await markMessageSent(db, message, clock.now());
  else {
    const { problem, delayMs } = outcome;
    const nextAt = delayMs === undefined ? undefined : new Date(clock.now().getTime() + delayMs);
    await markMessageFailed(db, message, { problem, nextAt });
  }
  await app.bus.publish(reportsChanged);
  return true;
}
