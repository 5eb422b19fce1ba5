import { randomUUID } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { busReconnected } from '../../platform/bus.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Latest } from './latest.ts';

const topic = 'reading.stored';
const everyMs = 1000;
/** Site ids that fit into one notification. */
const sitesAtOnce = 700;

/** Publishes the sites with newer values to other processes, and refreshes those that other processes publish. */
export function publishLatest(
  app: Pick<App, 'bus' | 'background' | 'log' | 'errorLog'>,
  latest: Latest,
): () => Promise<void> {
  const self = randomUUID();
  const refresh = (siteIds: number[] | 'all') => runInBackground(app, () => latest.refresh(siteIds));
  app.bus.subscribe(busReconnected, () => refresh('all'));
  app.bus.subscribe(topic, ({ from, siteIds }) => {
    if (from !== self) refresh(siteIds);
  });
  return repeat(
    everyMs,
    async () => {
      const changed = latest.drainChanged();
      for (let at = 0; at < changed.length; at += sitesAtOnce) {
        await app.bus.publish(topic, { from: self, siteIds: changed.slice(at, at + sitesAtOnce) });
      }
    },
    (error) => app.log.warn({ err: error }, 'publishing latest values failed'),
  );
}
