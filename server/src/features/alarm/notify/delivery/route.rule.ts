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
  subscriptionId: number;
  subscriptionName: string;
  userId: number;
  enabled: boolean;
  /** Minutes of escalation: alarms that are still unacknowledged by then are sent; 0 sends every alarm at once. */
  afterMinutes: number;
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
  /** The subscription that selected the alarm; null for the fixed receivers of a channel. */
  subscriptionId: number | null;
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

/** Subscriptions that select the alarm and whose owner may see it. */
function findSubscriptions(alarm: AlarmFacts, { subscriptions, readers }: Receivers): Subscription[] {
  return subscriptions.filter((one) => {
    const reader = readers.get(one.userId);
    return (
      one.enabled &&
      reader !== undefined &&
      one.severities.includes(alarm.severity) &&
      hasRule(one.ruleIds, alarm.ruleId) &&
      reachesSite(reader.scope, alarm.departments)
    );
  });
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
  const people = findSubscriptions(alarm, receivers).filter(({ afterMinutes }) => afterMinutes === 0);
  return [
    ...shared.map(({ notifyChannelId }) => ({
      notifyChannelId,
      userId: null,
      subscriptionId: null,
      heldUntil: undefined,
    })),
    ...keepEarliest(people.flatMap((one) => reachPerson(one, alarm, receivers, now))),
  ];
}

/** The person of a subscription by each of its channels. */
function reachPerson(
  one: Subscription,
  { severity }: Pick<AlarmFacts, 'severity'>,
  { channels }: Receivers,
  now: number,
): Receiver[] {
  const { userId, subscriptionId } = one;
  const heldUntil = findHoldEnd(one, severity, now);
  return one.notifyChannelIds
    .filter((id) => channels.get(id)?.status === '0')
    .map((notifyChannelId) => ({ notifyChannelId, userId, subscriptionId, heldUntil }));
}

/** Whom several subscriptions reach by one channel gets one message, the earliest. */
function keepEarliest(found: readonly Receiver[]): Receiver[] {
  const byAddress = Map.groupBy(found, ({ userId, notifyChannelId }) => `${userId} ${notifyChannelId}`);
  return [...byAddress.values()].flatMap((same) =>
    same.toSorted((one, other) => (one.heldUntil ?? 0) - (other.heldUntil ?? 0)).slice(0, 1),
  );
}

/** Subscriptions with an escalation delay: they notify only if the alarm is not acknowledged in time. */
export function findLaterSubscriptions(alarm: AlarmFacts, receivers: Receivers): Subscription[] {
  return findSubscriptions(alarm, receivers).filter(({ afterMinutes }) => afterMinutes > 0);
}

/** The person of a subscription whose time is up, if it still concerns the alarm. */
export function findLateReceivers(
  alarm: AlarmFacts,
  subscriptionId: number,
  receivers: Receivers,
  now: number,
): Receiver[] {
  return findLaterSubscriptions(alarm, receivers)
    .filter((one) => one.subscriptionId === subscriptionId)
    .flatMap((one) => reachPerson(one, alarm, receivers, now));
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
