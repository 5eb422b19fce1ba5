import { randomUUID } from 'node:crypto';
import { notifyChannel, rotateNotifySecret, testNotifyChannel } from '@limpid/contract/alarm/notify-channel';
import { fail } from '@limpid/contract/errors';
import { crud } from '../../../../crud/crud.ts';
import type { Definition, StoredRow, WriteValues } from '../../../../crud/definition.ts';
import { findRow } from '../../../../crud/list.ts';
import { routeStatus } from '../../../../crud/status.ts';
import type { App } from '../../../../platform/app.ts';
import { computeScope, type Scope } from '../../../../platform/auth/scope.rule.ts';
import { route } from '../../../../platform/http/route.ts';
import { maskUrl } from '../../../../platform/redact.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import { findAddressee, listNotifyChannels } from '../delivery/receivers.store.ts';
import { hasOwnReceivers } from '../delivery/route.rule.ts';
import type { NotifyChannel } from '../send/channel.ts';
import { openAddress, openTemplate } from '../send/channel-secrets.ts';
import { composeTest } from '../send/compose.ts';
import { sendNotification } from '../send/send.ts';
import { makeWebhookSecret } from '../send/webhook.rule.ts';
import { checkChannel } from './check-channel.ts';
import { hasNotifications, replaceSecret } from './notify-channel.store.ts';

interface SealedColumns {
  templateSecret: string | null;
}
type Values = WriteValues<typeof notifyChannel, SealedColumns>;
type Stored = StoredRow<typeof notifyChannel, SealedColumns>;

/** Ways in which messages about alarms leave the platform. */
export function addNotifyChannels(app: App): void {
  const definition: Definition<typeof notifyChannel, SealedColumns> = {
    resource: notifyChannel,
    table: 'notifyChannel',
    view: 'notifyChannelRow',
    scope: { dept: 'deptId' },
    secrets: app.secrets,
    async beforeWrite(values, _writer, before) {
      const kind = values.kind ?? before?.kind;
      const stored = before && (await listNotifyChannels(app.pool, before.notifyChannelId))[0];
      if (kind === 'sms')
        checkChannel({ ...values, ...restoreTemplates(app.secrets, values, before, stored) }, before);
      else checkChannel(values, before);
      if (kind === 'webhook' || kind === 'sms') sealAddress(values, before);
      if (kind === 'sms') sealTemplate(app.secrets, values, before);
      // The owner of a webhook reads a secret of its own with the first rotation.
      if (!before && values.kind === 'webhook') values.signingSecret = makeWebhookSecret();
    },
    /** Who may change an SMS gateway's templates reads them. */
    async complete(row, db, { caller }) {
      const id = row.notifyChannelId;
      const reached = computeScope(caller, `${notifyChannel.permission}:edit`);
      if (row.kind !== 'sms' || !(await findRow(db, definition, reached, id))) return row;
      const channel = await findChannel(reached, id);
      return {
        ...row,
        url: openAddress(app.secrets, channel),
        bodyTemplate: openTemplate(app.secrets, channel) || null,
      };
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
 * The address of a webhook or of an SMS gateway often contains a token, so it is stored as a secret, and only its server is
 * shown. An address that comes back as it was shown stays.
 */
function sealAddress(values: Values, before: Stored | undefined): void {
  delete values.robotUrl;
  const { url } = values;
  if (url === before?.url) delete values.url;
  else if (typeof url === 'string') Object.assign(values, { robotUrl: url, url: maskUrl(url) });
}

/** So may the body of an SMS gateway's request. */
function sealTemplate(secrets: Secrets, values: Values, before: Stored | undefined): void {
  const { bodyTemplate } = values;
  if (bodyTemplate !== undefined && bodyTemplate !== before?.bodyTemplate)
    values.templateSecret = bodyTemplate ? secrets.seal(bodyTemplate) : null;
  if (values.templateSecret !== undefined) values.bodyTemplate = null;
  else delete values.bodyTemplate;
}

/** What is stored, in place of templates that come back as they were shown or are left out. */
function restoreTemplates(
  secrets: Secrets,
  { url, bodyTemplate }: Values,
  before: Stored | undefined,
  stored: NotifyChannel | undefined,
): Pick<Values, 'url' | 'bodyTemplate'> {
  const isKept = (given: unknown, shown: unknown) => given === undefined || given === shown;
  return {
    url: stored && isKept(url, before?.url) ? openAddress(secrets, stored) : url,
    bodyTemplate:
      stored && isKept(bodyTemplate, before?.bodyTemplate) ? openTemplate(secrets, stored) : bodyTemplate,
  };
}
