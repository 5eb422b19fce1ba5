import type { AlarmPart } from '@limpid/contract/alarm/alarm-parts';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';

/** What a value says about the condition of a rule; `between` is inside the dead band. */
export type Verdict = 'met' | 'between' | 'normal';

/** A judged value; `at` is the end of its window. */
export interface Signal {
  at: number;
  value: number | null;
  verdict: Verdict;
  /** What a station reports to have failed. */
  parts?: readonly AlarmPart[];
}

export interface MachineSettings {
  /** How long the condition has to be met before the alarm is raised, and to be normal before it ends. */
  forMs: number;
  clearMs: number;
  /** How long a value counts when no other follows. */
  holdMs: number;
  /** The shortest time between two messages of a running alarm; 0 sends no repeats. */
  repeatMs: number;
  /** More changes within an hour become one unstable alarm. */
  maxChanges: number;
  /** Whether lower values are worse. */
  isFalling: boolean;
  /** When the rule was created, enabled or changed: a condition that is met already raises its alarm then, and not before. */
  inForceSince: number;
}

/** An alarm from being raised to its end. */
export interface Episode {
  raisedAt: number;
  value: number | null;
  peak: number | null;
  peakAt: number;
  lastValue: number | null;
  /** When the last message about it was due. */
  messageAt: number;
  repeats: number;
  unstable: boolean;
  /** Everything that has failed since the alarm was raised. */
  parts?: readonly AlarmPart[] | undefined;
}

/** The state of one rule at one site, as JSON in the database. */
export interface AlarmState {
  phase: 'normal' | 'pending' | 'active' | 'clearing';
  /** When the phase began. */
  since: number;
  last: Signal | null;
  /** The running alarm. An active phase without one was cleared by a person, or began before the rule was in force. */
  episode: Episode | null;
  /** When the alarm was raised or ended within the last hour. */
  changes: readonly number[];
  /** When a condition that is still met raises its alarm: again after a manual clear, or when its rule comes into force. */
  remindAt: number | null;
}

export type Transition =
  | { kind: 'raised'; at: number; value: number | null; unstable: boolean; reminder: boolean }
  /** `times` messages, the last of them at `at`. */
  | { kind: 'repeated'; at: number; value: number | null; times: number }
  | { kind: 'ended'; at: number; value: number | null; reason: MachineEnd; episode: Episode };

/** How values and time end an alarm: `noData` if no value followed for as long as one counts. */
export type MachineEnd = 'recovered' | 'unstable' | 'noData';

export const initialState: AlarmState = {
  phase: 'normal',
  since: 0,
  last: null,
  episode: null,
  changes: [],
  remindAt: null,
};

/** An unstable alarm ends after so long without a change. */
const quietMs = 30 * MINUTE_MS;

/**
 * Runs the signals in the order of time, then the timers before `until`. The result depends on the signals alone: where a
 * run is split into several, as by a restart, makes no difference.
 */
export function runMachine(
  settings: MachineSettings,
  before: AlarmState,
  signals: readonly Signal[],
  until: number,
): { state: AlarmState; transitions: Transition[] } {
  // Values before the first that meets the condition change nothing in the normal state.
  const first = isIdle(before) ? signals.findIndex(({ verdict }) => verdict === 'met') : 0;
  const skipped = first < 0 ? signals.length : first;
  const machine = openMachine(settings, { ...before, last: signals[skipped - 1] ?? before.last });
  for (const signal of signals.slice(skipped)) {
    machine.advance(signal.at);
    machine.apply(signal);
  }
  machine.advance(until);
  return machine.result();
}

/** Whether values that do not meet the condition change nothing. */
export function isIdle({ phase, episode }: AlarmState): boolean {
  return phase === 'normal' && !episode;
}

/** The next moment at which time alone changes the state. */
export function findNextTimer(settings: MachineSettings, state: AlarmState): number | undefined {
  const timers = listTimers(settings, state);
  return timers.length > 0 ? Math.min(...timers.map(({ at }) => at)) : undefined;
}

/** The state after a person cleared the running alarm. */
export function clearByPerson(state: AlarmState, remindAt: number | null): AlarmState {
  const isMet = state.phase === 'active' || state.phase === 'clearing';
  return { ...state, episode: null, remindAt: isMet ? remindAt : null };
}

interface Timer {
  at: number;
  kind: 'raise' | 'forget' | 'end' | 'lose' | 'calm' | 'remind' | 'repeat';
}

function listTimers({ forMs, clearMs, holdMs, repeatMs }: MachineSettings, state: AlarmState): Timer[] {
  const { phase, since, last, episode, changes, remindAt } = state;
  const timers: Timer[] = [];
  const expiry = (last?.at ?? since) + holdMs;
  if (phase === 'pending') {
    const due = since + forMs;
    timers.push(due <= expiry ? { at: due, kind: 'raise' } : { at: expiry, kind: 'forget' });
  }
  if (phase === 'clearing') {
    const due = since + clearMs;
    timers.push(due <= expiry ? { at: due, kind: 'end' } : { at: expiry, kind: 'lose' });
  }
  if (phase === 'active' && Number.isFinite(expiry)) timers.push({ at: expiry, kind: 'lose' });
  if (episode?.unstable) timers.push({ at: (changes.at(-1) ?? episode.raisedAt) + quietMs, kind: 'calm' });
  if (remindAt !== null && phase === 'active') timers.push({ at: Math.max(remindAt, since), kind: 'remind' });
  // Where values follow each other, they repeat the message; what lasts without them is repeated by time.
  if (!Number.isFinite(holdMs) && repeatMs > 0 && phase === 'active' && episode && !episode.unstable)
    timers.push({ at: episode.messageAt + repeatMs, kind: 'repeat' });
  return timers;
}

