import { DAY_MS, HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../../platform/app.ts';
import { LeaseLostError } from '../../../../platform/lease/lease.store.ts';
import { openLease } from '../../../../platform/lease/lease.ts';
import { repeat } from '../../../../platform/repeat.ts';
import { removeOldDeliveries } from './delivery.store.ts';
import { escalate } from './escalate.ts';
import { expandMessages } from './expand.ts';
import { groupMessages } from './group.ts';
import { openSender } from './sender.ts';

const everyMs = SECOND_MS;
const keptMs = 90 * DAY_MS;
const removedAtOnce = 10_000;

/** Sends messages about alarms in one process at a time; sending never delays the work on the queue. */
export function startNotifications(app: App): () => Promise<void> {
  const { pool, clock } = app;
  const leadership = openLease(app, 'alarm.notify');
  const now = () => clock.now().getTime();
  let isStopping = false;
  let cleanedAt = Number.NEGATIVE_INFINITY;

  async function prepare(): Promise<void> {
    const lease = leadership.current();
    if (!lease || isStopping) return;
    while (!isStopping && (await expandMessages(pool, now(), lease)));
    while (!isStopping && (await escalate(pool, now(), lease)));
    while (!isStopping && (await groupMessages(pool, now(), lease)));
    if (performance.now() - cleanedAt < HOUR_MS) return;
    cleanedAt = performance.now();
    await removeOldDeliveries(pool, now() - keptMs, removedAtOnce);
  }

  const sender = openSender(app);
  async function send(): Promise<void> {
    const lease = leadership.current();
    while (lease && !isStopping && leadership.current() === lease && (await sender.start()) > 0)
      await sender.waitForRoom(everyMs);
  }

  const report = (error: unknown) => {
    // Another process leads now.
    if (!(error instanceof LeaseLostError)) app.log.warn({ err: error }, 'sending alarm messages failed');
  };
  const stops = [repeat(everyMs, prepare, report), repeat(everyMs, send, report)];
  return async () => {
    isStopping = true;
    await Promise.all(stops.map((stop) => stop()));
    await sender.finish();
    await leadership.stop();
  };
}
