import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmState,
  clearByPerson,
  findNextTimer,
  initialState,
  type MachineSettings,
  runMachine,
  type Signal,
  type Transition,
  type Verdict,
} from './alarm-machine.rule.ts';

const plain: MachineSettings = {
  forMs: 0,
  clearMs: 0,
  holdMs: 10 * MINUTE_MS,
  repeatMs: 0,
  maxChanges: 100,
  isFalling: false,
  inForceSince: Number.NEGATIVE_INFINITY,
};
/** As of silence and of reports: they last until something else is known. */
const lasting = { holdMs: Number.POSITIVE_INFINITY };
const letters: Record<string, Verdict> = { m: 'met', b: 'between', n: 'normal' };

/** One signal a minute, written as letters; a dot is a missing minute. */
function signalsOf(text: string): Signal[] {
  return [...text].flatMap((letter, minute) => {
    const verdict = letters[letter];
    return verdict ? [{ at: minute * MINUTE_MS, value: minute, verdict }] : [];
  });
}

/** Transitions as a text: `+` raised, `~` repeated, `-` ended, each with its minute. */
function describeAll(transitions: readonly Transition[]): string {
  const marks = { raised: '+', repeated: '~', ended: '-' };
  return transitions
    .map((one) => {
      const isUnstable = one.kind === 'raised' ? one.unstable : one.kind === 'ended' && one.episode.unstable;
      const times = one.kind === 'repeated' && one.times > 1 ? `x${one.times}` : '';
      return `${marks[one.kind]}${one.at / MINUTE_MS}${isUnstable ? 'u' : ''}${times}`;
    })
    .join(' ');
}

function run(text: string, settings: Partial<MachineSettings> = {}, until = (text.length - 1) * MINUTE_MS) {
  return runMachine({ ...plain, ...settings }, initialState, signalsOf(text), until);
}

