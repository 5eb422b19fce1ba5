import { type Severity, severities } from '@limpid/contract/alarm/alarm-rule';
import { personalKinds } from '@limpid/contract/alarm/notify-channel';
import type { Language } from '@limpid/contract/language';
import type { Scope } from '../../../../platform/auth/scope.rule.ts';
import type { Addressee, NotifyChannel } from '../send/channel.ts';
import { findQuietEnd, type Shift } from './schedule.rule.ts';

/** The facts of an alarm that decide its receivers. */
export interface AlarmFacts {
  severity: Severity;
  ruleId: number | null;
  /** The department of the site and all above it. */
  departments: readonly number[];
}

/** Somebody who may see the alarms of a scope. */
export interface Reader extends Addressee {
  nickName: string;
  deptId: number | null;
  scope: Scope;
}

export interface Subscription {
  userId: number;
  severities: readonly string[];
  notifyChannelIds: readonly number[];
  ruleIds: readonly number[] | null;
  quietFrom: string | null;
  quietTo: string | null;
  zone: string;
  criticalPasses: boolean;
  language: Language;
}

export interface Rota {
  rotaId: number;
  rotaName: string;
  deptId: number;
  zone: string;
  minSeverity: Severity;
  ruleIds: readonly number[] | null;
  notifyChannelIds: readonly number[];
  afterMinutes: number;
  nextMinutes: number;
  shifts: readonly Shift[];
}

/** Everything that says who gets which message. */
export interface Receivers {
  channels: ReadonlyMap<number, NotifyChannel>;
  readers: ReadonlyMap<number, Reader>;
  subscriptions: readonly Subscription[];
  rotas: readonly Rota[];
}

/** A channel and the person whom it reaches; without one, the channel's own receivers. */
export interface Receiver {
  notifyChannelId: number;
  userId: number | null;
  /** The end of the receiver's quiet hours, if they apply. */
  heldUntil: number | undefined;
}

/** Whether a site with these departments is in the data scope. */
export function reachesSite(scope: Scope, departments: readonly number[]): boolean {
  if (scope.all) return true;
  const own = departments.at(-1) ?? 0;
  return scope.deptIds.includes(own) || (scope.subtreeOf !== null && departments.includes(scope.subtreeOf));
}

/** Whether a channel sends to receivers of its own, and not only to people who chose it. */
export function hasOwnReceivers({ kind, recipients }: NotifyChannel): boolean {
  return kind !== 'browser' && (!personalKinds.includes(kind) || Boolean(recipients?.trim()));
}

function isAtLeast(severity: Severity, min: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(min);
}

function hasRule(ruleIds: readonly number[] | null, ruleId: number | null): boolean {
  return ruleIds === null || (ruleId !== null && ruleIds.includes(ruleId));
}

/** The receivers of an alarm that was raised, repeated or reminded of. */
export function findReceivers(alarm: AlarmFacts, receivers: Receivers, now: number): Receiver[] {
  const shared = [...receivers.channels.values()].filter(
    (channel) =>
      channel.status === '0' &&
      hasOwnReceivers(channel) &&
      alarm.departments.includes(channel.deptId) &&
      isAtLeast(alarm.severity, channel.minSeverity),
  );
  const people = receivers.subscriptions.filter((one) => {
    const reader = receivers.readers.get(one.userId);
    return (
      reader !== undefined &&
      one.severities.includes(alarm.severity) &&
      hasRule(one.ruleIds, alarm.ruleId) &&
      reachesSite(reader.scope, alarm.departments)
    );
  });
  return [
    ...shared.map(({ notifyChannelId }) => ({ notifyChannelId, userId: null, heldUntil: undefined })),
    ...people.flatMap((one) =>
      one.notifyChannelIds
        .filter((id) => receivers.channels.get(id)?.status === '0')
        .map((notifyChannelId) => ({
          notifyChannelId,
          userId: one.userId,
          heldUntil: findHoldEnd(one, alarm.severity, now),
        })),
    ),
  ];
}

/** Until when messages to a person wait. */
export function findHoldEnd(one: Subscription, severity: Severity, now: number): number | undefined {
  if (one.quietFrom === null || one.quietTo === null) return undefined;
  if (severity === 'critical' && one.criticalPasses) return undefined;
  return findQuietEnd(now, one.zone, { from: one.quietFrom, to: one.quietTo });
}

/** The rotas that an alarm concerns. */
export function findRotas(alarm: AlarmFacts, rotas: readonly Rota[]): Rota[] {
  return rotas.filter(
    (rota) =>
      alarm.departments.includes(rota.deptId) &&
      isAtLeast(alarm.severity, rota.minSeverity) &&
      hasRule(rota.ruleIds, alarm.ruleId),
  );
}