function openMachine(settings: MachineSettings, before: AlarmState) {
  let state: AlarmState = before;
  const transitions: Transition[] = [];

  function recordChange(at: number): void {
    const changes = [...state.changes, at].filter((change) => change > at - HOUR_MS);
    // Bounded: an unstable alarm only needs its last change, and whether there were too many.
    state = { ...state, changes: changes.slice(-settings.maxChanges - 1) };
  }

  function open(at: number, { unstable = false, reminder = false } = {}): void {
    const value = state.last?.value ?? null;
    const episode = { raisedAt: at, value, peak: value, peakAt: at, lastValue: value, messageAt: at };
    const parts = state.last?.parts && { parts: state.last.parts };
    state = { ...state, episode: { ...episode, ...parts, repeats: 0, unstable }, remindAt: null };
    transitions.push({ kind: 'raised', at, value, unstable, reminder });
  }

  function close(at: number, reason: MachineEnd): void {
    const { episode } = state;
    if (episode) transitions.push({ kind: 'ended', at, value: state.last?.value ?? null, reason, episode });
    state = { ...state, episode: null, remindAt: null };
  }

  function raise(at: number): void {
    state = { ...state, phase: 'active', since: at };
    if (at < settings.inForceSince && !state.episode) {
      state = { ...state, remindAt: settings.inForceSince };
      return;
    }
    recordChange(at);
    if (state.episode) return;
    open(at, { unstable: state.changes.length > settings.maxChanges });
  }

  function end(at: number, reason: MachineEnd = 'recovered'): void {
    state = { ...state, phase: 'normal', since: at };
    // What a person has cleared has ended already.
    if (state.episode) recordChange(at);
    if (!state.episode?.unstable) close(at, reason);
  }

  function repeat(at: number, times: number, value: number | null): void {
    const { episode } = state;
    if (!episode) return;
    state = { ...state, episode: { ...episode, messageAt: at, repeats: episode.repeats + times } };
    transitions.push({ kind: 'repeated', at, value, times });
  }

  /** Repeats the message as often as it was due before `to`, in one step: a long silence has very many of them. */
  function repeatBefore(first: number, to: number): void {
    const more = Math.ceil((to - first) / settings.repeatMs) - 1;
    repeat(first + more * settings.repeatMs, more + 1, state.last?.value ?? null);
  }

  function fire({ at, kind }: Timer): void {
    if (kind === 'raise') raise(at);
    else if (kind === 'end') end(at);
    else if (kind === 'lose') end(at, 'noData');
    else if (kind === 'forget') state = { ...state, phase: 'normal', since: at };
    else if (kind === 'remind') open(at, { reminder: state.remindAt !== settings.inForceSince });
    else {
      close(at, 'unstable');
      state = { ...state, changes: [] };
      if (state.phase === 'active' || state.phase === 'clearing') open(at);
    }
  }

  function follow(signal: Signal): void {
    const { episode } = state;
    if (!episode) return;
    const { at, value, verdict } = signal;
    const isWorse = value !== null && isWorseThan(value, episode.peak, settings.isFalling);
    const parts = joinParts(episode.parts, signal.parts);
    const next = {
      ...episode,
      lastValue: value,
      ...(isWorse && { peak: value, peakAt: at }),
      ...(parts && { parts }),
    };
    state = { ...state, episode: next };
    const isDue = settings.repeatMs > 0 && at - episode.messageAt >= settings.repeatMs;
    if (!isDue || verdict !== 'met' || state.phase !== 'active' || episode.unstable) return;
    repeat(at, 1, value);
  }

  function enter(phase: AlarmState['phase'], at: number): void {
    if (state.phase !== phase) state = { ...state, phase, since: at };
  }

  return {
    advance(to: number): void {
      for (;;) {
        const [next] = listTimers(settings, state).toSorted((a, b) => a.at - b.at);
        // A value of that very moment decides first.
        if (!next || next.at >= to) return;
        if (next.kind === 'repeat') repeatBefore(next.at, to);
        else fire(next);
      }
    },
    apply(signal: Signal): void {
      const { at, verdict } = signal;
      state = { ...state, last: signal };
      const { phase } = state;
      if (verdict === 'met') {
        if (phase === 'clearing') enter('active', at);
        else if (phase === 'normal' && settings.forMs > 0) enter('pending', at);
        else if (phase === 'normal') raise(at);
      } else if (phase === 'pending') enter('normal', at);
      else if (verdict === 'between' && phase === 'clearing') enter('active', at);
      else if (verdict === 'normal' && phase === 'active') {
        if (settings.clearMs > 0) enter('clearing', at);
        else end(at);
      }
      follow(signal);
    },
    result: () => ({ state, transitions }),
  };
}

function isWorseThan(value: number, peak: number | null, isFalling: boolean): boolean {
  return peak === null || (isFalling ? value < peak : value > peak);
}

function joinParts(
  known: readonly AlarmPart[] | undefined,
  reported: readonly AlarmPart[] | undefined,
): readonly AlarmPart[] | undefined {
  if (!known || !reported) return known ?? reported;
  const isNew = ({ kind, of }: AlarmPart) => !known.some((one) => one.kind === kind && one.of === of);
  return [...known, ...reported.filter(isNew)];
}
