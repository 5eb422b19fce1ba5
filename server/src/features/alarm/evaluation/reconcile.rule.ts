import type { EndReason } from '@limpid/contract/alarm/alarm-log';
import { HOUR_MS } from '@limpid/contract/durations';
import type { AlarmState, Episode, MachineEnd, MachineSettings, Transition } from './alarm-machine.rule.ts';
import { initialState } from './alarm-machine.rule.ts';

/** An alarm of the log, as far as late values can change it. */
export interface LoggedAlarm extends Episode {
  alarmId: number;
  endedAt: number | null;
  endReason: EndReason | null;
  historical: boolean;
}

/** An alarm as the values say it was. */
export interface ComputedAlarm extends Episode {
  endedAt: number | null;
  endReason: MachineEnd | null;
  reminder: boolean;
}

export interface Reconciliation {
  /** Alarms of the log with what the values say about them. */
  kept: { logged: LoggedAlarm; computed: ComputedAlarm }[];
  added: ComputedAlarm[];
  /** Alarms of the log that the values do not confirm. */
  withdrawn: LoggedAlarm[];
}

/** The alarms of a run of the machine that began in this state. */
export function listAlarms(
  before: AlarmState,
  transitions: readonly Transition[],
  after: AlarmState,
): ComputedAlarm[] {
  const alarms: ComputedAlarm[] = [];
  let [episode, reminder] = [before.episode, false];
  for (const transition of transitions) {
    if (transition.kind === 'raised') {
      const { at, value, unstable } = transition;
      episode = {
        raisedAt: at,
        value,
        peak: value,
        peakAt: at,
        lastValue: value,
        messageAt: at,
        repeats: 0,
        unstable,
      };
      reminder = transition.reminder;
    } else if (transition.kind === 'ended') {
      const { at, reason, value } = transition;
      alarms.push({ ...transition.episode, lastValue: value, endedAt: at, endReason: reason, reminder });
      episode = null;
    }
  }
  if (episode && after.episode) alarms.push({ ...after.episode, endedAt: null, endReason: null, reminder });
  return alarms;
}

/**
 * When alarms were raised and ended within the hour before a moment, as the log knows it. Of what happened within an
 * unstable alarm only the state knows, which is that of now.
 */
function listChangesBefore(
  moment: number,
  logged: readonly LoggedAlarm[],
  known: readonly number[],
): number[] {
  const isBefore = (at: number) => at < moment && at > moment - HOUR_MS;
  const confirmed = logged.filter((one) => !isWithdrawn(one) && isBefore(one.raisedAt));
  const changes = confirmed.flatMap(({ raisedAt, endedAt, endReason, unstable }) => {
    const within = unstable ? known.filter((at) => at > raisedAt && at < (endedAt ?? Infinity)) : [];
    const isRecorded = endReason === 'recovered' || endReason === 'noData';
    return [raisedAt, ...within, ...(isRecorded && endedAt !== null ? [endedAt] : [])];
  });
  // The end of an unstable alarm forgets them.
  const calmAt = logged.findLast(
    ({ endedAt, endReason }) => endReason === 'unstable' && endedAt !== null && endedAt < moment,
  )?.endedAt;
  return changes.filter((at) => isBefore(at) && at > (calmAt ?? 0)).toSorted((a, b) => a - b);
}

/** The state at a moment, as the log knows it: late values are evaluated from there on. */
export function stateAt(
  moment: number,
  logged: readonly LoggedAlarm[],
  changes: readonly number[],
  { clearMs, holdMs }: Pick<MachineSettings, 'clearMs' | 'holdMs'>,
): AlarmState {
  const open = logged.find(
    (one) => one.raisedAt < moment && (one.endedAt ?? Infinity) >= moment && !isWithdrawn(one),
  );
  const earlier = listChangesBefore(moment, logged, changes);
  if (!open) return { ...initialState, since: moment, changes: earlier };
  const {
    raisedAt,
    endedAt,
    endReason,
    value,
    peak,
    peakAt,
    lastValue,
    messageAt,
    repeats,
    unstable,
    parts,
  } = open;
  // How and when it ended says what its last values before this moment were.
  const clearingSince = endReason === 'recovered' ? (endedAt ?? Infinity) - clearMs : Infinity;
  const isClearing = clearingSince < moment && !unstable;
  const lastAt = endReason === 'noData' && endedAt !== null ? endedAt - holdMs : moment;
  return {
    phase: isClearing ? 'clearing' : 'active',
    since: isClearing ? clearingSince : raisedAt,
    last: {
      at: Math.min(lastAt, moment),
      value: lastValue,
      verdict: isClearing ? 'normal' : 'met',
    },
    episode: { raisedAt, value, peak, peakAt, lastValue, messageAt, repeats, unstable, parts },
    changes: earlier,
    remindAt: null,
  };
}

