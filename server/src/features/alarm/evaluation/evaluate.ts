import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import { type AlarmChange, endAlarms, insertChanges, listLogged, listOrphaned } from './alarm.store.ts';
import { type AlarmState, type MachineSettings, runMachine } from './alarm-machine.rule.ts';
import { readStates, removeStates, type StoredState } from './alarm-state.store.ts';
import { type DueRule, type EvaluatedState, keyOf, placeOf, settledAt } from './due-rule.ts';
import { type Announcement, type EvaluationWriter, openEvaluationWriter } from './evaluation-writer.ts';
import {
  type ComputedAlarm,
  isUnended,
  isWithdrawn,
  type LoggedAlarm,
  listAlarms,
  reconcile,
  stateAt,
} from './reconcile.rule.ts';
import { carryStanding } from './signals.rule.ts';

type Deps = Pick<App, 'pool'>;

interface EvaluateOptions {
  lease: Lease | undefined;
  now: number;
  announce(announcement: Announcement): Promise<void>;
}

/** How far before its first new value a rule is evaluated again, so that its state there is certain. */
function lookBack({ forMs, clearMs, holdMs }: MachineSettings): number {
  return Math.max(forMs, clearMs) + (Number.isFinite(holdMs) ? holdMs : 0);
}

/**
 * The moment after which the values of a rule are needed: after those its state has used, or further back if a value is
 * late or there is no state. Alarms that ended before it are not judged again.
 */
export function startOf(
  state: AlarmState | undefined,
  { firstAt, earliest, settings }: Pick<DueRule, 'firstAt' | 'earliest' | 'settings'>,
): number {
  if (state && (firstAt === undefined || firstAt > settledAt(state))) return settledAt(state);
  return Math.max((firstAt ?? 0) - lookBack(settings) - 1, earliest);
}

/** Evaluates rules and writes states, alarms, events and messages in one transaction. */
export async function evaluateRules(
  { pool }: Deps,
  due: readonly DueRule[],
  { lease, now, announce }: EvaluateOptions,
): Promise<EvaluatedState[]> {
  if (due.length === 0) return [];
  return transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    const states = new Map(
      (await readStates(client, due.map(placeOf), true)).map((one) => [keyOf(one), one]),
    );
    const starts = due.map((one) => startOf(states.get(keyOf(placeOf(one)))?.state, one));
    // Changes of the hour before decide whether an alarm is unstable.
    const places = due.map((one, index) => ({ ...placeOf(one), since: (starts[index] ?? 0) - HOUR_MS }));
    const logged = Map.groupBy(await listLogged(client, places), keyOf);
    const writer = openEvaluationWriter(now);
    for (const [index, one] of due.entries()) {
      const key = keyOf(placeOf(one));
      evaluateOne(one, starts[index] ?? 0, states.get(key), logged.get(key) ?? [], writer);
    }
    return writer.write(client, announce);
  });
}

/**
 * Where the evaluation of late values begins: before the condition of the first alarm was met that was raised since, and
 * at the earliest a for-duration before the given moment. An alarm that was raised before its rule was changed goes on.
 */
function findStart(
  start: number,
  logged: readonly LoggedAlarm[],
  { firstAt = Infinity, settings: { forMs, inForceSince } }: Pick<DueRule, 'firstAt' | 'settings'>,
): number {
  const confirmed = logged.filter((one) => one.raisedAt > start && !isWithdrawn(one));
  const older = confirmed.find(({ raisedAt }) => raisedAt < inForceSince);
  if (older) return older.raisedAt + 1;
  const raised = confirmed.find(({ raisedAt }) => raisedAt < firstAt);
  return raised ? Math.min(start, raised.raisedAt - forMs - 1) : start;
}

function evaluateOne(
  one: DueRule,
  given: number,
  stored: StoredState | undefined,
  ofLastHour: readonly LoggedAlarm[],
  writer: EvaluationWriter,
): void {
  const { settings, signals } = one;
  // Alarms from before the rule was changed stay as they are: its condition was another one, or none.
  const recent = ofLastHour.filter(({ endedAt }) => (endedAt ?? Infinity) > settings.inForceSince);
  const logged = recent.filter(({ endedAt }) => (endedAt ?? Infinity) >= given);
  const isContinued = stored !== undefined && given === settledAt(stored.state);
  const start = isContinued ? given : findStart(given, logged, one);
  const before = isContinued ? stored.state : stateAt(start, recent, stored?.state.changes ?? [], settings);
  const isLasting = !Number.isFinite(settings.holdMs);
  const wanted =
    isLasting && !isContinued ? carryStanding(signals, start) : signals.filter(({ at }) => at > start);
  const { state, transitions } = runMachine(settings, before, wanted, writer.now);
  const computed = listAlarms(before, transitions, state);
  const { kept, added, withdrawn } = reconcile(isContinued ? logged.filter(isUnended) : logged, computed);
  for (const pair of kept) writer.keep(one, pair.logged, pair.computed);
  for (const alarm of added) writer.add(one, alarm, logged);
  writer.withdraw(withdrawn);
  const running = [...kept.map(({ computed: alarm }) => alarm), ...added].find(
    ({ endedAt }) => endedAt === null,
  );
  const next = isContinued ? state : matchLog(state, running, stored?.state.remindAt ?? null);
  writer.setState(one, stored?.state, next, running);
}

/** The state with the running alarm as the log has it: what a person has cleared stays so until it is time to remind. */
function matchLog(
  state: AlarmState,
  running: ComputedAlarm | undefined,
  remindAt: number | null,
): AlarmState {
  const { phase, episode } = state;
  if (episode && running) {
    const { raisedAt, value, peak, peakAt, messageAt, repeats } = running;
    return { ...state, episode: { ...episode, raisedAt, value, peak, peakAt, messageAt, repeats } };
  }
  return { ...state, episode: null, remindAt: phase === 'active' ? (state.remindAt ?? remindAt) : null };
}

/** Ends the alarms of states whose rule was disabled or replaced by another one at their site, and of deleted rules. */
export async function endObsolete(
  { pool }: Deps,
  states: readonly StoredState[],
  { lease, now, announce }: EvaluateOptions,
): Promise<void> {
  const orphaned = await listOrphaned(pool);
  if (states.length + orphaned.length === 0) return;
  await transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    const alarmIds = [...states.flatMap(({ alarmId }) => alarmId ?? []), ...orphaned];
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
