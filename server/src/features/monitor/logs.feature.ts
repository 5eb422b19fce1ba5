import { fail } from '@limpid/contract/errors';
import type { Resource } from '@limpid/contract/kit/resource';
import { cleanEndpoint } from '@limpid/contract/monitor/clean';
import { dataLog } from '@limpid/contract/monitor/data-log';
import { forwardLog } from '@limpid/contract/monitor/forward-log';
import { loginLog } from '@limpid/contract/monitor/login-log';
import { operationLog } from '@limpid/contract/monitor/operation-log';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { type ScopeColumns, type ScopeRule, scopeCondition } from '../../platform/auth/scope.store.ts';
import { route } from '../../platform/http/route.ts';
import { addCleanupTask } from '../../platform/jobs/tasks.ts';
import { dataLogScope } from './data-log.store.ts';
import { forwardLogScope } from './forward-log.store.ts';
import { emptyLog, type LogName } from './log.store.ts';
import { addLogRetentionChecks, removeBefore, removeOldLogs } from './log-retention.ts';

/** Rows without a known user or site belong to no department: only callers with the scope "all" see them. */
const ownerScope = { dept: 'deptId', user: 'userId' };

/** All actions stay within the data scope. */
export function addLogs(app: App): void {
  crud(app, operationLog, { table: 'sysOperLog', scope: ownerScope });
  crud(app, loginLog, { table: 'sysLogininfor', scope: ownerScope });
  crud(app, forwardLog, {
    table: 'forwardLog',
    view: 'forwardLogRow',
    scope: forwardLogScope,
    namedRows: {
      targetName: { table: 'forwardKnownTarget', id: 'targetId' },
      entityName: { table: 'forwardKnownTarget', id: 'targetId' },
      siteName: { table: 'site', id: 'siteId' },
    },
  });
  crud(app, dataLog, { table: 'dataLog', view: 'dataLogRow', scope: dataLogScope });
  routeLogCleaning(app, operationLog, 'operation', ownerScope);
  routeLogCleaning(app, loginLog, 'login', ownerScope);
  routeLogCleaning(app, forwardLog, 'forward', forwardLogScope);
  routeLogCleaning(app, dataLog, 'data', dataLogScope);
  addLogRetentionChecks(app);
  addCleanupTask(app.tasks, 'logTask', async () => {
    const removed = Object.values(await removeOldLogs(app));
    return removed.reduce((sum, count) => sum + count, 0);
  });
}

/**
 * Empties a log within the caller's data scope. The operation log still records who emptied it.
 */
export function routeLogCleaning(
  app: App,
  resource: Resource,
  name: LogName,
  owners?: ScopeColumns | ScopeRule,
): void {
  route(app, cleanEndpoint(resource), async ({ scope }) => {
    if (owners && !scope.all) await removeBefore(app, name, app.clock.now(), scopeCondition(scope, owners));
    else if (!(await emptyLog(app, name))) fail('log.busy');
  });
}
