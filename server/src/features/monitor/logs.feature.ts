import { fail } from '@limpid/contract/errors';
import type { Resource } from '@limpid/contract/kit/resource';
import { cleanEndpoint } from '@limpid/contract/monitor/clean';
import { dataLog } from '@limpid/contract/monitor/data-log';
import { forwardLog } from '@limpid/contract/monitor/forward-log';
import { loginLog } from '@limpid/contract/monitor/login-log';
import { operationLog } from '@limpid/contract/monitor/operation-log';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { addCleaning } from '../../platform/jobs/tasks.ts';
import { emptyLog, type LogName } from './log.store.ts';
import { addRetentionChecks, removeOldLogs } from './log-retention.ts';

/**
 * Logs belong to no department: who may list one sees all of it, as in the family. That is why their permissions
 * are given to administrators only.
 */
export function addLogs(app: App): void {
  crud(app, operationLog, { table: 'sysOperLog' });
  crud(app, loginLog, { table: 'sysLogininfor' });
  crud(app, forwardLog, { table: 'forwardLog' });
  crud(app, dataLog, { table: 'dataLog', view: 'dataLogRow' });
  routeClean(app, operationLog, 'operation');
  routeClean(app, loginLog, 'login');
  routeClean(app, forwardLog, 'forward');
  routeClean(app, dataLog, 'data');
  addRetentionChecks(app);
  addCleaning(app.tasks, 'logTask', async () => {
    const removed = Object.values(await removeOldLogs(app));
    return removed.reduce((sum, count) => sum + count, 0);
  });
}

/** Emptying the operation log leaves one row in it: that it was emptied, and by whom. */
export function routeClean(app: App, resource: Resource, name: LogName): void {
  route(app, cleanEndpoint(resource), async () => {
    if (!(await emptyLog(app, name))) fail('log.busy');
  });
}