describe('alarm machine', () => {
  it.each([
    ['nmmn', {}, '+1 -3'],
    ['mnmn', {}, '+0 -1 +2 -3'],
    // The dead band neither raises nor ends.
    ['bbb', {}, ''],
    ['mbbbn', {}, '+0 -4'],
    // A for-duration starts again after each value that does not meet the condition.
    ['mmnmmmm', { forMs: 2 * MINUTE_MS }, '+5'],
    ['mmbmmmm', { forMs: 2 * MINUTE_MS }, '+5'],
    ['mnmnmn', { forMs: MINUTE_MS + 1 }, ''],
    // The same holds for the end.
    ['mnnmnnnn', { clearMs: 2 * MINUTE_MS }, '+0 -6'],
    ['mnbnn', { clearMs: 2 * MINUTE_MS }, '+0'],
    ['mmmmmm', { repeatMs: 2 * MINUTE_MS }, '+0 ~2 ~4'],
    // Values inside the dead band are not repeated.
    ['mbbbbm', { repeatMs: 2 * MINUTE_MS }, '+0 ~5'],
  ])('turns %s with %o into "%s"', (text, settings, expected) => {
    expect(describeAll(run(text, settings).transitions)).toBe(expected);
  });

  it('raises after the for-duration although no further value arrives', () => {
    const settings = { forMs: 3 * MINUTE_MS };
    expect(describeAll(run('m', settings, 5 * MINUTE_MS).transitions)).toBe('+3');
  });

  it('forgets a pending alarm when no value followed for too long', () => {
    const settings = { forMs: 15 * MINUTE_MS };
    expect(describeAll(run('m', settings, 60 * MINUTE_MS).transitions)).toBe('');
    expect(run('m', settings, 60 * MINUTE_MS).state.phase).toBe('normal');
  });

  it.each([
    ['mm', {}, '+0 -11'],
    ['mn', { clearMs: 15 * MINUTE_MS }, '+0 -11'],
    ['mb', {}, '+0 -11'],
    // A value in time keeps it, and the next exceedance is a new alarm.
    [`m${'.'.repeat(9)}m${'.'.repeat(10)}m`, {}, '+0 -20 +21'],
  ])('ends %s with %o for lack of data when no value followed for too long', (text, settings, expected) => {
    const { transitions } = run(text, settings, Math.max(20, text.length) * MINUTE_MS);
    expect(describeAll(transitions)).toBe(expected);
    expect(transitions.find(({ kind }) => kind === 'ended')).toMatchObject({ reason: 'noData' });
  });

  it('sends no reminder of a condition whose state is unknown', () => {
    const cleared = clearByPerson(run('m').state, 30 * MINUTE_MS);
    const { state, transitions } = runMachine(plain, cleared, [], 60 * MINUTE_MS);
    expect(transitions).toEqual([]);
    expect(state).toMatchObject({ phase: 'normal', remindAt: null });
  });

  describe('of what lasts without further values', () => {
    it.each([
      ['m', '+0 ~4x2'],
      ['m..m', '+0 ~2 ~4'],
      ['m...m', '+0 ~2 ~4'],
      ['m..n', '+0 ~2 -3'],
    ])('repeats the message of %s', (text, expected) => {
      const settings = { ...lasting, repeatMs: 2 * MINUTE_MS };
      expect(describeAll(run(text, settings, 5 * MINUTE_MS).transitions)).toBe(expected);
    });

    it('repeats nothing with an interval of 0', () => {
      expect(describeAll(run('m', lasting, 500 * MINUTE_MS).transitions)).toBe('+0');
    });
  });

  it.each([
    // Met before the rule was created, and still then.
    ['mmmmmn', {}, '+3 -5'],
    ['mmmmmm', { forMs: 4 * MINUTE_MS }, '+4'],
    ['mmnnmn', {}, '+4 -5'],
    ['mmnn', {}, ''],
    ['mn......', { clearMs: 5 * MINUTE_MS }, ''],
    ['m', lasting, '+3'],
  ])('turns %s with %o into "%s" by a rule created in minute 3', (text, settings, expected) => {
    const until = Math.max(text.length - 1, 4) * MINUTE_MS + 1;
    const { transitions } = run(text, { inForceSince: 3 * MINUTE_MS, ...settings }, until);
    expect(describeAll(transitions)).toBe(expected);
    expect(transitions.filter((one) => one.kind === 'raised' && one.reminder)).toEqual([]);
  });

  it('keeps the worst value and its time', () => {
    const rising = run('mmm').state.episode;
    expect(rising).toMatchObject({ value: 0, peak: 2, peakAt: 2 * MINUTE_MS, lastValue: 2 });
    const falling = run('mmm', { isFalling: true }).state.episode;
    expect(falling).toMatchObject({ value: 0, peak: 0, peakAt: 0, lastValue: 2 });
  });

  it('turns more changes than allowed into one unstable alarm, which ends after half an hour without a change', () => {
    const text = `${'mn'.repeat(10)}${'n'.repeat(40)}`;
    expect(describeAll(run(text, { maxChanges: 4 }).transitions)).toBe('+0 -1 +2 -3 +4u -49u');
  });

  it('raises the alarm again when an unstable one ends while the condition is met', () => {
    const text = `${'mn'.repeat(3)}${'m'.repeat(40)}`;
    expect(describeAll(run(text, { maxChanges: 4 }).transitions)).toBe('+0 -1 +2 -3 +4u -36u +36');
  });

  describe('cleared by a person', () => {
    const active = run('m').state;

    it('reminds while the condition is still met', () => {
      const cleared = clearByPerson(active, 5 * MINUTE_MS);
      const { transitions } = runMachine(plain, cleared, signalsOf('.mmmmmmm'), 7 * MINUTE_MS);
      expect(transitions).toEqual([
        expect.objectContaining({ kind: 'raised', at: 5 * MINUTE_MS, reminder: true }),
      ]);
    });

    it('sends no second end and no reminder after the values are normal', () => {
      const cleared = clearByPerson(active, 5 * MINUTE_MS);
      const { state, transitions } = runMachine(plain, cleared, signalsOf('.mmnnnnn'), 7 * MINUTE_MS);
      expect(transitions).toEqual([]);
      expect(state).toMatchObject({ phase: 'normal', remindAt: null });
    });

    it('raises the next exceedance as a new alarm', () => {
      const cleared = clearByPerson(active, null);
      const { transitions } = runMachine(plain, cleared, signalsOf('.mnm'), 3 * MINUTE_MS);
      expect(describeAll(transitions)).toBe('+3');
    });
  });
});

