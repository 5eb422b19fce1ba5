import type { PersonalKind } from '@limpid/contract/live';
import type { App } from '../app.ts';
import type { Topic } from '../bus-topic.ts';

/** Browsers read again at most this often. */
const pauseMs = 1000;

type SignalKind = Extract<
  PersonalKind,
  'alarmLog' | 'calibrationIssue' | 'fogCannon' | 'forwardTarget' | 'report'
>;

/** Tells the browsers of this process that something they may show has changed. */
export function announceChanges(
  { bus, live, http }: Pick<App, 'bus' | 'live' | 'http'>,
  topic: Topic,
  kind: SignalKind,
): void {
  let waiting: NodeJS.Timeout | undefined;
  let hasChanged = false;
  const announce = () => {
    hasChanged = waiting !== undefined;
    if (hasChanged) return;
    live.notifyHere(kind, null);
    waiting = setTimeout(() => {
      waiting = undefined;
      if (hasChanged) announce();
    }, pauseMs).unref();
  };
  const leave = bus.subscribe(topic, announce);
  http.addHook('onClose', async () => {
    leave();
    clearTimeout(waiting);
  });
}
