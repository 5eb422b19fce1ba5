import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { makeTurns } from '../../../platform/concurrency-limit.ts';
import { networkOf } from '../../../platform/http/address.rule.ts';
import {
  type Admission,
  admitAttempt,
  answerDelayMs,
  emptyTally,
  endAttempt,
  failureLimits,
  type GuardKind,
  isGuarded,
  lockMinutes,
  type Outcome,
  startAttempt,
  type Tally,
} from './login-guard.rule.ts';
import {
  changeTallies,
  isKnownAddress,
  readTallies,
  type Subject,
  type Tallies as SubjectTallies,
} from './login-guard.store.ts';

type Deps = Pick<App, 'db' | 'clock'>;

/** Whose password is tried, and from where. */
interface Attempt {
  userName: string;
  address: string;
  /** The own password is asked again: counted for the account's sessions as well. */
  inSession?: boolean;
}

/** The state of an account and an address before a password is judged. */
export interface Guard {
  subjects: Subject<GuardKind>[];
  isKnown: boolean;
  isGuarded: boolean;
  admission: Admission;
}

const tooBusy = () => fail('request.too_many', { seconds: 2 });
/** The thread pool judges this many passwords at once; more would only wait there. */
const atOnce = 4;
const strangersInTurn = makeTurns(atOnce, { waiting: 256, onFull: tooBusy });
/** A queue of its own: strangers who fill theirs neither refuse nor delay an address that logged in before. */
const knownInTurn = makeTurns(atOnce);
const retryMs = 20;
const mostRetries = 400;
const mostDelayed = 1000;
let delayed = 0;

/** The key of an account in the counts: guesses count together however the name is spelt. */
export function accountKey(userName: string): string {
  return userName.toLowerCase();
}

export async function inspectGuard({ db, clock }: Deps, attempt: Attempt): Promise<Guard> {
  const subjects = listSubjects(attempt);
  const tallies = await readTallies(db, subjects);
  const isKnown = await isKnownAddress(db, clock, attempt.userName, networkOf(attempt.address));
  const now = clock.now().getTime();
  const visitor = { isKnown, isHuman: attempt.inSession === true };
  return {
    subjects,
    isKnown,
    isGuarded: isGuarded(tallies, now),
    admission: admitAttempt(tallies, now, visitor),
  };
}

function listSubjects({ userName, address, inSession }: Attempt): Subject<GuardKind>[] {
  const [account, from] = [accountKey(userName), networkOf(address)];
  // In the order of `guardKinds`.
  return [
    { kind: 'address', account: '', address: from },
    { kind: 'pair', account, address: from },
    ...(inSession ? [{ kind: 'session', account, address: '' } as const] : []),
    { kind: 'account', account, address: '' },
  ];
}

/** Delays the answer of a guarded account. Nothing is held meanwhile but the connection of the client. */
export async function answerSlowly<V>(
  { clock }: Deps,
  guard: Pick<Guard, 'isGuarded' | 'isKnown'>,
  work: () => Promise<V>,
): Promise<V> {
  if (!guard.isGuarded) return work();
  // Unjudged: a flood gains no guesses, and known addresses still get in.
  if (delayed >= mostDelayed && !guard.isKnown) tooBusy();
  delayed++;
  try {
    return await work();
  } finally {
    await clock.pause(answerDelayMs);
    delayed--;
  }
}

export function refuseLocked({ clock }: Pick<Deps, 'clock'>, admission: Admission): void {
  if (admission.verdict !== 'locked') return;
  const minutes = Math.ceil((admission.until - clock.now().getTime()) / 60_000);
  if (admission.kind === 'address') fail('auth.address_locked', { minutes });
  fail('auth.user_locked', { count: failureLimits[admission.kind], minutes });
}

/**
 * Judges one password within the limits: a place is reserved before, and the outcome is counted after. Attempts that
 * would exceed the limit together wait for each other, so right passwords are never refused because of other right ones.
 */
export function judgePassword(
  deps: Deps,
  { subjects, isKnown }: Guard,
  isHuman: boolean,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const inTurn = isKnown ? knownInTurn : strangersInTurn;
  return inTurn(async () => {
    const startedAt = await reserve(deps, subjects, { isKnown, isHuman });
    let outcome: Outcome = 'abandoned';
    try {
      outcome = (await verify()) ? 'right' : 'wrong';
    } finally {
      await settle(deps, subjects, startedAt, outcome);
    }
    return outcome === 'right';
  });
}

async function reserve(
  deps: Deps,
  subjects: Subject<GuardKind>[],
  visitor: { isKnown: boolean; isHuman: boolean },
): Promise<number> {
  const { clock } = deps;
  for (let retries = 0; retries < mostRetries; retries++) {
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
  return tooBusy();
}

/** Counts the outcome; the failure that locks the account for this address says so. */
async function settle(
  deps: Deps,
  subjects: Subject<GuardKind>[],
  startedAt: number,
  outcome: Outcome,
): Promise<void> {
  const now = deps.clock.now().getTime();
  const admission = await changeTallies(deps, subjects, (before) => {
    const ended = { startedAt, now, outcome };
    const tallies = mapTallies(before, (kind, tally) => endAttempt(kind, tally, ended));
    const own = { ...tallies, address: emptyTally };
    return { tallies, value: admitAttempt(own, now, { isKnown: true, isHuman: true }) };
  });
  if (outcome === 'wrong') refuseLocked(deps, admission);
}

function mapTallies<K extends string>(
  tallies: SubjectTallies<K>,
  change: (kind: K, tally: Tally) => Tally,
): SubjectTallies<K> {
  const changed = Object.entries<Tally>(tallies).map(([kind, tally]) => [kind, change(kind as K, tally)]);
  return Object.fromEntries(changed) as SubjectTallies<K>;
}

const registrationsPerAddress = 20;

/** Counts a registration; false where the address has had its share for now. */
export function countRegistration(deps: Deps, address: string): Promise<boolean> {
  const subject = { kind: 'register' as const, account: '', address: networkOf(address) };
  const now = deps.clock.now().getTime();
  return changeTallies(deps, [subject], ({ register }) => {
    const failedAt = register.failedAt.filter((at) => at > now - lockMinutes * 60_000);
    const value = failedAt.length < registrationsPerAddress;
    return { value, tallies: { register: { ...register, failedAt: value ? [...failedAt, now] : failedAt } } };
  });
}
