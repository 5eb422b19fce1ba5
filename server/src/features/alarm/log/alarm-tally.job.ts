import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { repeat } from '../../../platform/repeat.ts';
import { foldTally } from './alarm-tally.store.ts';

const everyMs = 5 * MINUTE_MS;

/** Keeps the tally of alarms short. */
export function startAlarmTally({ pool, log }: App): () => Promise<void> {
  return repeat(
    everyMs,
    () => foldTally(pool),
    (error) => log.warn({ err: error }, 'folding the alarm tally failed'),
  );
}
