import type { CronSchedule } from './cron.rule.ts';

/** What becomes of ticks that nobody could run: all of them, one for all, or none. */
type MisfirePolicy = 'all' | 'once' | 'none';

/** The family's digits; 0 leaves it to the program. */
export function readPolicy(digit: string): MisfirePolicy {
  if (digit === '1') return 'all';
  return digit === '2' ? 'once' : 'none';
}

interface Decision {
  /** The tick to run now, if one is. */
  tick: Date | undefined;
  /** When to look again; never, when there is no tick any more. */
  next: Date | undefined;
}

/** A tick that is late by no more than this has not been missed: restarts and busy moments cost none. */
const toleranceMs = 60_000;
/** So many are made up for at most, however long nobody was there. */
export const maxMissedRuns = 100;

/** Decides about the tick that is due. Each call takes one tick, so that runs can follow one another. */
export function decideTick(ticks: CronSchedule, due: Date, now: Date, policy: MisfirePolicy): Decision {
  if (now.getTime() - due.getTime() <= toleranceMs) return { tick: due, next: ticks.next(due) };
  if (policy === 'none') return { tick: undefined, next: ticks.next(now) };
  if (policy === 'once') return { tick: ticks.lastFew(1, now)[0] ?? due, next: ticks.next(now) };
  const [oldest = due] = ticks.lastFew(maxMissedRuns, now);
  const tick = oldest > due ? oldest : due;
  return { tick, next: ticks.next(tick) };
}
