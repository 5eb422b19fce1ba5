import { roundHalfEven } from '@limpid/aqi/decimal';
import { type AlarmPart, describeParts, readParts } from '@limpid/contract/alarm/alarm-parts';
import { parseLanguage } from '@limpid/contract/language';
import type { AlarmItem, LivePayloads, PushedEvent } from '@limpid/contract/live';
import type { App } from '../../../platform/app.ts';
import { publishWithin } from '../../../platform/bus.ts';
import { formatInZone } from '../../../platform/clock.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { publishStoredWithin } from '../../../platform/live/publish-within.ts';
import { translate } from '../../../platform/texts.ts';
import { alarmChanged } from './alarm-changed.ts';
import { listPublishedAlarms, type PublishedAlarm } from './publish-alarms.store.ts';

/** A change of an alarm that is sent to connected clients. */
export interface PushedChange {
  alarmId: number;
  event: PushedEvent;
  at: Date;
  value: number | null;
}

/** Clients of the family show the texts of these messages as they are, in the product's default language. */
const language = parseLanguage(undefined);
const mostItems = 50;

/**
 * Sends changes of alarms to the live socket and to everything that shows alarms, when the transaction commits. It is the
 * last statement of that transaction. Historical alarms are not sent, and of muted ones only the end.
 */
export async function publishAlarmMessages(
  client: Connection,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  changes: readonly PushedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const alarms = await listPublishedAlarms(
    client,
    changes.map(({ alarmId }) => alarmId),
    clock.now(),
  );
  const items = new Map<number, AlarmItem[]>();
  const publications: { deptId: number; topic: 'alarm'; payload: LivePayloads['alarm'] }[] = [];
  for (const change of changes) {
    const alarm = alarms.get(change.alarmId);
    if (!alarm || (alarm.isMuted && change.event !== 'ended')) continue;
    const time = formatInZone(change.at, config.zone);
    const { deptId } = alarm;
    if (alarm.alarmType === 'power') {
      publications.push({ deptId, topic: 'alarm', payload: describePowerWarning(alarm, change, time) });
    } else {
      const list = items.get(deptId);
      if (list && list.length < mostItems) list.push(describeItem(alarm, change, time));
      else {
        const payload = [describeItem(alarm, change, time)];
        items.set(deptId, payload);
        publications.push({ deptId, topic: 'alarm', payload });
      }
    }
  }
  await publishWithin(client, alarmChanged);
  await publishStoredWithin(client, clock, publications);
}

function describeItem(alarm: PublishedAlarm, { event, value }: PushedChange, createTime: string): AlarmItem {
  const { alarmId, siteId, siteName, severity, ruleName, alarmType, unit, decimals, compare } = alarm;
  const { channelName, channelNameEn, channelNameFr } = alarm;
  const parts = readParts(alarm.detail);
  return {
    siteName,
    type: channelName ?? (nameParts(parts) || ruleName),
    val: roundValue(alarm, value) ?? '-',
    createTime,
    alarmId,
    siteId,
    severity,
    event,
    ruleName,
    alarmType,
    channelName,
    channelNameEn,
    channelNameFr,
    unit,
    decimals,
    compare,
    limit: alarm.limitValue,
    ...(parts.length > 0 && { parts }),
    ...(event === 'ended' && alarm.endReason === 'noData' && { isLost: true }),
  };
}

const nameParts = (parts: readonly AlarmPart[]) =>
  describeParts(parts, (key, params) => translate(language, key, params));

function describePowerWarning(alarm: PublishedAlarm, { event, value }: PushedChange, time: string) {
  const { alarmId, siteId, siteName, entityName, entityNameEn, entityNameFr, severity, unit } = alarm;
  const { ruleName: rule } = alarm;
  const rounded = roundValue(alarm, value);
  const parts = readParts(alarm.detail);
  const text = rounded === null ? nameParts(parts) || '-' : [rounded, unit ?? ''].join(' ').trim();
  const desc =
    event === 'ended'
      ? translate(language, 'alarm.log.push.powerEnded', { rule })
      : translate(language, 'alarm.log.push.power', { rule, value: text });
  return {
    type: 'standbyPowerWarn' as const,
    entityName,
    siteName,
    time,
    desc,
    alarmId,
    siteId,
    severity,
    event,
    entityNameEn,
    entityNameFr,
    ruleName: rule,
    value: rounded === null ? null : text,
    ...(parts.length > 0 && { parts }),
  };
}

function roundValue({ decimals }: PublishedAlarm, value: number | null): number | null {
  return value === null || decimals === null ? value : roundHalfEven(value, decimals);
}
