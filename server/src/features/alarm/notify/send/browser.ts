import { confirmNotice } from '@limpid/contract/alarm/notify-notice';
import { SECOND_MS } from '@limpid/contract/durations';
import Type from 'typebox';
import type { App } from '../../../../platform/app.ts';
import { defineTopic } from '../../../../platform/bus-topic.ts';
import { route } from '../../../../platform/http/route.ts';
import { DeliveryError } from './delivery-error.ts';

/** How long pages have to confirm: they do so at once, or there is none. */
const confirmMs = 5 * SECOND_MS;

const noticeConfirmed = defineTopic(
  'notify.confirmed',
  Type.Object({ id: Type.String(), userId: Type.Number(), shown: Type.Boolean() }),
);

/** Pages confirm to whichever process they are connected to; the one that sends learns it by the bus. */
export function addNoticeConfirmations(app: App): void {
  route(app, confirmNotice, async ({ caller: { userId }, body }) => {
    await app.bus.publish(noticeConfirmed, { ...body, userId });
  });
}

interface Notice {
  id: string;
  subject: string;
  text: string;
  severity: string;
}

/** Shows a notification on the open pages of a person; fails unless one of them confirms it. */
export async function sendToPages(
  { live, bus }: Pick<App, 'live' | 'bus'>,
  userId: number,
  notice: Notice,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<'shown' | 'blocked' | 'no page'>();
  let isBlocked = false;
  const leave = bus.subscribe(noticeConfirmed, (confirmed) => {
    if (confirmed.id !== notice.id || confirmed.userId !== userId) return;
    if (confirmed.shown) resolve('shown');
    // Another browser of the same person may allow it.
    isBlocked = true;
  });
  const timer = setTimeout(() => resolve(isBlocked ? 'blocked' : 'no page'), confirmMs);
  try {
    await live.notify(userId, 'alarmNotice', notice);
    const outcome = await promise;
    if (outcome !== 'shown')
      throw new DeliveryError(outcome === 'blocked' ? 'page_blocked' : 'no_page', {}, false);
  } finally {
    clearTimeout(timer);
    leave();
  }
}
