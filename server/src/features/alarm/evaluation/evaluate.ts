import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import {
  type AlarmChange,
  endAlarms,
  insertAlarm,
  insertChanges,
  listLogged,
  readStates,
  removeStates,
  type StoredState,
  saveStates,
  setLastAlarm,
  updateAlarm,
  withdrawAlarms,
} from './alarm.store.ts';
import {
  type AlarmState,
  findNextTimer,
  type MachineSettings,
  runMachine,
  type Signal,
} from './alarm-machine.rule.ts';
import { basisOf, type EvaluatedRule } from './evaluated-rule.ts';
import { type ComputedAlarm, type LoggedAlarm, listAlarms, reconcile, stateAt } from './reconcile.rule.ts';
import { lateLimitMs } from './settings.rule.ts';

/** A rule at a site that is due, with the values to evaluate it with. */
export interface DueRule {
  siteId: number;
  rule: EvaluatedRule;
  settings: MachineSettings;
  limit: number | null;
  /** The end of the earliest new window; undefined if only time has passed. */
  firstAt: number | undefined;
  liveFrom: number;
  /** All judged values after `startOf`. */
  signals: readonly Signal[];
}

type Deps = Pick<App, 'pool'>;

/** What the evaluation tells others, at the end of its transaction. */
export interface Announcement {
  changes: readonly AlarmChange[];
  client: Connection;
}

interface EvaluateOptions {
  lease: Lease | undefined;
  now: number;
  announce(announcement: Announcement): Promise<void>;
}

/** How far before its first new value a rule is evaluated again, so that its state there is certain. */
function lookBack({ forMs, clearMs, holdMs }: MachineSettings): number {
  return Math.max(forMs, clearMs) + (Number.isFinite(holdMs) ? holdMs : 0);
}

/** Up to where a state has used values. */
function settledAt({ last, since }: AlarmState): number {
  return Math.max(last?.at ?? 0, since);
}

/**
 * The moment after which the values of a rule are needed: after those its state has used, or further back if a value is
 * late or there is no state.
 */
export function startOf(
  state: AlarmState | undefined,
  firstAt: number | undefined,
  settings: MachineSettings,
): number {
  if (state && (firstAt === undefined || firstAt > settledAt(state))) return settledAt(state);
  return (firstAt ?? 0) - lookBack(settings) - 1;
}

/** Evaluates rules and writes states, alarms, events and messages in one transaction. Returns the sites with a state. */
export async function evaluateRules(
  { pool }: Deps,
  due: readonly DueRule[],
  { lease, now, announce }: EvaluateOptions,
): Promise<Set<number>> {
  if (due.length === 0) return new Set();
  return transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    const siteIds = [...new Set(due.map(({ siteId }) => siteId))];
    const states = new Map((await readStates(client, siteIds, true)).map((one) => [keyOf(one), one]));
    const starts = due.map((one) => {
      const stored = states.get(keyOf({ siteId: one.siteId, ruleId: one.rule.ruleId }));
      return startOf(stored?.state, one.firstAt, one.settings);
    });
    const logged = Map.groupBy(
      await listLogged(
        client,
        due.map(({ siteId, rule }, index) => ({ siteId, ruleId: rule.ruleId, since: starts[index] ?? 0 })),
      ),
      keyOf,
    );
    const writer = openWriter(client, now);
    for (const [index, one] of due.entries()) {
      const key = keyOf({ siteId: one.siteId, ruleId: one.rule.ruleId });
      await evaluateOne(one, starts[index] ?? 0, states.get(key), logged.get(key) ?? [], writer);
    }
    return writer.finish(announce);
  });
}

function keyOf({ siteId, ruleId }: { siteId: number; ruleId: number }): string {
  return `${siteId} ${ruleId}`;
}

type Writer = ReturnType<typeof openWriter>;

async function evaluateOne(
  one: DueRule,
  start: number,
  stored: StoredState | undefined,
  logged: readonly LoggedAlarm[],
  writer: Writer,
): Promise<void> {
  const { settings, signals } = one;
  const isContinued = stored !== undefined && start === settledAt(stored.state);
  const before = isContinued ? stored.state : stateAt(start, logged, stored?.state.changes ?? []);
  const wanted = signals.filter(({ at }) => at > start);
  const { state, transitions } = runMachine(settings, before, wanted, writer.now);
  const computed = listAlarms(before, transitions, state);
  const { kept, added, withdrawn } = reconcile(isContinued ? logged.filter(isRunning) : logged, computed);
  for (const pair of kept) await writer.keep(one, pair.logged, pair.computed);
  for (const alarm of added) await writer.add(one, alarm, logged);
  await writer.withdraw(withdrawn);
  // A manual clear survives late values that do not end the exceedance.
  const remindAt = !isContinued && state.phase === 'active' && !state.episode ? stored?.state.remindAt : null;
  writer.setState(one, remindAt ? { ...state, remindAt } : state, kept, added);
}

function isRunning({ endedAt }: LoggedAlarm): boolean {
  return endedAt === null;
}

function isUnchanged(logged: LoggedAlarm, alarm: ComputedAlarm): boolean {
  return (
    logged.endedAt === alarm.endedAt &&
    logged.raisedAt === alarm.raisedAt &&
    logged.peak === alarm.peak &&
    logged.lastValue === alarm.lastValue &&
    logged.repeats === alarm.repeats
  );
}

