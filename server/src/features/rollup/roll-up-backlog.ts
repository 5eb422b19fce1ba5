import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { readBacklog } from './roll-up.store.ts';

const checkMs = MINUTE_MS;
/** Live hours wait only seconds, so a longer wait has another cause than the hour that has just ended. */
const oldMs = 10 * MINUTE_MS;
const logAgainMs = 10 * MINUTE_MS;

type Deps = Pick<App, 'pool' | 'clock' | 'log'>;

/** Logs an old backlog at most every ten minutes, and its end. */
export function watchBacklog({ pool, clock, log }: Deps): { check(): Promise<void> } {
  let nextCheck = 0;
  let loggedAt: number | undefined;
  return {
    async check() {
      const now = clock.now().getTime();
      if (now < nextCheck) return;
      nextCheck = now + checkMs;
      const { siteHours, since, oldestHour } = await readBacklog(pool, now);
      if (since === null || oldestHour === null || now - since < oldMs) {
        if (loggedAt !== undefined) log.info({ siteHours }, 'roll-up backlog caught up');
        loggedAt = undefined;
        return;
      }
      if (loggedAt !== undefined && now - loggedAt < logAgainMs) return;
      loggedAt = now;
      const ageMinutes = Math.floor((now - since) / MINUTE_MS);
      log.warn(
        { siteHours, ageMinutes, oldestHour: new Date(oldestHour).toISOString() },
        'roll-up backlog is old',
      );
    },
  };
}
