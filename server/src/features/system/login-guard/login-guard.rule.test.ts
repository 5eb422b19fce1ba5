import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptOutcome,
  type AttemptTally,
  admitAttempt,
  emptyTally,
  endAttempt,
  failureLimits,
  type GuardKind,
  guardKinds,
  isGuarded,
  startAttempt,
} from './login-guard.rule.ts';

const stranger = { isKnown: false, isHuman: false };
const failed = (times: number, at = 0): AttemptTally => ({
  ...emptyTally,
  failedAt: Array<number>(times).fill(at),
});

function failOnce(kind: GuardKind, tally: AttemptTally, now: number): AttemptTally {
  return endAttempt(kind, startAttempt(tally, now), { startedAt: now, now, outcome: 'wrong' });
}

describe('the limits', () => {
  it.each([
    ['pair', 5],
    ['session', 5],
    ['address', 30],
  ] as const)('lock a %s at failure %i for ten minutes', (kind, limit) => {
    let tally = emptyTally;
    for (let count = 1; count < limit; count++) tally = failOnce(kind, tally, count);
    expect(admitAttempt({ [kind]: tally }, MINUTE_MS, stranger)).toEqual({ verdict: 'admitted' });
    tally = failOnce(kind, tally, MINUTE_MS);
    const locked = { verdict: 'locked', kind, until: 11 * MINUTE_MS };
    expect(admitAttempt({ [kind]: tally }, MINUTE_MS, stranger)).toEqual(locked);
    expect(admitAttempt({ [kind]: tally }, 11 * MINUTE_MS - 1, { isKnown: true, isHuman: true })).toEqual(
      locked,
    );
    expect(admitAttempt({ [kind]: tally }, 11 * MINUTE_MS, stranger)).toEqual({ verdict: 'admitted' });
  });

  it('count failures of the last ten minutes only', () => {
    const tally = failOnce('pair', { ...emptyTally, failedAt: [0, 1, 2, 3] }, 10 * MINUTE_MS + 2);
    expect(tally).toEqual({ failedAt: [3, 10 * MINUTE_MS + 2], pending: [], lockedUntil: null });
  });

  it('never renew a lock', () => {
    const locked = { ...emptyTally, lockedUntil: 10 * MINUTE_MS };
    expect(failOnce('pair', locked, 5 * MINUTE_MS).lockedUntil).toBe(10 * MINUTE_MS);
  });

  it.each([
    [19, stranger, 'admitted', false],
    [20, stranger, 'captcha', true],
    [20, { isKnown: true, isHuman: false }, 'admitted', true],
    [20, { isKnown: false, isHuman: true }, 'admitted', true],
  ] as const)(
    'with %i failures of an account from anywhere let %j be %s',
    (times, visitor, verdict, guarded) => {
      const tallies = { account: failed(times) };
      expect(admitAttempt(tallies, MINUTE_MS, visitor).verdict).toBe(verdict);
      expect(isGuarded(tallies, MINUTE_MS)).toBe(guarded);
      expect(isGuarded(tallies, 10 * MINUTE_MS)).toBe(false);
    },
  );

  it('make attempts wait that would exceed them together, until a dead attempt expires', () => {
    let pair: AttemptTally = failed(3);
    for (const at of [1, 2]) pair = startAttempt(pair, at);
    expect(admitAttempt({ pair }, 3, stranger)).toEqual({ verdict: 'wait' });
    const right = { startedAt: 1, now: 3, outcome: 'right' } as const;
    expect(admitAttempt({ pair: endAttempt('pair', pair, right) }, 4, stranger).verdict).toBe('admitted');
    expect(admitAttempt({ pair }, 10_001, stranger)).toEqual({ verdict: 'admitted' });
  });
});

/** Mostly parallel attempts, sometimes minutes apart. */
type Step = { wait: number; kind: 'start' | 'end'; outcome: AttemptOutcome };
const steps = fc.array(
  fc.record<Step>({
    wait: fc.constantFrom(
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      1,
      1,
      1,
      1,
      5,
      5,
      900,
      900,
      900,
      4 * MINUTE_MS,
      11 * MINUTE_MS,
    ),
    kind: fc.constantFrom('start', 'start', 'start', 'end', 'end'),
    outcome: fc.constantFrom<AttemptOutcome>('wrong', 'wrong', 'wrong', 'right', 'abandoned'),
  }),
  { maxLength: 150, size: 'max' },
);

it('checks no more wrong passwords than the limit in any order of parallel attempts, and correct ones never lock', () => {
  fc.assert(
    fc.property(fc.constantFrom(...guardKinds), steps, (kind, sequence) => {
      let [tally, now] = [emptyTally, 1];
      const running: number[] = [];
      /** Wrong passwords since the last lock ended or a correct password cleared the count. */
      let wrong: number[] = [];
      for (const { wait, kind: what, outcome } of sequence) {
        now += wait;
        if (what === 'start') {
          if (admitAttempt({ [kind]: tally }, now, stranger).verdict !== 'admitted') continue;
          tally = startAttempt(tally, now);
          running.push(now);
          continue;
        }
        const startedAt = running.shift();
        // Processes that exceed their reservation are not covered.
        if (startedAt === undefined || startedAt <= now - 10_000) continue;
        const wasLocked = tally.lockedUntil;
        tally = endAttempt(kind, tally, { startedAt, now, outcome });
        if (outcome === 'right' && (kind === 'pair' || kind === 'session')) wrong = [];
        if (outcome === 'wrong') wrong = [...wrong, now].filter((at) => at > now - 10 * MINUTE_MS);
        else expect(tally.lockedUntil === null || tally.lockedUntil === wasLocked).toBe(true);
        expect(wrong.length).toBeLessThanOrEqual(failureLimits[kind]);
        const isLocked = kind !== 'account' && wrong.length === failureLimits[kind];
        expect(tally.lockedUntil !== null).toBe(isLocked);
        if (isLocked) wrong = [];
      }
    }),
    { numRuns: 500 },
  );
});
