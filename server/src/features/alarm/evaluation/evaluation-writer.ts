import { HOUR_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import {
  type AlarmChange,
  type ChangedAlarm,
  insertAlarms,
  insertChanges,
  type NewAlarm,
  setLastAlarm,
  updateAlarms,
  withdrawAlarms,
} from './alarm.store.ts';
import {
  type AlarmState,
  findNextTimer,
  isIdle,
  type MachineSettings,
  type Signal,
} from './alarm-machine.rule.ts';
import { type RulePlace, removeStates, saveStates } from './alarm-state.store.ts';
import { type DueRule, type EvaluatedState, placeOf, settledAt } from './due-rule.ts';
import { basisOf } from './evaluated-rule.ts';
import { type ComputedAlarm, isUnended, type LoggedAlarm } from './reconcile.rule.ts';
import { lateLimitMs } from './settings.rule.ts';

/** What the evaluation tells others, at the end of its transaction. */
export interface Announcement {
  changes: readonly AlarmChange[];
  client: Connection;
}

/** A change of an alarm whose row may not have been written yet. */
type PlannedChange = Omit<AlarmChange, 'alarmId'> & { alarm: ComputedAlarm | number };

export type EvaluationWriter = ReturnType<typeof openEvaluationWriter>;

/** Collects what an evaluation changes, to write it with few statements. */
export function openEvaluationWriter(now: number) {
  const added: NewAlarm[] = [];
  const changed: ChangedAlarm[] = [];
  const withdrawn: number[] = [];
  const changes: PlannedChange[] = [];
  const raised = new Map<number, number>();
  const states: {
    place: RulePlace;
    settings: MachineSettings;
    state: AlarmState;
    running: ComputedAlarm | undefined;
  }[] = [];
  const forgotten: RulePlace[] = [];
  const evaluated: EvaluatedState[] = [];
  const ids = new Map<ComputedAlarm, number>();

  /** From when on people are notified of what happens: not of values that were stored late. */
  function liveFrom({ firstAt, liveFrom: from, rule, settings }: DueRule): number {
    if (firstAt !== undefined || rule.alarmType === 'offline') return from;
    const wait = Math.max(settings.forMs, settings.clearMs);
    return now - lateLimitMs(basisOf(rule), 0) - wait;
  }

  /** When people are notified of an alarm: when it was raised, or if that was stored late, by its first value that was not. */
  function findLiveAt(one: DueRule, { raisedAt, endedAt }: ComputedAlarm): number | undefined {
    const from = liveFrom(one);
    if (raisedAt >= from) return raisedAt;
    const isCurrent = ({ at, verdict }: Signal) =>
      verdict === 'met' && at >= from && at > raisedAt && at < (endedAt ?? Infinity);
    return one.signals.find(isCurrent)?.at;
  }

  return {
    now,
    keep(one: DueRule, logged: LoggedAlarm, alarm: ComputedAlarm): void {
      const { alarmId } = logged;
      ids.set(alarm, alarmId);
      // Late values may say that an alarm goes on that people know to be over.
      const overSince = alarm.endedAt === null ? logged.endedAt : null;
      const isUnknown = logged.historical || overSince !== null;
      const since = Math.max(alarm.raisedAt, overSince ?? 0);
      const liveAt = isUnknown ? findLiveAt(one, { ...alarm, raisedAt: since }) : undefined;
      if (isUnchanged(logged, alarm) && liveAt === undefined) return;
      const historical = isUnknown && liveAt === undefined;
      changed.push({ alarmId, alarm, historical });
      if (liveAt !== undefined)
        changes.push({ alarm, event: 'raised', at: liveAt, value: alarm.lastValue, isNotified: true });
      else if (alarm.repeats > logged.repeats) {
        const { messageAt: at, lastValue: value } = alarm;
        const isNotified = !historical && at >= liveFrom(one);
        changes.push({ alarm, event: 'repeated', at, value, isNotified });
      }
      if (logged.endedAt === null && alarm.endedAt !== null) {
        const { endedAt: at, lastValue: value } = alarm;
        changes.push({ alarm, event: 'ended', at, value, isNotified: !historical });
      }
    },
    add(one: DueRule, alarm: ComputedAlarm, logged: readonly LoggedAlarm[]): void {
      // Part of an alarm that people know to be over. One that still ran ends in this evaluation, with a message.
      const isKnown = logged.some(
        ({ raisedAt, endedAt, historical }) =>
          !historical && raisedAt <= alarm.raisedAt && endedAt !== null && endedAt > alarm.raisedAt,
      );
      const liveAt = findLiveAt(one, alarm);
      const isNotified = liveAt !== undefined;
      const { siteId, rule, limit } = one;
      added.push({ siteId, rule, limit, historical: !isNotified, alarm });
      raised.set(rule.ruleId, Math.max(raised.get(rule.ruleId) ?? 0, alarm.raisedAt));
      const { raisedAt, endedAt, value, lastValue, reminder } = alarm;
      const event = reminder ? 'reminded' : 'raised';
      changes.push({ alarm, event, at: liveAt ?? raisedAt, value, isNotified: isNotified && !isKnown });
      if (endedAt !== null)
        changes.push({ alarm, event: 'ended', at: endedAt, value: lastValue, isNotified });
    },
    withdraw(alarms: readonly LoggedAlarm[]): void {
      withdrawn.push(...alarms.map(({ alarmId }) => alarmId));
      for (const { alarmId, historical } of alarms.filter(isUnended))
        changes.push({ alarm: alarmId, event: 'ended', at: now, value: null, isNotified: !historical });
    },
    setState(
      one: DueRule,
      before: AlarmState | undefined,
      state: AlarmState,
      running: ComputedAlarm | undefined,
    ): void {
      const place = placeOf(one);
      const isKept = forgettableAt(state) >= now;
      if (isKept) states.push({ place, settings: one.settings, state, running });
      else if (before) forgotten.push(place);
      const until = isKept ? watchedUntil(state) : undefined;
      evaluated.push({
        ...place,
        settledAt: isKept ? settledAt(state) : undefined,
        watchedUntil: until,
        isWatchChanged: until !== (before && watchedUntil(before)),
      });
    },
    async write(
      client: Connection,
      announce: (announcement: Announcement) => Promise<void>,
    ): Promise<EvaluatedState[]> {
      for (const [index, id] of (await insertAlarms(client, added)).entries()) {
        const alarm = added[index]?.alarm;
        if (alarm && id !== undefined) ids.set(alarm, id);
      }
      await updateAlarms(client, changed);
      await withdrawAlarms(client, withdrawn, now);
      const alarmIdOf = (alarm: ComputedAlarm | number) =>
        typeof alarm === 'number' ? alarm : ids.get(alarm);
      await saveStates(
        client,
        states.map(({ place, settings, state, running }) => ({
          ...place,
          alarmId: (running && alarmIdOf(running)) ?? null,
          state,
          dueAt: findNextTimer(settings, state) ?? (isIdle(state) ? forgettableAt(state) + 1 : undefined),
          watchedUntil: watchedUntil(state),
        })),
      );
      await removeStates(client, forgotten);
      await setLastAlarm(client, raised);
      // The site of an alarm without an id was removed meanwhile.
      const written = changes.flatMap(({ alarm, ...change }): AlarmChange[] => {
        const alarmId = alarmIdOf(alarm);
        return alarmId === undefined ? [] : [{ alarmId, ...change }];
      });
      await insertChanges(client, written, now);
      if (written.length > 0) await announce({ changes: written, client });
      return evaluated;
    },
  };
}

function isUnchanged(logged: LoggedAlarm, alarm: ComputedAlarm): boolean {
  return (
    logged.endedAt === alarm.endedAt &&
    logged.raisedAt === alarm.raisedAt &&
    logged.peak === alarm.peak &&
    logged.lastValue === alarm.lastValue &&
    logged.repeats === alarm.repeats &&
    logged.parts?.length === alarm.parts?.length
  );
}

/** The last moment at which something would be lost without the state; infinite unless it is in its normal phase. */
function forgettableAt(state: AlarmState): number {
  return isIdle(state) ? (state.changes.at(-1) ?? -Infinity) + HOUR_MS : Infinity;
}

/** Up to where every value can change a state: later ones matter in its normal phase only if they can raise an alarm. */
function watchedUntil(state: AlarmState): number {
  return isIdle(state) ? state.since : Infinity;
}
