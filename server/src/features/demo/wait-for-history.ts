import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { isHistoryChanging } from './demo-calibration.store.ts';

const pauseMs = 2 * SECOND_MS;

/** The roll-up of a month locks sites for long, so that K and B could not be issued meanwhile. */
export async function waitForHistory({ pool }: Pick<App, 'pool'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await isHistoryChanging(pool))) await wait(pauseMs, undefined, { ref: false });
}
