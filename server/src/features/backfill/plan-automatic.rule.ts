import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { liesWithin, type Slot } from './find-missing.rule.ts';

/** An earlier request for a period. */
export interface EndedRequest extends Slot {
  endedAt: number;
}

/** How long after each request for a row the next one may follow; after the last there is none. */
const pauses = [30 * MINUTE_MS, 3 * HOUR_MS];

/** The missing rows that the platform asks for by itself now. */
export function selectDue(slots: readonly Slot[], attempts: readonly EndedRequest[], now: number): Slot[] {
  return slots.filter((slot) => {
    const earlier = attempts.filter((attempt) => liesWithin(slot, attempt));
    if (earlier.length === 0) return true;
    const pause = pauses[earlier.length - 1];
    return pause !== undefined && now - Math.max(...earlier.map(({ endedAt }) => endedAt)) >= pause;
  });
}
