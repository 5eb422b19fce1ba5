import type { App } from './app.ts';
import { isDatabaseGone } from './db/database.ts';
import { leaveRequest } from './db/request-waits.ts';
import { describeFault } from './error-log/fault.ts';

type Ground = Pick<App, 'background' | 'log'> & Partial<Pick<App, 'errorLog'>>;

/** Goes on after an answer was sent; the process waits for it before the database closes. */
export function runInBackground(app: Ground, work: () => Promise<void>): void {
  const task = leaveRequest(work)
    .catch((error: unknown) => {
      app.log.error({ err: error }, 'background work failed');
      if (!isDatabaseGone(error)) app.errorLog?.record(describeFault(error));
    })
    .finally(() => app.background.delete(task));
  app.background.add(task);
}
