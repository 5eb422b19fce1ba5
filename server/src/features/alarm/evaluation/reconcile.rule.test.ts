import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { type MachineSettings, runMachine, type Signal } from './alarm-machine.rule.ts';
import { type ComputedAlarm, type LoggedAlarm, listAlarms, reconcile, stateAt } from './reconcile.rule.ts';

const facts = {
  value: 1,
  peak: 1,
  peakAt: 0,
  lastValue: 1,
  messageAt: 0,
  repeats: 0,
  unstable: false,
};

function logged(alarmId: number, raisedAt: number, endedAt: number | null, rest: Partial<LoggedAlarm> = {}) {
  const endReason = endedAt === null ? null : 'recovered';
  return {
    ...facts,
    alarmId,
    raisedAt,
    endedAt,
    endReason,
    historical: false,
    ...rest,
  } satisfies LoggedAlarm;
}

function computed(raisedAt: number, endedAt: number | null): ComputedAlarm {
  const endReason = endedAt === null ? null : 'recovered';
  return { ...facts, raisedAt, endedAt, endReason, reminder: false };
}

/** The result by ids: kept with its new times, added, withdrawn. */
function describeResult(log: LoggedAlarm[], found: ComputedAlarm[]) {
  const { kept, added, withdrawn } = reconcile(log, found);
  return {
    kept: kept.map((pair) => [pair.logged.alarmId, pair.computed.raisedAt, pair.computed.endedAt]),
    added: added.map(({ raisedAt }) => raisedAt),
    withdrawn: withdrawn.map(({ alarmId }) => alarmId),
  };
}

describe('matching the log with what values say', () => {
  it('keeps an alarm that began at the same moment', () => {
    expect(describeResult([logged(1, 10, null)], [computed(10, 20)])).toEqual({
      kept: [[1, 10, 20]],
      added: [],
      withdrawn: [],
    });
  });

  it('moves an alarm that late values made begin earlier', () => {
    expect(describeResult([logged(1, 10, 20)], [computed(5, 20)])).toEqual({
      kept: [[1, 5, 20]],
      added: [],
      withdrawn: [],
    });
  });

  it('splits an alarm: the first part keeps its row', () => {
    expect(describeResult([logged(1, 10, 30)], [computed(10, 15), computed(20, 30)])).toEqual({
      kept: [[1, 10, 15]],
      added: [20],
      withdrawn: [],
    });
  });

  it('joins two alarms into the first, and withdraws the second', () => {
    expect(describeResult([logged(1, 10, 15), logged(2, 20, 30)], [computed(10, 30)])).toEqual({
      kept: [[1, 10, 30]],
      added: [],
      withdrawn: [2],
    });
  });

  it('withdraws an alarm that no value confirms', () => {
    expect(describeResult([logged(1, 10, null)], [])).toEqual({ kept: [], added: [], withdrawn: [1] });
  });

  it.each(['person', 'rule'] as const)('leaves an alarm alone that was ended by: %s', (endReason) => {
    const log = [logged(1, 10, 15, { endReason })];
    expect(describeResult(log, [computed(10, 30)])).toEqual({ kept: [], added: [], withdrawn: [] });
    expect(describeResult(log, [])).toEqual({ kept: [], added: [], withdrawn: [] });
  });

  it('leaves a reminder alone that came after a manual clear', () => {
    const log = [logged(1, 10, 15, { endReason: 'person' }), logged(2, 45, null)];
    expect(describeResult(log, [computed(10, null)])).toEqual({
      kept: [[2, 45, null]],
      added: [],
      withdrawn: [],
    });
  });

  it('adds what goes on after a change of the rule, once', () => {
    const log = [logged(1, 10, 15, { endReason: 'rule' })];
    expect(describeResult(log, [computed(10, null)])).toEqual({ kept: [], added: [15], withdrawn: [] });
    const again = [...log, logged(2, 15, null)];
    expect(describeResult(again, [computed(10, null)])).toEqual({
      kept: [[2, 15, null]],
      added: [],
      withdrawn: [],
    });
  });

  it('adds what began after an alarm that a person has cleared', () => {
    const log = [logged(1, 10, 15, { endReason: 'person' })];
    expect(describeResult(log, [computed(10, 14), computed(40, null)]).added).toEqual([40]);
  });
});

describe('the state at a moment', () => {
  const settings: MachineSettings = {
    forMs: 0,
    clearMs: 0,
    holdMs: 10 * MINUTE_MS,
    repeatMs: 0,
    maxChanges: 99,
    isFalling: false,
    inForceSince: Number.NEGATIVE_INFINITY,
  };

  it('continues an alarm that was running then', () => {
    const state = stateAt(12, [logged(1, 10, 20)], [], settings);
    const signals: Signal[] = [{ at: 13, value: 0, verdict: 'normal' }];
    const result = runMachine(settings, state, signals, 14);
    expect(listAlarms(state, result.transitions, result.state)).toMatchObject([
      { raisedAt: 10, endedAt: 13 },
    ]);
  });

  it.each([
    ['for lack of data', 'noData', {}, 'noData'],
    ['after a time of normal values', 'recovered', { clearMs: 5 * MINUTE_MS }, 'recovered'],
  ] as const)('ends an alarm that ended %s as before', (_, endReason, more, reason) => {
    const minute = (n: number) => n * MINUTE_MS;
    const own = { ...settings, ...more };
    const state = stateAt(minute(17), [logged(1, minute(5), minute(20), { endReason })], [], own);
    const signals: Signal[] = [{ at: minute(40), value: 0, verdict: 'normal' }];
    const result = runMachine(own, state, signals, minute(60));
    expect(listAlarms(state, result.transitions, result.state)).toMatchObject([
      { raisedAt: minute(5), endedAt: minute(20), endReason: reason },
    ]);
  });

  it('is normal before and after an alarm', () => {
    for (const moment of [5, 10, 25])
      expect(stateAt(moment, [logged(1, 10, 20)], [], settings)).toMatchObject({
        phase: 'normal',
        episode: null,
      });
  });

  it('knows the changes of the hour before from the log', () => {
    const minute = (n: number) => n * MINUTE_MS;
    const changesAt = (moment: number, log: LoggedAlarm[], known: number[] = []) =>
      stateAt(minute(moment), log, known.map(minute), settings).changes.map((at) => at / MINUTE_MS);
    const log = [
      logged(1, minute(5), minute(20)),
      logged(2, minute(70), minute(75), { endReason: 'withdrawn' }),
      logged(3, minute(76), minute(80), { endReason: 'person' }),
      logged(4, minute(90), minute(95), { endReason: 'noData' }),
    ];
    expect(changesAt(60, log)).toEqual([5, 20]);
    expect(changesAt(100, log)).toEqual([76, 90, 95]);
    const unstable = logged(5, minute(96), null, { unstable: true });
    expect(changesAt(100, [...log, unstable], [94, 97, 99, 101])).toEqual([76, 90, 95, 96, 97, 99]);
    const calm = logged(5, minute(96), minute(130), { unstable: true, endReason: 'unstable' });
    expect(changesAt(140, [...log, calm, logged(6, minute(132), null)])).toEqual([132]);
  });
});
