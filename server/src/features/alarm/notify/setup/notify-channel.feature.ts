import { randomUUID } from 'node:crypto';
import { notifyChannel, rotateNotifySecret, testNotifyChannel } from '@limpid/contract/alarm/notify-channel';
import { fail } from '@limpid/contract/errors';
import { crud } from '../../../../crud/crud.ts';
import type { Definition, StoredRow, WriteValues } from '../../../../crud/definition.ts';
import { findRow } from '../../../../crud/list.ts';
import { routeStatus } from '../../../../crud/status.ts';
import type { App } from '../../../../platform/app.ts';
import type { Scope } from '../../../../platform/auth/scope.rule.ts';
import { route } from '../../../../platform/http/route.ts';
import { maskUrl } from '../../../../platform/redact.ts';
import { listNotifyChannels } from '../delivery/receivers.store.ts';
import { hasOwnReceivers } from '../delivery/route.rule.ts';
import type { NotifyChannel } from '../send/channel.ts';
import { composeTest } from '../send/compose.ts';
import { sendNotification } from '../send/send.ts';
import { makeWebhookSecret } from '../send/webhook.rule.ts';
import { checkChannel } from './check-channel.ts';
import { findAddressee, hasNotifications, replaceSecret } from './notify-channel.store.ts';

/** Ways in which messages about alarms leave the platform. */
export function addNotifyChannels(app: App): void {
  const definition: Definition<typeof notifyChannel> = {
    resource: notifyChannel,
    table: 'notifyChannel',
    view: 'notifyChannelRow',
    scope: { dept: 'deptId' },
    secrets: app.secrets,
    beforeWrite(values, _writer, before) {
      checkChannel(values, before);
      if ((values.kind ?? before?.kind) === 'webhook') sealAddress(values, before);
      // The owner of a webhook reads a secret of its own with the first rotation.
      if (!before && values.kind === 'webhook') values.signingSecret = makeWebhookSecret();
    },
  };
  app.departmentUses.push({ isUsed: hasNotifications, problem: 'department.has_notifications' });
  crud(app, notifyChannel, definition);
  routeStatus(app, definition);

  async function findChannel(scope: Scope, id: number): Promise<NotifyChannel> {
    if (!(await findRow(app.db, definition, scope, id))) fail('row.gone');
    const [channel] = await listNotifyChannels(app.pool, id);
    return channel ?? fail('row.gone');
  }

  route(app, testNotifyChannel, async ({ params: { id }, scope, caller, language }) => {
    const channel = await findChannel(scope, id);
    const person = hasOwnReceivers(channel) ? undefined : await findAddressee(app.pool, caller.userId);
    const notification = composeTest(randomUUID(), language, channel.notifyChannelName);
    await sendNotification(app, { channel, person, notification });
  });
  route(app, rotateNotifySecret, async ({ params: { id }, scope }) => {
    const { kind } = await findChannel(scope, id);
    if (kind !== 'webhook') fail('row.gone');
    const secret = makeWebhookSecret();
    await replaceSecret(app.pool, id, app.secrets.seal(secret), app.clock.now());
    return { secret };
  });
}

/**
 * The address of a webhook often contains a token, so it is stored as a secret, and only its server is shown. An address
 * that comes back as it was shown stays.
 */
function sealAddress(
  values: WriteValues<typeof notifyChannel>,
  before: StoredRow<typeof notifyChannel> | undefined,
): void {
  delete values.robotUrl;
  const { url } = values;
  if (typeof url !== 'string' || url === before?.url) return;
  values.robotUrl = url;
  values.url = maskUrl(url);
}
