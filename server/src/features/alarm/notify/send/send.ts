import { readParts } from '@limpid/contract/alarm/alarm-parts';
import { DAY_MS } from '@limpid/contract/durations';
import type { App } from '../../../../platform/app.ts';
import { sendToPages } from './browser.ts';
import type { Addressee, NotifyChannel } from './channel.ts';
import { openAddress, openTemplate } from './channel-secrets.ts';
import type { Notification } from './compose.ts';
import { DeliveryError } from './delivery-error.ts';
import { splitRecipients } from './mail.rule.ts';
import { readRetryAfter } from './retry-after.rule.ts';
import { composeRobotRequest, cutText, type RobotKind, readRobotResponse } from './robot.rule.ts';
import { sendMail } from './smtp.ts';
import { readSmtpUrl } from './smtp-url.rule.ts';
import { fillTemplate, type TemplateValues } from './template.rule.ts';
import { signWebhook } from './webhook.rule.ts';

export type SendDeps = Pick<App, 'config' | 'outbound' | 'secrets' | 'clock' | 'live' | 'bus' | 'log'>;

/** One attempt to send a message to a person by a channel, or to the channel's own receivers. */
export interface Attempt {
  channel: NotifyChannel;
  person: Addressee | undefined;
  notification: Notification;
}

/** Sends a message; every failure is a `DeliveryError` or an `OutboundError`. */
export function sendNotification(deps: SendDeps, attempt: Attempt): Promise<void> {
  switch (attempt.channel.kind) {
    case 'email':
      return sendByMail(deps, attempt);
    case 'webhook':
      return sendToWebhook(deps, attempt);
    case 'sms':
      return sendBySms(deps, attempt);
    case 'browser':
      return sendToBrowser(deps, attempt);
    default:
      return sendToRobot(deps, attempt.channel.kind, attempt);
  }
}

const maxResponseBytes = 64 * 1024;
const previousSecretMs = DAY_MS;

async function sendByMail(deps: SendDeps, { channel, person, notification }: Attempt): Promise<void> {
  const address = channel.smtpUrl ? deps.secrets.open(channel.smtpUrl) : deps.config.smtpUrl;
  const server = address === undefined ? undefined : readSmtpUrl(address);
  if (!server) throw new DeliveryError('no_mail_server', {}, false);
  const to = person ? splitRecipients(person.email) : splitRecipients(channel.recipients);
  if (to.length === 0) throw new DeliveryError('no_address', {}, false);
  const { id, subject, text, attachments } = notification;
  const from = channel.mailFrom || server.from;
  const refused = await sendMail(deps.outbound, server, {
    id,
    from,
    to,
    subject,
    text,
    at: deps.clock.now(),
    ...(attachments && { attachments }),
  });
  if (refused.length > 0)
    deps.log.warn({ refused, notifyChannelId: channel.notifyChannelId }, 'mail server refused recipients');
}

async function sendToWebhook(deps: SendDeps, { channel, notification }: Attempt): Promise<void> {
  const now = deps.clock.now();
  const { signingSecret, previousSecret, rotatedAt } = channel;
  const isRotating = rotatedAt !== null && now.getTime() - rotatedAt < previousSecretMs;
  const secrets = [signingSecret, isRotating ? previousSecret : null].flatMap((sealed) =>
    sealed === null ? [] : [deps.secrets.open(sealed)],
  );
  const body = JSON.stringify(describeForWebhook(notification, now));
  const headers = signWebhook({ id: notification.id, at: now, body }, secrets);
  await requestOnce(deps, { url: openAddress(deps.secrets, channel), headers, body });
}

/** The payload that docs/alarms.md describes. */
function describeForWebhook({ alarms, count, subject, event }: Notification, now: Date) {
  if (event)
    return { type: event.type, timestamp: now.toISOString(), data: { summary: subject, ...event.data } };
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    type: count === 0 ? 'alarm.test' : 'alarm.changed',
    timestamp: now.toISOString(),
    data: {
      summary: subject,
      alarms: alarms.map((alarm) => ({
        alarmId: alarm.alarmId,
        event: alarm.event,
        at: moment(alarm.at),
        severity: alarm.severity,
        type: alarm.alarmType,
        rule: alarm.ruleName,
        siteId: alarm.siteId,
        site: alarm.siteName,
        channel: alarm.channelCode,
        index: alarm.indexCode,
        value: alarm.value,
        unit: alarm.unit,
        limit: alarm.limitValue,
        parts: readParts(alarm.detail),
        raisedAt: moment(alarm.raisedAt),
        endedAt: moment(alarm.endedAt),
        endReason: alarm.endReason,
      })),
    },
  };
}

async function sendToRobot(
  deps: SendDeps,
  kind: RobotKind,
  { channel, notification }: Attempt,
): Promise<void> {
  const url = openAddress(deps.secrets, channel);
  const secret = channel.signingSecret ? deps.secrets.open(channel.signingSecret) : undefined;
  const request = composeRobotRequest(kind, { url, secret, text: notification.text, at: deps.clock.now() });
  const headers = { 'content-type': 'application/json' };
  const outcome = readRobotResponse(kind, await requestOnce(deps, { ...request, headers }));
  if (outcome.isTaken) return;
  throw new DeliveryError('robot', { code: outcome.code, reply: outcome.reply }, outcome.isBusy);
}

/** A text message has to be short and is paid by length. */
const maxSmsBytes = 400;

async function sendBySms(deps: SendDeps, { channel, person, notification }: Attempt): Promise<void> {
  const phones = splitRecipients(person ? person.phonenumber : channel.recipients);
  if (phones.length === 0) throw new DeliveryError('no_address', {}, false);
  const [first] = notification.alarms;
  const values: TemplateValues = {
    phone: phones.join(','),
    text: cutText(notification.subject, maxSmsBytes),
    secret: channel.signingSecret ? deps.secrets.open(channel.signingSecret) : '',
    id: notification.id,
    count: String(notification.count),
    site: first?.siteName ?? '',
    severity: notification.severityName,
  };
  const { method, contentType } = channel;
  const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };
  await requestOnce(deps, {
    method,
    url: fillTemplate(openAddress(deps.secrets, channel), values, 'url'),
    headers: method === 'POST' ? { 'content-type': types[contentType] } : {},
    body: method === 'POST' ? fillTemplate(openTemplate(deps.secrets, channel), values, contentType) : '',
  });
}

async function sendToBrowser(deps: SendDeps, { person, notification }: Attempt): Promise<void> {
  if (!person) throw new DeliveryError('no_address', {}, false);
  const { id, subject, text, severity } = notification;
  // A message of the bus holds about 8,000 bytes.
  await sendToPages(deps, person.userId, { id, subject, text: cutText(text, 1500), severity });
}

interface HttpMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
  method?: 'GET' | 'POST';
}

/** Returns the text of a response with a status of success. */
async function requestOnce({ outbound, clock }: SendDeps, message: HttpMessage): Promise<string> {
  const { status, headers, text } = await outbound.request({
    method: 'POST',
    ...message,
    policy: 'public',
    allowHttp: true,
    maxBytes: maxResponseBytes,
  });
  if (status >= 200 && status < 300) return text;
  const isTemporary = status >= 500 || status === 429 || status === 408;
  const retryAfterMs = readRetryAfter(headers['retry-after'], clock.now().getTime());
  throw new DeliveryError('http_status', { status }, isTemporary, retryAfterMs);
}
