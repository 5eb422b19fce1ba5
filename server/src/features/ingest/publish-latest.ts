import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { busReconnected } from '../../platform/bus.ts';
import { defineTopic } from '../../platform/bus-topic.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Latest } from './latest.ts';

/** Sites with newer values; `from` names the process. */
export const readingsStored = defineTopic(
  'reading.stored',
  Type.Object({ from: Type.String(), siteIds: Type.Array(Type.Integer()) }),
);
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
  app.bus.subscribe(readingsStored, ({ from, siteIds }) => {
    if (from !== self) refresh(siteIds);
  });
  return repeat(
    everyMs,
    async () => {
      const changed = latest.drainChanged();
      for (let at = 0; at < changed.length; at += sitesAtOnce) {
        await app.bus.publish(readingsStored, { from: self, siteIds: changed.slice(at, at + sitesAtOnce) });
      }
    },
    (error) => app.log.warn({ err: error }, 'publishing latest values failed'),
  );
}
