import { overview, versionPermission } from '@limpid/contract/monitor/overview';
import type { App } from '../../platform/app.ts';
import { hasPermission } from '../../platform/auth/caller.ts';
import { computeScope } from '../../platform/auth/scope.rule.ts';
import { formatInZone } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import { productVersion } from '../../platform/version.ts';
import { getRollUpBacklog } from '../rollup/rollup.api.ts';
import { getInstallationTime, visibleRoles } from '../system/system.api.ts';
import { countRowsInScope, describeDatabase } from './overview.store.ts';

/** The tables whose rows are counted, for callers who may list them; `path` is the screen's. */
const countedTables = [
  {
    name: 'user',
    table: 'sys_user',
    permission: 'system:user:list',
    softDeleted: true,
    path: null,
    columns: { dept: 'dept_id', user: 'user_id' },
  },
  {
    name: 'role',
    table: 'sys_role',
    permission: 'system:role:list',
    softDeleted: true,
    path: null,
    columns: visibleRoles,
  },
  {
    name: 'dept',
    table: 'sys_dept',
    permission: 'system:dept:list',
    softDeleted: true,
    path: '/system/dept',
    columns: { dept: 'dept_id' },
  },
  {
    name: 'post',
    table: 'sys_post',
    permission: 'system:post:list',
    softDeleted: false,
    path: '/system/post',
  },
  {
    name: 'dictType',
    table: 'sys_dict_type',
    permission: 'system:dict:list',
    softDeleted: false,
    path: '/system/dict',
  },
  {
    name: 'parameter',
    table: 'sys_config',
    permission: 'system:config:list',
    softDeleted: false,
    path: '/system/config',
  },
];

/** The backlog covers all stations, so that only callers with the scope "all" see it. */
const stationList = 'monitor:client:list';

export function addOverview(app: App): void {
  const startedAt = app.clock.now();
  route(app, overview, async ({ caller }) => {
    const permitted = countedTables.filter(({ permission }) => hasPermission(caller, permission));
    const seesBacklog = hasPermission(caller, stationList) && computeScope(caller, stationList).all;
    const [counts, database, installedAt, backlog] = await Promise.all([
      Promise.all(
        permitted.map(async ({ name, path, permission, ...holding }) => ({
          name,
          count: await countRowsInScope(app.db, holding, computeScope(caller, permission)),
          path,
        })),
      ),
      describeDatabase(app.db),
      getInstallationTime(app.db),
      seesBacklog ? describeBacklog(app) : {},
    ]);
    return {
      counts,
      ...(hasPermission(caller, versionPermission) && {
        versions: { product: productVersion, node: process.version, database: database.version },
      }),
      databaseBytes: database.bytes,
      installedAt,
      startedAt: formatInZone(startedAt, app.config.zone),
      zone: app.config.zone,
      ...backlog,
    };
  });
}

async function describeBacklog(app: App) {
  const now = app.clock.now().getTime();
  const { since, oldestHour, ...size } = await getRollUpBacklog(app.pool, now);
  return {
    rollUpBacklog: {
      ...size,
      ageSeconds: since === null ? null : Math.max(0, Math.floor((now - since) / 1000)),
      oldestHour: oldestHour === null ? null : formatInZone(new Date(oldestHour), app.config.zone),
    },
  };
}