/**
 * Matches the log with what the values say now. An alarm keeps its row if it began at the same moment or overlaps; what a
 * person or a change of the rule has ended stays as it is.
 */
export function reconcile(
  logged: readonly LoggedAlarm[],
  computed: readonly ComputedAlarm[],
): Reconciliation {
  const settled = logged.filter(isSettled);
  const waiting = new Set(computed);
  const left = new Set(logged.filter((one) => !isSettled(one)));
  const result: Reconciliation = { kept: [], added: [], withdrawn: [] };
  const keep = (one: LoggedAlarm, other: ComputedAlarm) => {
    left.delete(one);
    result.kept.push({ logged: one, computed: other });
  };
  for (const other of computed) {
    const end = findSettledEnd(settled, other);
    if (end === undefined) continue;
    waiting.delete(other);
    const next = [...left].find((one) => one.raisedAt >= end.at && overlaps(one, other));
    if (next) keep(next, continueAs(other, next));
    // The exceedance goes on under a rule that applies again.
    else if (end.isByRule && other.endedAt === null) result.added.push(beginAt(other, end.at));
  }
  const pair = (isSame: (one: LoggedAlarm, other: ComputedAlarm) => boolean) => {
    for (const one of left) {
      for (const other of waiting) {
        if (!isSame(one, other)) continue;
        waiting.delete(other);
        keep(one, other);
        break;
      }
    }
  };
  pair((one, other) => one.raisedAt === other.raisedAt);
  pair(overlaps);
  result.added.push(...waiting);
  result.withdrawn.push(...[...left].filter((one) => !isWithdrawn(one)));
  return result;
}

/** When a person or a change of the rule last ended this alarm. */
function findSettledEnd(
  settled: readonly LoggedAlarm[],
  alarm: ComputedAlarm,
): { at: number; isByRule: boolean } | undefined {
  const last = settled.findLast((one) => one.raisedAt === alarm.raisedAt || overlaps(one, alarm));
  return last && { at: last.endedAt ?? last.raisedAt, isByRule: last.endReason === 'rule' };
}

/** The part of an alarm that the log has as another one, since that was raised. */
function continueAs(alarm: ComputedAlarm, next: LoggedAlarm): ComputedAlarm {
  const { raisedAt, value, messageAt, repeats } = next;
  const { peak, peakAt } = alarm.peakAt >= raisedAt ? alarm : next;
  return { ...alarm, raisedAt, value, peak, peakAt, messageAt, repeats };
}

function beginAt(alarm: ComputedAlarm, raisedAt: number): ComputedAlarm {
  const { lastValue: value } = alarm;
  return { ...alarm, raisedAt, value, peak: value, peakAt: raisedAt, messageAt: raisedAt, repeats: 0 };
}

function overlaps(one: LoggedAlarm, other: ComputedAlarm): boolean {
  return one.raisedAt < (other.endedAt ?? Infinity) && other.raisedAt < (one.endedAt ?? Infinity);
}

/** Ended by a person or by a change of the rule. */
function isSettled({ endReason }: LoggedAlarm): boolean {
  return endReason === 'person' || endReason === 'rule';
}

export function isUnended({ endedAt }: LoggedAlarm): boolean {
  return endedAt === null;
}

/** Values do not confirm it. */
export function isWithdrawn({ endReason }: LoggedAlarm): boolean {
  return endReason === 'withdrawn';
}
