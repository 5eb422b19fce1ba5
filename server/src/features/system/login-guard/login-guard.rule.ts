import { MINUTE_MS } from '@limpid/contract/durations';
/** Attempts of one subject; times in epoch milliseconds. */
export interface AttemptTally {
  /** Failures of the last ten minutes, oldest first. */
  failedAt: readonly number[];
  /** Start times of attempts in progress. */
  pending: readonly number[];
  lockedUntil: number | null;
}

/**
 * What failures are counted for. `pair`: an account from one address. `session`: an open session that confirms its own
 * password, from any address. `account`: an account from any address; it never locks.
 */
export const guardKinds = ['address', 'pair', 'session', 'account'] as const;
export type GuardKind = (typeof guardKinds)[number];
export type GuardTallies = Partial<Record<GuardKind, AttemptTally>>;

export const lockMinutes = 10;
export const failureLimits: Readonly<Record<GuardKind, number>> = {
  pair: 5,
  session: 5,
  address: 30,
  account: 20,
};
/** The delay of responses for an account with too many failures. */
export const responseDelayMs = 2000;
export const knownAddressDays = 30;

const windowMs = lockMinutes * MINUTE_MS;
/** A pending attempt is dropped after this time: its process may have died. */
const pendingMs = 10_000;

export const emptyTally: AttemptTally = { failedAt: [], pending: [], lockedUntil: null };

interface Visitor {
  /** The address logged in to this account within the last 30 days. */
  isKnown: boolean;
  /** A captcha was solved, or none applies. */
  isHuman: boolean;
}

export type Admission =
  | { verdict: 'admitted' }
  /** Attempts in progress may reach the limit; their outcome decides. */
  | { verdict: 'wait' }
  | { verdict: 'captcha' }
  | { verdict: 'locked'; kind: GuardKind; until: number };

/** Whether one more password may be checked. */
export function admitAttempt(tallies: GuardTallies, now: number, visitor: Visitor): Admission {
  for (const kind of guardKinds) {
    const until = tallies[kind]?.lockedUntil ?? 0;
    if (until > now) return { verdict: 'locked', kind, until };
  }
  const isExempt = visitor.isKnown || visitor.isHuman;
  if (!isExempt && isGuarded(tallies, now)) return { verdict: 'captcha' };
  const isFull = guardKinds.some((kind) => {
    const tally = tallies[kind];
    if (!tally || (kind === 'account' && isExempt)) return false;
    return countFailures(tally, now) + listPending(tally, now).length >= failureLimits[kind];
  });
  return { verdict: isFull ? 'wait' : 'admitted' };
}

/** Whether unknown addresses need a captcha and all responses are delayed. */
export function isGuarded({ account = emptyTally }: GuardTallies, now: number): boolean {
  return countFailures(account, now) >= failureLimits.account;
}

/** Reserves one of the remaining attempts, so that parallel attempts cannot exceed the limit. */
export function startAttempt(tally: AttemptTally, now: number): AttemptTally {
  return { ...dropExpired(tally, now), pending: [...listPending(tally, now), now] };
}

export type AttemptOutcome = 'right' | 'wrong' | 'abandoned';

/** A correct password clears the failures of its pair; a wrong one may lock. */
export function endAttempt(
  kind: GuardKind,
  tally: AttemptTally,
  { startedAt, now, outcome }: { startedAt: number; now: number; outcome: AttemptOutcome },
): AttemptTally {
  const index = tally.pending.indexOf(startedAt);
  const pending = tally.pending.filter((_, at) => at !== index);
  const left = dropExpired({ ...tally, pending }, now);
  if (outcome === 'abandoned') return left;
  if (outcome === 'right') return kind === 'pair' || kind === 'session' ? { ...left, failedAt: [] } : left;
  return countFailure(kind, left, now);
}

function countFailure(kind: GuardKind, tally: AttemptTally, now: number): AttemptTally {
  // A lock is never renewed.
  if (tally.lockedUntil !== null) return tally;
  const failedAt = [...tally.failedAt, now].slice(-failureLimits[kind]);
  if (kind === 'account' || failedAt.length < failureLimits[kind]) return { ...tally, failedAt };
  return { ...tally, failedAt: [], lockedUntil: now + windowMs };
}

function dropExpired(tally: AttemptTally, now: number): AttemptTally {
  return {
    failedAt: tally.failedAt.filter((at) => at > now - windowMs),
    pending: listPending(tally, now),
    lockedUntil: tally.lockedUntil !== null && tally.lockedUntil > now ? tally.lockedUntil : null,
  };
}

function countFailures({ failedAt }: AttemptTally, now: number): number {
  return failedAt.filter((at) => at > now - windowMs).length;
}

function listPending({ pending }: AttemptTally, now: number): number[] {
  return pending.filter((at) => at > now - pendingMs);
}