const settingsOf = fc.record({
  forMs: fc.integer({ min: 0, max: 5 }).map((minutes) => minutes * MINUTE_MS),
  clearMs: fc.integer({ min: 0, max: 5 }).map((minutes) => minutes * MINUTE_MS),
  holdMs: fc.constantFrom(1, 2, 3, 5, 8, Number.POSITIVE_INFINITY).map((minutes) => minutes * MINUTE_MS),
  repeatMs: fc.integer({ min: 0, max: 4 }).map((minutes) => minutes * MINUTE_MS),
  maxChanges: fc.integer({ min: 2, max: 8 }),
  isFalling: fc.boolean(),
  inForceSince: fc.constantFrom(Number.NEGATIVE_INFINITY, 10 * MINUTE_MS),
});

/** Repeated messages in a row as one: how many of them one run sends is a matter of when it is run. */
function joinRepeats(transitions: readonly Transition[]): Transition[] {
  return transitions.reduce<Transition[]>((joined, one) => {
    const before = joined.at(-1);
    if (one.kind !== 'repeated' || before?.kind !== 'repeated') return [...joined, one];
    return [...joined.slice(0, -1), { ...one, times: before.times + one.times }];
  }, []);
}

const texts = fc
  .array(fc.constantFrom('m', 'm', 'b', 'n', 'n', '.'), { minLength: 1, maxLength: 120 })
  .map((all) => all.join(''));

describe('alarm machine, for any values', () => {
  it('gives the same alarms when it is stopped and started again between any two of them', () => {
    fc.assert(
      fc.property(settingsOf, texts, fc.array(fc.nat(120), { maxLength: 4 }), (settings, text, cuts) => {
        const until = text.length * MINUTE_MS;
        const whole = runMachine(settings, initialState, signalsOf(text), until);
        const transitions: Transition[] = [];
        let state: AlarmState = initialState;
        const bounds = [
          ...cuts.map((cut) => Math.min(cut * MINUTE_MS, until)).toSorted((a, b) => a - b),
          until,
        ];
        let from = -1;
        for (const to of bounds) {
          const part = signalsOf(text).filter(({ at }) => at > from && at <= to);
          const result = runMachine(settings, JSON.parse(JSON.stringify(state)), part, to);
          state = result.state;
          transitions.push(...result.transitions);
          from = Math.max(from, to);
        }
        expect(joinRepeats(transitions)).toEqual(joinRepeats(whole.transitions));
        expect(state).toEqual(whole.state);
      }),
    );
  });

  it('alternates between raised and ended', () => {
    fc.assert(
      fc.property(settingsOf, texts, (settings, text) => {
        let isOpen = false;
        for (const { kind } of run(text, settings, 200 * MINUTE_MS).transitions) {
          expect(isOpen).toBe(kind !== 'raised');
          isOpen = kind !== 'ended';
        }
      }),
    );
  });

  it('never changes inside the dead band', () => {
    fc.assert(
      fc.property(settingsOf, texts, (settings, text) => {
        const first = text.search(/[mn]/);
        const quiet = `${text.slice(0, first + 1)}${text.slice(first + 1).replaceAll(/[mn]/g, 'b')}`;
        const inTime = { ...settings, holdMs: 200 * MINUTE_MS, forMs: 0 };
        const { transitions } = runMachine(inTime, initialState, signalsOf(quiet), 0);
        expect(transitions.filter(({ kind }) => kind === 'ended')).toEqual([]);
        expect(transitions.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('misses no exceedance: without durations an alarm is open exactly while the last value meets the condition', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { state } = run(text.replaceAll('b', '.'), lasting);
        const last = text.replaceAll(/[b.]/g, '').at(-1);
        expect(state.episode !== null).toBe(last === 'm');
      }),
    );
  });

  it('has no timer in the past after a run', () => {
    fc.assert(
      fc.property(settingsOf, texts, (settings, text) => {
        const until = text.length * MINUTE_MS;
        const next = findNextTimer(settings, run(text, settings, until).state);
        if (next !== undefined) expect(next).toBeGreaterThanOrEqual(until);
      }),
    );
  });
});
