/** Attempts of one subject; times in epoch milliseconds. */
export interface Tally {
  /** Failures of the last ten minutes, oldest first. */
  failedAt: readonly number[];
  /** Starts of attempts that are being judged. */
  pending: readonly number[];
  lockedUntil: number | null;
}

/**
 * What failures are counted for. `pair`: an account from one address. `session`: the own password asked again by an open
 * session, from any address. `account`: an account from anywhere; it never locks.
 */
export const guardKinds = ['address', 'pair', 'session', 'account'] as const;
export type GuardKind = (typeof guardKinds)[number];
export type Tallies = Partial<Record<GuardKind, Tally>>;

export const lockMinutes = 10;
export const failureLimits: Readonly<Record<GuardKind, number>> = {
  pair: 5,
  session: 5,
  address: 30,
  account: 20,
};
/** An account with too many failures from anywhere answers this much later. */
export const answerDelayMs = 2000;
export const knownAddressDays = 30;

const windowMs = lockMinutes * 60_000;
/** A process that died while judging leaves its attempt pending; it is given up after this. */
const pendingMs = 10_000;

export const emptyTally: Tally = { failedAt: [], pending: [], lockedUntil: null };

interface Visitor {
  /** The address logged in to this account within the last 30 days. */
  isKnown: boolean;
  /** A captcha was solved, or none applies. */
  isHuman: boolean;
}

export type Admission =
  | { verdict: 'admitted' }
  /** Attempts that are being judged may use up the limit: their outcome decides. */
  | { verdict: 'wait' }
  | { verdict: 'captcha' }
  | { verdict: 'locked'; kind: GuardKind; until: number };

/** Whether one more password may be judged. */
export function admitAttempt(tallies: Tallies, now: number, visitor: Visitor): Admission {
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

/** Whether an account has so many failures that unknown addresses need a captcha and every answer is delayed. */
export function isGuarded({ account = emptyTally }: Tallies, now: number): boolean {
  return countFailures(account, now) >= failureLimits.account;
}

/** Reserves one of the attempts that are left, so that parallel attempts cannot exceed the limit. */
export function startAttempt(tally: Tally, now: number): Tally {
  return { ...tidy(tally, now), pending: [...listPending(tally, now), now] };
}

export type Outcome = 'right' | 'wrong' | 'abandoned';

/** A right password is never counted and clears the failures of its own pair; a wrong one may lock. */
export function endAttempt(
  kind: GuardKind,
  tally: Tally,
  { startedAt, now, outcome }: { startedAt: number; now: number; outcome: Outcome },
): Tally {
  const index = tally.pending.indexOf(startedAt);
  const pending = tally.pending.filter((_, at) => at !== index);
  const left = tidy({ ...tally, pending }, now);
  if (outcome === 'abandoned') return left;
  if (outcome === 'right') return kind === 'pair' || kind === 'session' ? { ...left, failedAt: [] } : left;
  return countFailure(kind, left, now);
}

function countFailure(kind: GuardKind, tally: Tally, now: number): Tally {
  // A lock is never renewed.
  if (tally.lockedUntil !== null) return tally;
  const failedAt = [...tally.failedAt, now].slice(-failureLimits[kind]);
  if (kind === 'account' || failedAt.length < failureLimits[kind]) return { ...tally, failedAt };
  return { ...tally, failedAt: [], lockedUntil: now + windowMs };
}

function tidy(tally: Tally, now: number): Tally {
  return {
    failedAt: tally.failedAt.filter((at) => at > now - windowMs),
    pending: listPending(tally, now),
    lockedUntil: tally.lockedUntil !== null && tally.lockedUntil > now ? tally.lockedUntil : null,
  };
}

function countFailures({ failedAt }: Tally, now: number): number {
  return failedAt.filter((at) => at > now - windowMs).length;
}

function listPending({ pending }: Tally, now: number): number[] {
  return pending.filter((at) => at > now - pendingMs);
}