function openWriter(client: Connection, now: number) {
  const changes: AlarmChange[] = [];
  const raised = new Map<number, number>();
  const states: (StoredState & { dueAt: number | undefined })[] = [];
  const idle: { siteId: number; ruleId: number }[] = [];
  const ids = new Map<ComputedAlarm, number>();
  const opened = new Set<number>();

  /** From when on people are notified of what happens: not of values that were stored late. */
  function liveFrom({ firstAt, liveFrom: from, rule, settings }: DueRule): number {
    if (firstAt !== undefined) return from;
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
    async keep(one: DueRule, logged: LoggedAlarm, alarm: ComputedAlarm): Promise<void> {
      const { alarmId } = logged;
      ids.set(alarm, alarmId);
      const liveAt = logged.historical ? findLiveAt(one, alarm) : undefined;
      if (isUnchanged(logged, alarm) && liveAt === undefined) return;
      const historical = logged.historical && liveAt === undefined;
      await updateAlarm(client, alarmId, alarm, historical);
      if (liveAt !== undefined)
        changes.push({ alarmId, event: 'raised', at: liveAt, value: alarm.lastValue, isNotified: true });
      else if (alarm.repeats > logged.repeats) {
        const { messageAt: at, lastValue: value } = alarm;
        changes.push({
          alarmId,
          event: 'repeated',
          at,
          value,
          isNotified: !historical && at >= liveFrom(one),
        });
      }
      if (logged.endedAt === null && alarm.endedAt !== null)
        changes.push({
          alarmId,
          event: 'ended',
          at: alarm.endedAt,
          value: alarm.lastValue,
          isNotified: !historical,
        });
    },
    async add(one: DueRule, alarm: ComputedAlarm, logged: readonly LoggedAlarm[]): Promise<void> {
      // Part of an alarm that people already know of.
      const isKnown = logged.some(
        ({ raisedAt, endedAt, historical }) =>
          !historical && raisedAt <= alarm.raisedAt && (endedAt ?? Infinity) > alarm.raisedAt,
      );
      const liveAt = findLiveAt(one, alarm);
      const isNotified = liveAt !== undefined;
      const { siteId, rule, limit } = one;
      const alarmId = await insertAlarm(client, { siteId, rule, limit, historical: !isNotified, alarm });
      if (alarmId === undefined) return;
      ids.set(alarm, alarmId);
      raised.set(rule.ruleId, Math.max(raised.get(rule.ruleId) ?? 0, alarm.raisedAt));
      const { raisedAt, endedAt, value, lastValue, reminder } = alarm;
      const event = reminder ? 'reminded' : 'raised';
      changes.push({ alarmId, event, at: liveAt ?? raisedAt, value, isNotified: isNotified && !isKnown });
      if (endedAt !== null)
        changes.push({ alarmId, event: 'ended', at: endedAt, value: lastValue, isNotified });
    },
    async withdraw(alarms: readonly LoggedAlarm[]): Promise<void> {
      await withdrawAlarms(
        client,
        alarms.map(({ alarmId }) => alarmId),
        now,
      );
      for (const { alarmId, historical } of alarms.filter(isRunning))
        changes.push({ alarmId, event: 'ended', at: now, value: null, isNotified: !historical });
    },
    setState(
      { siteId, rule, settings }: DueRule,
      state: AlarmState,
      kept: readonly { logged: LoggedAlarm; computed: ComputedAlarm }[],
      added: readonly ComputedAlarm[],
    ): void {
      const place = { siteId, ruleId: rule.ruleId };
      if (isForgettable(state, now)) return void idle.push(place);
      const running = [...kept.map(({ computed }) => computed), ...added].find(
        ({ endedAt }) => endedAt === null,
      );
      const alarmId = (running && ids.get(running)) ?? null;
      states.push({ ...place, alarmId, state, dueAt: findNextTimer(settings, state) });
      opened.add(siteId);
    },
    async finish(announce: EvaluateOptions['announce']) {
      await saveStates(client, states);
      await removeStates(client, idle);
      await setLastAlarm(client, raised);
      await insertChanges(client, changes, now);
      if (changes.length > 0) await announce({ changes, client });
      return opened;
    },
  };
}

/** Whether nothing would be lost without the state. */
function isForgettable({ phase, episode, changes }: AlarmState, now: number): boolean {
  const isQuiet = changes.every((change) => change < now - HOUR_MS);
  return phase === 'normal' && !episode && isQuiet;
}

/** Ends the alarms of states whose rule was removed, disabled, or replaced by another one at their site. */
export async function endObsolete(
  { pool }: Deps,
  states: readonly StoredState[],
  { lease, now, announce }: EvaluateOptions,
): Promise<void> {
  if (states.length === 0) return;
  await transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    const alarmIds = states.flatMap(({ alarmId }) => alarmId ?? []);
    const ended = await endAlarms(client, alarmIds, now, 'rule');
    const changes = ended.map(
      ({ alarmId, historical }): AlarmChange => ({
        alarmId,
        event: 'ended',
        at: now,
        value: null,
        isNotified: !historical,
      }),
    );
    await removeStates(client, states);
    await insertChanges(client, changes, now);
    if (changes.length > 0) await announce({ changes, client });
  });
}
