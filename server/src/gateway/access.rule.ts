import { SECOND_MS } from '@limpid/contract/durations';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';

/** How many wrong passwords are tolerated, and what they cost; times in milliseconds. */
export interface GuessLimits {
  /** Wrong passwords for one station from one address before this pair is blocked. */
  perStation: number;
  /** Wrong passwords from one address before every further one is delayed. */
  perAddress: number;
  /** The period in which wrong passwords are counted, and the length of a block. */
  window: number;
  /** The delay between a refused attempt and the end of its connection. */
  delay: number;
  /** The longest delay of a slowed address; each further wrong password adds a second. */
  slowest: number;
}

/** A packet of a registered and enabled station, before it is accepted. */
export interface AccessAttempt {
  /** False if the site has no password, so that there is nothing to guess. */
  hasPassword: boolean;
  /** The password is that of the site, or the site has none. */
  passwordMatches: boolean;
  /** Whether the data are not encrypted although the site requires it. */
  isPlaintext: boolean;
  /** The connection has sent accepted packets of this station. */
  isKnown: boolean;
  /** The connection has sent an accepted packet that proves a password or an SM4 key, of any station. */
  isTrusted: boolean;
  /** Wrong passwords in the window: for this station from this address, and from this address. */
  failures: { station: number; address: number };
}

export type AccessVerdict =
  | { accepted: true }
  | {
      accepted: false;
      reasons: RefusalReason[];
      /** Counts as a wrong password. */
      isFailure: boolean;
      /** The connection is no longer read and ends after this time; 0 keeps it open. */
      holdMs: number;
    };

/**
 * Decides whether a packet is accepted. Failures of others never affect a station on the connection where it was accepted: a
 * guesser behind the same address only blocks new connections. Trusted connections are not closed; once their address is over
 * its limit they accept no further station, so that trust allows no more guesses.
 */
export function judgeAttempt(attempt: AccessAttempt, limits: GuessLimits): AccessVerdict {
  const { hasPassword, passwordMatches, isPlaintext, isKnown, isTrusted, failures } = attempt;
  if (isPlaintext) return refuse(['plain'], false, 0);
  if (!hasPassword || (passwordMatches && isKnown)) return { accepted: true };
  // A blocked attempt is refused whatever its password: accepting the right one would confirm a guess.
  if (failures.station >= limits.perStation) return refuse(['blocked'], false, isTrusted ? 0 : limits.delay);
  if (isTrusted && failures.address > limits.perAddress) return refuse(['throttled'], false, 0);
  if (passwordMatches) return { accepted: true };
  const excess = failures.address + 1 - limits.perAddress;
  const reasons: RefusalReason[] = excess > 0 ? ['password', 'throttled'] : ['password'];
  if (isTrusted) return refuse(reasons, true, 0);
  const isLast = failures.station + 1 >= limits.perStation;
  const slowed = Math.min(limits.slowest, Math.max(0, excess) * SECOND_MS);
  return refuse(reasons, true, Math.max(isLast ? limits.delay : 0, slowed));
}

function refuse(reasons: RefusalReason[], isFailure: boolean, holdMs: number): AccessVerdict {
  return { accepted: false, reasons, isFailure, holdMs };
}
