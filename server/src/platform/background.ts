import type { App } from './app.ts';
import { isDatabaseGone } from './db/database.ts';
import { leaveRequest } from './db/request-waits.ts';
import { describeServerError } from './error-log/fault.ts';

type Deps = Pick<App, 'background' | 'log'> & Partial<Pick<App, 'errorLog'>>;

/** Runs after a response was sent; the process waits for it before the database closes. */
export function runInBackground(app: Deps, work: () => Promise<void>): void {
  const task = leaveRequest(work)
    .catch((error: unknown) => {
      app.log.error({ err: error }, 'background work failed');
      if (!isDatabaseGone(error)) app.errorLog?.record(describeServerError(error));
    })
    .finally(() => app.background.delete(task));
  app.background.add(task);
}
