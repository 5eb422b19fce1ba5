import type { App } from './app.ts';

/** Goes on after an answer was sent; the process waits for it before the database closes. */
export function runInBackground(app: Pick<App, 'background' | 'log'>, work: () => Promise<void>): void {
  const task = work()
    .catch((error: unknown) => app.log.error({ err: error }, 'background work failed'))
    .finally(() => app.background.delete(task));
  app.background.add(task);
}
