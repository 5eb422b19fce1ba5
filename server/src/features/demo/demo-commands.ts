import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { orderReading } from '../device/device.api.ts';
import { listConnectedSimulated } from './demo.store.ts';

/** Clock and real-time interval: every version of the protocol has them. */
const commandCodes = ['1011', '1061'];
const person = { userId: 1, userName: 'demo' };
const most = 6;
const pauseMs = 2 * SECOND_MS;
const longestWaitMs = MINUTE_MS;

/** Reads from a few stations once they are connected, so that the log and the pages of devices are not empty. */
export async function orderDemoCommands(app: App, signal: AbortSignal): Promise<void> {
  const until = performance.now() + longestWaitMs;
  while (!signal.aborted && performance.now() < until) {
    const siteIds = await listConnectedSimulated(app.pool, most);
    if (siteIds.length === most) {
      for (const code of commandCodes) await orderReading(app, code, siteIds, person);
      return;
    }
    await wait(pauseMs, undefined, { ref: false });
  }
}
