import { notifyChannel, robotKinds } from '@limpid/contract/alarm/notify-channel';
import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { StoredRow, WriteValues } from '../../../../crud/definition.ts';
import { readUrl } from '../../../../platform/outbound/target.rule.ts';
import { findPlaceholderInHost } from '../../../../platform/placeholders.rule.ts';
import { findBadAddress, splitRecipients } from '../send/mail.rule.ts';
import { isMailAddress, readSmtpUrl } from '../send/smtp-url.rule.ts';
import { fillSample, findBrokenPlaceholder, findTemplateProblem } from '../send/template.rule.ts';

type Values = WriteValues<typeof notifyChannel>;
type Name = keyof typeof notifyChannel.fields;

/** Refuses a channel that could not send anything: without an address, or with a broken template. */
export function checkChannel(values: Values, before: StoredRow<typeof notifyChannel> | undefined): void {
  const merged = { ...before, ...values };
  const { kind, url, recipients } = merged;
  if (kind === 'email') {
    if (typeof values.smtpUrl === 'string' && !readSmtpUrl(values.smtpUrl))
      refuse('notify.smtp_url', 'smtpUrl');
    if (merged.mailFrom && !isMailAddress(merged.mailFrom))
      refuse('notify.address', 'mailFrom', { address: merged.mailFrom });
    const bad = findBadAddress(splitRecipients(recipients));
    if (bad !== undefined) refuse('notify.address', 'recipients', { address: bad });
  }
  if (kind === 'sms') {
    const bad = splitRecipients(recipients).find((one) => !/^\+?\d{5,15}$/.test(one));
    if (bad !== undefined) refuse('notify.address', 'recipients', { address: bad });
    checkTemplates(merged);
  }
  if (kind === 'webhook') checkUrl(url, 'url');
  if (robotKinds.some((one) => one === kind)) {
    if (!merged.robotUrl) refuse('field.required', 'robotUrl');
    if (typeof values.robotUrl === 'string') checkUrl(values.robotUrl, 'robotUrl');
  }
}

function checkTemplates({
  url,
  method,
  contentType,
  bodyTemplate,
}: Pick<Values, 'url' | 'method' | 'contentType' | 'bodyTemplate'>): void {
  const broken = findBrokenPlaceholder(url ?? '') ?? findPlaceholderInHost(url ?? '');
  if (broken !== undefined) refuse('notify.template', 'url', { position: broken });
  checkUrl(fillSample(url ?? ''), 'url');
  if (method === 'GET') return;
  const escape = contentType === 'form' ? 'form' : 'json';
  const problem = findTemplateProblem(bodyTemplate ?? '', escape);
  if (problem !== undefined) refuse('notify.template', 'bodyTemplate', { position: problem });
}

function checkUrl(url: string | null | undefined, name: Name): void {
  if (!url) refuse('field.required', name);
  try {
    readUrl(url, { allowHttp: true });
  } catch {
    // Its own error is about any address; this one is about the field.
    refuse('notify.url', name);
  }
}

function refuse(key: ErrorKey, name: Name, params = {}): never {
  return fail(key, { label: fieldLabel(notifyChannel, name), ...params }, name);
}
