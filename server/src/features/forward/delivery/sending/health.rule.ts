import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { FailureReason } from '../../target.ts';

const firstPauseMs = SECOND_MS;
const longestPauseMs = MINUTE_MS;
/** So many failures in a row, and the target counts as failing. */
const failuresUntilFailing = 3;

/** How sending to a target, or for one of its sites, has gone lately. */
export interface Health {
  /** Failures since the last success; several packets that fail together count once. */
  readonly failures: number;
  readonly lastFailureAt: number;
  /** Nothing is sent before. */
  readonly retryAt: number;
  readonly reason: FailureReason | undefined;
  readonly detail: string;
}

export const healthy: Health = {
  failures: 0,
  lastFailureAt: Number.NEGATIVE_INFINITY,
  retryAt: Number.NEGATIVE_INFINITY,
  reason: undefined,
  detail: '',
};

/** After the failure of a packet that was sent at a moment. */
export function afterFailure(
  health: Health,
  { reason, detail, sentAt, now }: { reason: FailureReason; detail: string; sentAt: number; now: number },
): Health {
  // Sent before the last failure, it says nothing new.
  if (sentAt < health.lastFailureAt) return health;
  const failures = health.failures + 1;
  const pause = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
  return { failures, lastFailureAt: now, retryAt: now + pause, reason, detail };
}

export const isFailing = ({ failures }: Health): boolean => failures >= failuresUntilFailing;

/** Packets that are on their way together; fewer while packets are refused or not answered. */
const [window, slowWindow] = [200, 8];

/** After a lost connection one packet shows whether the target is back. */
export const isProbing = ({ failures, reason }: Health): boolean => failures > 0 && reason === 'connection';

/** How many packets may be on their way. */
export function findRoom(health: Health, now: number): number {
  if (now < health.retryAt) return 0;
  if (isProbing(health)) return 1;
  return health.failures === 0 ? window : slowWindow;
}
