import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';

/** What is known of a reading that was set aside. */
export interface Parked {
  /** How often. */
  parks: number;
  /** How often of these the receiver refused it although it took others of the site. */
  refusals: number;
  /** When last. */
  at: number;
}

const [firstPauseMs, longestPauseMs] = [MINUTE_MS, HOUR_MS];
/** So many refusals, and a reading is given up. */
const refusalsUntilGivenUp = 8;

/** When a reading that was set aside so often is tried again. */
export const findRetry = ({ parks, at }: Parked): number =>
  at + Math.min(firstPauseMs * 2 ** (parks - 1), longestPauseMs);

/**
 * After another refusal or missing answer. Refusals count where the site was accepted since the last one: otherwise the
 * receiver refuses the site and not the reading.
 */
export function park(
  before: Parked | undefined,
  { isRefused, wasSiteAccepted, now }: { isRefused: boolean; wasSiteAccepted: boolean; now: number },
): Parked {
  const counts = isRefused && (!before || wasSiteAccepted);
  return { parks: (before?.parks ?? 0) + 1, refusals: (before?.refusals ?? 0) + (counts ? 1 : 0), at: now };
}

export const isGivenUp = ({ refusals }: Parked): boolean => refusals >= refusalsUntilGivenUp;
