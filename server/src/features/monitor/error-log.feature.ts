import { fail } from '@limpid/contract/errors';
import { errorLog, reportError, resolveError } from '@limpid/contract/monitor/error-log';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { readStack, setResolved } from './error-log.store.ts';
import { routeLogCleaning } from './logs.feature.ts';

export function addErrorLog(app: App): void {
  crud(app, errorLog, {
    table: 'errorLog',
    view: 'errorLogList',
    complete: async (row, db) => ({ ...row, stack: await readStack(db, row.errorId) }),
  });
  routeLogCleaning(app, errorLog, 'error');
  route(app, resolveError, async ({ body, caller }) => {
    const isThere = await setResolved(app, body.errorId, body.status === '1', caller.userName);
    if (!isThere) fail('row.gone');
  });
  route(app, reportError, ({ body, caller, request }) => {
    const { stack, url, version, requestId, count = 1 } = body;
    app.errorLog.record({
      source: 'browser',
      kind: body.kind,
      message: body.message,
      stack,
      userName: caller.userName,
      url,
      requestId,
      version,
      browser: request.headers['user-agent'],
      count,
    });
  });
}
