import { type DemoHistoryProgress, readDemoHistory } from '@limpid/contract/demo/demo-history';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { demoProgressed } from './demo-progress.ts';

/** A process that was killed does not announce the end; a day takes seconds to generate. */
const silenceMs = 5 * MINUTE_MS;

/** How far the history of the demonstration is, for screens that wait for it. */
export function addDemoHistory(app: App): void {
  let newest: { progress: DemoHistoryProgress | null; at: number } = { progress: null, at: 0 };
  const now = () => app.clock.now().getTime();
  app.bus.subscribe(demoProgressed, ({ progress }) => {
    newest = { progress, at: now() };
  });
  route(app, readDemoHistory, () => ({
    progress: now() - newest.at < silenceMs ? newest.progress : null,
  }));
}
