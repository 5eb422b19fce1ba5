import type { EndReason } from '@limpid/contract/alarm/alarm-log';
import { measureOf } from '@limpid/contract/alarm/alarm-measure';
import { describeParts, readParts } from '@limpid/contract/alarm/alarm-parts';
import { type Severity, severities } from '@limpid/contract/alarm/alarm-rule';
import type { DeliveryEvent } from '@limpid/contract/alarm/notify-delivery';
import { SECOND_MS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { formatLocalTime } from '@limpid/contract/local-time';
import type { App } from '../../../../platform/app.ts';
import { translate } from '../../../../platform/texts.ts';
import type { MailAttachment } from './mail.rule.ts';

/** One alarm of a message. */
export interface NotifiedAlarm {
  alarmId: number;
  event: DeliveryEvent;
  at: number;
  value: number | null;
  severity: Severity;
  alarmType: string;
  ruleName: string;
  limitValue: number | null;
  siteId: number;
  siteName: string;
  channelCode: string | null;
  channelName: string | null;
  channelNameEn: string | null;
  channelNameFr: string | null;
  indexCode: string | null;
  unit: string | null;
  decimals: number | null;
  raisedAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  /** The field of the log with the parts of the station that failed. */
  detail: unknown;
  /** Of the site's entity: times of a message are those of the place. */
  zone: string;
}

/** One message to one receiver. */
export interface Notification {
  /** The same at every attempt. */
  id: string;
  subject: string;
  /** Subject and alarms. */
  text: string;
  count: number;
  alarms: readonly NotifiedAlarm[];
  severity: Severity;
  severityName: string;
  attachments?: readonly MailAttachment[];
  /** The payload of a webhook instead of alarms. */
  event?: { type: string; data: object };
}

/** A message that is not about alarms. */
export function composeMessage({
  id,
  subject,
  text,
  attachments,
  event,
}: Pick<Notification, 'id' | 'subject' | 'text' | 'attachments' | 'event'>): Notification {
  const plain = { count: 0, alarms: [], severity: 'info', severityName: '' } as const;
  return { id, subject, text, ...plain, ...(attachments && { attachments }), ...(event && { event }) };
}

/** Alarms that a text lists. */
export const maxListed = 20;
const textOf = (language: Language, key: string, params = {}) =>
  translate(language, `notify.message.${key}`, params);

/** The names of severities in a language, as administrators have them. */
async function readSeverityNames({ dictionaries }: Deps, language: Language): Promise<Map<string, string>> {
  const entries = await dictionaries.get('alarm_severity');
  return new Map(entries.map((entry) => [String(entry.dictValue), localised(entry, 'dictLabel', language)]));
}

type Deps = Pick<App, 'dictionaries'>;

/** Writes the text about alarms; `count` is larger than the list if there are more than it holds. */
export async function composeNotification(
  deps: Deps,
  id: string,
  language: Language,
  { alarms: stored, count }: { alarms: readonly NotifiedAlarm[]; count: number },
): Promise<Notification> {
  const alarms = stored.map((alarm) => ({ ...alarm, ...measureOf(alarm) }));
  const names = await readSeverityNames(deps, language);
  const worst = alarms.reduce<Severity>(
    (most, { severity }) => (severities.indexOf(severity) > severities.indexOf(most) ? severity : most),
    'info',
  );
  const severityName = names.get(worst) ?? worst;
  const lines = alarms.slice(0, maxListed).map((alarm) => describeAlarm(alarm, language, names));
  const [only] = alarms;
  const subject =
    count === 1 && only
      ? textOf(language, 'subjectOne', {
          event: describeEvent(only, language),
          severity: severityName,
          site: only.siteName,
          what: describeValue(only, language),
        })
      : textOf(language, 'subjectMany', { count, severity: severityName });
  const more = count > lines.length ? [textOf(language, 'more', { count: count - lines.length })] : [];
  return {
    id,
    subject,
    text: [subject, '', ...lines, ...more].join('\n'),
    count,
    alarms,
    severity: worst,
    severityName,
  };
}

function describeAlarm(alarm: NotifiedAlarm, language: Language, names: ReadonlyMap<string, string>): string {
  return [
    describeEvent(alarm, language),
    names.get(alarm.severity) ?? alarm.severity,
    alarm.siteName,
    alarm.ruleName,
    describeValue(alarm, language),
    formatLocalTime(Math.floor(alarm.at / SECOND_MS) * SECOND_MS, alarm.zone),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function describeEvent({ event, endReason }: NotifiedAlarm, language: Language): string {
  return textOf(language, event === 'ended' && endReason === 'noData' ? 'event_lost' : `event_${event}`);
}

/** The measured quantity, its value and the limit, as far as an alarm has them. */
function describeValue(alarm: NotifiedAlarm, language: Language): string {
  const number = new Intl.NumberFormat(language, {
    maximumFractionDigits: alarm.decimals ?? 2,
    useGrouping: 'min2',
  });
  const what = alarm.channelName
    ? localised({ ...alarm }, 'channelName', language)
    : alarm.indexCode
      ? translate(language, `alarm.rule.fields.indexCode_${alarm.indexCode}`)
      : describeParts(readParts(alarm.detail), (key, params) => translate(language, key, params)) ||
        alarm.ruleName;
  if (alarm.value === null) return what;
  const value = [number.format(alarm.value), alarm.unit ?? ''].join(' ').trim();
  if (alarm.limitValue === null) return `${what} ${value}`;
  return textOf(language, 'withLimit', { what, value, limit: number.format(alarm.limitValue) });
}

/** What a test button sends. */
export function composeTest(id: string, language: Language, channel: string): Notification {
  const subject = textOf(language, 'testSubject');
  const text = [subject, '', textOf(language, 'testText', { channel })].join('\n');
  return { id, subject, text, count: 0, alarms: [], severity: 'info', severityName: '' };
}
