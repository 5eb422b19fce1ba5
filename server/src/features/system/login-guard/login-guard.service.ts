import { MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { limitConcurrency } from '../../../platform/concurrency-limit.ts';
import { readNetwork } from '../../../platform/http/address.rule.ts';
import {
  type Admission,
  type AttemptOutcome,
  type AttemptTally,
  admitAttempt,
  emptyTally,
  endAttempt,
  failureLimits,
  type GuardKind,
  isGuarded,
  lockMinutes,
  responseDelayMs,
  startAttempt,
} from './login-guard.rule.ts';
import {
  type AttemptSubject,
  changeTallies,
  isKnownAddress,
  readTallies,
  type SubjectTallies,
} from './login-guard.store.ts';

type Deps = Pick<App, 'db' | 'clock'>;

interface Attempt {
  userName: string;
  address: string;
  /** A session confirms its own password: also counted for the account's sessions. */
  inSession?: boolean;
}

/** The limits of an account and an address before a password is checked. */
export interface Guard {
  subjects: AttemptSubject<GuardKind>[];
  isKnown: boolean;
  isGuarded: boolean;
  admission: Admission;
}

const failTooBusy = () => fail('request.too_many', { seconds: 2 });
/** The thread pool checks this many passwords at once. */
const maxConcurrent = 4;
const unknownAddressQueue = limitConcurrency(maxConcurrent, { waiting: 256, onFull: failTooBusy });
/** A separate queue, so that a flood from unknown addresses does not delay known ones. */
const knownAddressQueue = limitConcurrency(maxConcurrent);
const retryMs = 20;
const maxRetries = 400;
const maxDelayed = 1000;
let delayed = 0;

/** The key of an account in the tallies, regardless of case. */
export function accountKey(userName: string): string {
  return userName.toLowerCase();
}

export async function inspectGuard({ db, clock }: Deps, attempt: Attempt): Promise<Guard> {
  const subjects = listSubjects(attempt);
  const tallies = await readTallies(db, subjects);
  const isKnown = await isKnownAddress(db, clock, attempt.userName, readNetwork(attempt.address));
  const now = clock.now().getTime();
  const visitor = { isKnown, isHuman: attempt.inSession === true };
  return {
    subjects,
    isKnown,
    isGuarded: isGuarded(tallies, now),
    admission: admitAttempt(tallies, now, visitor),
  };
}

function listSubjects({ userName, address, inSession }: Attempt): AttemptSubject<GuardKind>[] {
  const [account, from] = [accountKey(userName), readNetwork(address)];
  // In the order of `guardKinds`.
  return [
    { kind: 'address', account: '', address: from },
    { kind: 'pair', account, address: from },
    ...(inSession ? [{ kind: 'session', account, address: '' } as const] : []),
    { kind: 'account', account, address: '' },
  ];
}

/** Delays the response for a guarded account; only the client's connection stays open meanwhile. */
export async function delayIfGuarded<V>(
  { clock }: Deps,
  guard: Pick<Guard, 'isGuarded' | 'isKnown'>,
  work: () => Promise<V>,
): Promise<V> {
  if (!guard.isGuarded) return work();
  // Refused without a check: a flood gains no guesses, and known addresses still get in.
  if (delayed >= maxDelayed && !guard.isKnown) failTooBusy();
  delayed++;
  try {
    return await work();
  } finally {
    await clock.pause(responseDelayMs);
    delayed--;
  }
}

export function refuseLocked({ clock }: Pick<Deps, 'clock'>, admission: Admission): void {
  if (admission.verdict !== 'locked') return;
  const minutes = Math.ceil((admission.until - clock.now().getTime()) / MINUTE_MS);
  if (admission.kind === 'address') fail('auth.address_locked', { minutes });
  fail('auth.user_locked', { count: failureLimits[admission.kind], minutes });
}

/**
 * Checks one password within the limits: reserves an attempt before, and counts the outcome after. Attempts that would
 * exceed the limit together wait for each other, so that correct passwords never block each other.
 */
export function checkWithinLimits(
  deps: Deps,
  { subjects, isKnown }: Guard,
  isHuman: boolean,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const runInQueue = isKnown ? knownAddressQueue : unknownAddressQueue;
  return runInQueue(async () => {
    const startedAt = await reserveAttempt(deps, subjects, { isKnown, isHuman });
    let outcome: AttemptOutcome = 'abandoned';
    try {
      outcome = (await verify()) ? 'right' : 'wrong';
    } finally {
      await recordOutcome(deps, subjects, startedAt, outcome);
    }
    return outcome === 'right';
  });
}

async function reserveAttempt(
  deps: Deps,
  subjects: AttemptSubject<GuardKind>[],
  visitor: { isKnown: boolean; isHuman: boolean },
): Promise<number> {
  const { clock } = deps;
  for (let retries = 0; retries < maxRetries; retries++) {
    const now = clock.now().getTime();
    const admission = await changeTallies<GuardKind, Admission>(deps, subjects, (tallies) => {
      const value = admitAttempt(tallies, now, visitor);
      if (value.verdict !== 'admitted') return { value };
      return { value, tallies: mapTallies(tallies, (_, tally) => startAttempt(tally, now)) };
    });
    if (admission.verdict === 'admitted') return now;
    if (admission.verdict === 'captcha') fail('auth.captcha_required', {}, 'code');
    refuseLocked(deps, admission);
    await clock.pause(retryMs);
  }
  return failTooBusy();
}

/** Counts the outcome; the failure that locks the account reports the lock. */
async function recordOutcome(
  deps: Deps,
  subjects: AttemptSubject<GuardKind>[],
  startedAt: number,
  outcome: AttemptOutcome,
): Promise<void> {
  const now = deps.clock.now().getTime();
  const admission = await changeTallies(deps, subjects, (before) => {
    const ended = { startedAt, now, outcome };
    const tallies = mapTallies(before, (kind, tally) => endAttempt(kind, tally, ended));
    const withoutAddress = { ...tallies, address: emptyTally };
    return { tallies, value: admitAttempt(withoutAddress, now, { isKnown: true, isHuman: true }) };
  });
  if (outcome === 'wrong') refuseLocked(deps, admission);
}

function mapTallies<K extends string>(
  tallies: SubjectTallies<K>,
  change: (kind: K, tally: AttemptTally) => AttemptTally,
): SubjectTallies<K> {
  const changed = Object.entries<AttemptTally>(tallies).map(([kind, tally]) => [
    kind,
    change(kind as K, tally),
  ]);
  return Object.fromEntries(changed) as SubjectTallies<K>;
}

const registrationsPerAddress = 20;

/** Counts a registration; false if the address has reached its limit. */
export function countRegistration(deps: Deps, address: string): Promise<boolean> {
  const subject = { kind: 'register' as const, account: '', address: readNetwork(address) };
  const now = deps.clock.now().getTime();
  return changeTallies(deps, [subject], ({ register }) => {
    const failedAt = register.failedAt.filter((at) => at > now - lockMinutes * MINUTE_MS);
    const value = failedAt.length < registrationsPerAddress;
    return { value, tallies: { register: { ...register, failedAt: value ? [...failedAt, now] : failedAt } } };
  });
}
