import type { EndReason } from '@limpid/contract/alarm/alarm-log';
import type { AlarmState, Episode, Transition } from './alarm-machine.rule.ts';
import { initialState } from './alarm-machine.rule.ts';

/** An alarm of the log, as far as late values can change it. */
export interface LoggedAlarm {
  alarmId: number;
  raisedAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  value: number | null;
  peak: number | null;
  peakAt: number;
  lastValue: number | null;
  messageAt: number;
  repeats: number;
  unstable: boolean;
  historical: boolean;
}

/** An alarm as the values say it was. */
export interface ComputedAlarm extends Episode {
  endedAt: number | null;
  endReason: 'recovered' | 'unstable' | null;
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

/** The state at a moment, as the log knows it: late values are evaluated from there on. */
export function stateAt(
  moment: number,
  logged: readonly LoggedAlarm[],
  changes: readonly number[],
): AlarmState {
  const open = logged.find(({ raisedAt, endedAt }) => raisedAt < moment && (endedAt ?? Infinity) >= moment);
  const earlier = changes.filter((change) => change < moment);
  if (!open) return { ...initialState, since: moment, changes: earlier };
  const { raisedAt, value, peak, peakAt, lastValue, messageAt, repeats, unstable } = open;
  return {
    phase: 'active',
    since: raisedAt,
    last: null,
    episode: { raisedAt, value, peak, peakAt, lastValue, messageAt, repeats, unstable },
    changes: earlier,
    remindAt: null,
  };
}

/**
 * Matches the log with what the values say now. An alarm keeps its row if it began at the same moment or overlaps; what a
 * person has cleared stays as it is.
 */
export function reconcile(
  logged: readonly LoggedAlarm[],
  computed: readonly ComputedAlarm[],
): Reconciliation {
  const waiting = new Set(computed);
  const left = new Set(logged);
  const kept: Reconciliation['kept'] = [];
  const pair = (isSame: (one: LoggedAlarm, other: ComputedAlarm) => boolean) => {
    for (const one of left) {
      for (const other of waiting) {
        if (!isSame(one, other)) continue;
        left.delete(one);
        waiting.delete(other);
        if (!isSettled(one)) kept.push({ logged: one, computed: other });
        break;
      }
    }
  };
  pair((one, other) => one.raisedAt === other.raisedAt);
  pair(overlaps);
  for (const one of left) if (isSettled(one) || one.endReason === 'withdrawn') left.delete(one);
  for (const other of waiting) {
    if (logged.some((one) => isSettled(one) && overlaps(one, other))) waiting.delete(other);
  }
  return { kept, added: [...waiting], withdrawn: [...left] };
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
