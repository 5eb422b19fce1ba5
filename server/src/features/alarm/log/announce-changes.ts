import type { App } from '../../../platform/app.ts';
import { alarmChanged } from './alarm-changed.ts';

/** Browsers read their alarms again at most this often. */
const pauseMs = 1000;

/** Tells the browsers of this process that alarms have changed. */
export function announceChanges({ bus, live, http }: Pick<App, 'bus' | 'live' | 'http'>): void {
  let waiting: NodeJS.Timeout | undefined;
  let hasChanged = false;
  const announce = () => {
    hasChanged = waiting !== undefined;
    if (hasChanged) return;
    live.notifyHere('alarmLog', null);
    waiting = setTimeout(() => {
      waiting = undefined;
      if (hasChanged) announce();
    }, pauseMs).unref();
  };
  const leave = bus.subscribe(alarmChanged, announce);
  http.addHook('onClose', async () => {
    leave();
    clearTimeout(waiting);
  });
}
