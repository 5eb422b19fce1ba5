import { MINUTE_MS } from '@limpid/contract/durations';
import type { CronSchedule } from './cron.rule.ts';

/** How missed ticks are handled: run all, run one for all, or none. */
type MisfirePolicy = 'all' | 'once' | 'none';

/** The family's codes; 0 uses the default of the program. */
export function readPolicy(digit: string): MisfirePolicy {
  if (digit === '1') return 'all';
  return digit === '2' ? 'once' : 'none';
}

interface Decision {
  /** The tick to run now, if any. */
  tick: Date | undefined;
  /** When to check again; undefined if there are no more ticks. */
  next: Date | undefined;
}

/** A tick that is late by at most this is not missed, so that restarts and busy moments skip none. */
const toleranceMs = MINUTE_MS;
/** Maximum number of missed runs that are made up for, however long no process was running. */
export const maxMissedRuns = 100;

/** Decides about the due tick. Each call handles one tick, so that runs can follow one another. */
export function decideTick(ticks: CronSchedule, due: Date, now: Date, policy: MisfirePolicy): Decision {
  if (now.getTime() - due.getTime() <= toleranceMs) return { tick: due, next: ticks.next(due) };
  if (policy === 'none') return { tick: undefined, next: ticks.next(now) };
  if (policy === 'once') return { tick: ticks.lastFew(1, now)[0] ?? due, next: ticks.next(now) };
  const [oldest = due] = ticks.lastFew(maxMissedRuns, now);
  const tick = oldest > due ? oldest : due;
  return { tick, next: ticks.next(tick) };
}
