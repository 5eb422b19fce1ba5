import { randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from '../../src/testing/app.ts';
import { addPerson } from '../../src/testing/people.ts';
import { alarmRules } from './scope-alarm-rules.fixture.ts';
import { alarms } from './scope-alarms.fixture.ts';
import { calendars, completeness, rankings, roses, siteChoices } from './scope-analysis.fixture.ts';
import { backfillRequests } from './scope-backfill.fixture.ts';
import { calibrations } from './scope-calibration.fixture.ts';
import { contrasts, unusualSites } from './scope-contrast.fixture.ts';
import { deviceLogs, deviceOrders } from './scope-device.fixture.ts';
import { cannonRuns, fogCannons, linkageDecisions, linkageRules } from './scope-fog.fixture.ts';
import { forwardAttempts, forwardTargets, reissues } from './scope-forward.fixture.ts';
import { histories, trends } from './scope-history.fixture.ts';
import { calibrationIssues } from './scope-issues.fixture.ts';
import { keptPackets, monthLockLogs, monthLocks } from './scope-locks.fixture.ts';
import { dataChanges, logins, operations } from './scope-logs.fixture.ts';
import {
  newestFirstQuery,
  readRows,
  readTree,
  type ScopeSubject,
  standardCalls,
} from './scope-matrix.fixture.ts';
import { nearestReferences } from './scope-nearest-references.fixture.ts';
import { newestHours } from './scope-newest-hours.fixture.ts';
import { alarmDeliveries, notifyChannels, notifyRotas } from './scope-notify.fixture.ts';
import { dataRules, flaggedPeriods } from './scope-quality.fixture.ts';
import { reportPlans, reports, reportTemplates } from './scope-report.fixture.ts';
import {
  entities,
  mapDetails,
  mapFlags,
  mapHourAgo,
  mapHours,
  mapSites,
  realtimeSites,
  sites,
} from './scope-sites.fixture.ts';
import { clients, refusals, stationReports } from './scope-stations.fixture.ts';
import { distributions, pollutionTrends } from './scope-trends.fixture.ts';

interface Count {
  deptId: number;
  count: number;
}

const everyKind = ['1', '2', '3', '4', '5'];
const template = { exempt: 'a template holds no rows' };

async function addRole(
  { app: { pool } }: TestApp,
  holder: number | null,
  owner: number | null,
): Promise<number> {
  const { rows } = await pool.query(
    'insert into sys_role (role_name, role_key, owner_id) values ($1, $1, $2) returning role_id',
    [randomUUID().slice(0, 30), owner],
  );
  const roleId: number = rows[0].role_id;
  if (holder) await pool.query('insert into sys_user_role values ($1, $2)', [holder, roleId]);
  return roleId;
}

const addUser = (t: TestApp, deptId: number) => addPerson(t, randomUUID().slice(0, 20), [], deptId);

const users: ScopeSubject = {
  path: '/system/user',
  add: addUser,
  ownRow: { add: async ({ userId }) => userId, reachedBy: ['1', '3', '4', '5'] },
  calls: {
    ...standardCalls({
      path: '/system/user',
      id: 'userId',
      body: (id) => ({ userName: `u${id}`, nickName: `changed ${id}` }),
      kept: ['user.remove_self'],
      fixed: ['user.stop_self'],
    }),
    'GET /system/user': { exempt: 'what a new person can be given; nobody’s row' },
    'GET /system/user/authRole/:': { row: { request: (id) => ({ path: `/system/user/authRole/${id}` }) } },
    'PUT /system/user/authRole': {
      row: {
        request: (id) => ({ path: `/system/user/authRole?userId=${id}&roleIds=` }),
        skipOwnRow: true,
      },
    },
    'PUT /system/user/resetPwd': {
      row: {
        request: (userId) => ({ path: '/system/user/resetPwd', json: { userId, password: 'Quiet-lake-9' } }),
        skipOwnRow: true,
      },
    },
    'POST /system/user': {
      row: {
        of: '/system/dept',
        request: (deptId) => {
          const userName = `n${randomUUID().replaceAll('-', '').slice(0, 20)}`;
          return { path: '/system/user', json: { userName, nickName: 'new', deptId } };
        },
      },
    },
    'GET /system/user/deptTree': { list: { of: '/system/dept', rows: readTree } },
    'GET /system/user/deptCounts': {
      list: {
        of: '/system/dept',
        // The caller alone counts as one user of the department; other departments have several.
        prepare: async ({ t }, deptIds) => {
          await Promise.all([...deptIds, ...deptIds].map((deptId) => addUser(t, deptId)));
        },
        rows: (body) =>
          (body['data'] as Count[]).filter(({ count }) => count > 1).map(({ deptId }) => deptId),
      },
    },
    'POST /system/user/importTemplate': template,
    'GET /system/user/importTemplate': template,
    'POST /system/user/importData': { exempt: 'lines are judged one by one, with the import of people' },
    'POST /system/user/importWork': { exempt: 'lines are judged one by one, with the import of people' },
    'GET /system/user/profile': { exempt: 'one’s own' },
    'PUT /system/user/profile': { exempt: 'one’s own' },
    'PUT /system/user/profile/updatePwd': { exempt: 'one’s own' },
    'PUT /system/user/profile/choice': { exempt: 'one’s own' },
    'POST /system/user/profile/avatar': { exempt: 'one’s own' },
    'GET /system/user/profile/sessions': { exempt: 'one’s own' },
    'DELETE /system/user/profile/sessions': { exempt: 'one’s own' },
    'DELETE /system/user/profile/sessions/:': { exempt: 'one’s own' },
  },
};

const departments: ScopeSubject = {
  path: '/system/dept',
  add: async (_, deptId) => deptId,
  calls: {
    ...standardCalls({
      path: '/system/dept',
      id: 'deptId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select * from sys_dept where dept_id = $1', [id]);
        return { parentId: rows[0].parent_id, deptName: rows[0].dept_name, orderNum: 1 };
      },
      kept: ['department.has_children', 'department.has_users', 'department.root'],
    }),
    'POST /system/dept': {
      row: {
        request: (parentId) => ({
          path: '/system/dept',
          json: { parentId, deptName: randomUUID().slice(0, 20), orderNum: 9 },
        }),
      },
    },
    'GET /system/dept/list/exclude/:': {
      list: { rows: readRows('deptId'), path: () => '/system/dept/list/exclude/99999' },
    },
    'GET /system/dept/treeselect': { list: { rows: readTree } },
    'PUT /system/dept/updateSort': {
      row: {
        request: (id) => ({ path: '/system/dept/updateSort', json: { deptIds: `${id}`, orderNums: '3' } }),
      },
    },
  },
};

const authUser = '/system/role/authUser';

const roles: ScopeSubject = {
  path: '/system/role',
  /** A role belongs to the departments of its holders. */
  add: async (t, deptId) => addRole(t, await addUser(t, deptId), null),
  ownRow: { add: ({ t, userId }) => addRole(t, null, userId), reachedBy: everyKind },
  calls: {
    ...standardCalls({
      path: '/system/role',
      id: 'roleId',
      body: (id) => ({ roleName: `changed ${id}`, roleKey: `changed ${id}`, roleSort: 1 }),
      kept: ['role.has_users'],
    }),
    'POST /system/role': { exempt: 'a new role is in no department' },
    'GET /system/role/optionselect': { list: { rows: readRows('roleId') } },
    'GET /system/role/deptTree/:': { row: { request: (id) => ({ path: `/system/role/deptTree/${id}` }) } },
    'GET /system/menu/roleMenuTreeselect/:': {
      row: { request: (id) => ({ path: `/system/menu/roleMenuTreeselect/${id}` }) },
    },
    'PUT /system/role/dataScope': [
      {
        row: { request: (roleId) => ({ path: '/system/role/dataScope', json: { roleId, dataScope: '5' } }) },
      },
      {
        row: {
          of: '/system/dept',
          request: (deptId, { roleId }) => ({
            path: '/system/role/dataScope',
            json: { roleId, dataScope: '2', deptIds: [deptId], deptCheckStrictly: false },
          }),
          refusals: ['field.choice'],
        },
      },
    ],
    [`GET ${authUser}/allocatedList`]: [
      { row: { request: (id) => ({ path: `${authUser}/allocatedList?roleId=${id}` }) } },
      {
        list: {
          of: '/system/user',
          path: ({ roleId }) => `${authUser}/allocatedList?roleId=${roleId}&${newestFirstQuery('userId')}`,
          rows: readRows('userId'),
          prepare: async ({ t, roleId }, ids) => {
            await t.app.pool.query('insert into sys_user_role select unnest($1::int[]), $2', [ids, roleId]);
          },
        },
      },
    ],
    [`GET ${authUser}/unallocatedList`]: [
      { row: { request: (id) => ({ path: `${authUser}/unallocatedList?roleId=${id}` }) } },
      {
        list: {
          of: '/system/user',
          path: ({ roleId }) => `${authUser}/unallocatedList?roleId=${roleId}&${newestFirstQuery('userId')}`,
          rows: readRows('userId'),
        },
      },
    ],
    [`PUT ${authUser}/selectAll`]: [
      {
        row: {
          request: (id, { otherUserId }) => ({
            path: `${authUser}/selectAll?roleId=${id}&userIds=${otherUserId}`,
          }),
        },
      },
      {
        row: {
          of: '/system/user',
          request: (id, { roleId }) => ({ path: `${authUser}/selectAll?roleId=${roleId}&userIds=${id}` }),
        },
      },
    ],
    [`PUT ${authUser}/cancelAll`]: [
      {
        row: {
          request: (id, { otherUserId }) => ({
            path: `${authUser}/cancelAll?roleId=${id}&userIds=${otherUserId}`,
          }),
          guards: ['role.own'],
        },
      },
      {
        row: {
          of: '/system/user',
          request: (id, { roleId }) => ({ path: `${authUser}/cancelAll?roleId=${roleId}&userIds=${id}` }),
          guards: ['role.own'],
        },
      },
    ],
    [`PUT ${authUser}/cancel`]: [
      {
        row: {
          request: (roleId, { otherUserId }) => ({
            path: `${authUser}/cancel`,
            json: { roleId, userId: otherUserId },
          }),
          guards: ['role.own'],
        },
      },
      {
        row: {
          of: '/system/user',
          request: (userId, { roleId }) => ({ path: `${authUser}/cancel`, json: { roleId, userId } }),
          guards: ['role.own'],
        },
      },
    ],
  },
};

async function addSession({ app: { pool } }: TestApp, userId: number): Promise<number> {
  const { rows } = await pool.query(
    `insert into session (token_hash, user_id, created_at, last_used_at, expires_at, address, browser, os)
     values ($1, $2, limpid_now(), limpid_now(), limpid_now() + '1 hour', '', '', '') returning session_id`,
    [randomBytes(32), userId],
  );
  return Number(rows[0].session_id);
}

const sessions: ScopeSubject = {
  path: '/monitor/online',
  add: async (t, deptId) => addSession(t, await addUser(t, deptId)),
  ownRow: { add: ({ t, userId }) => addSession(t, userId), reachedBy: ['1', '3', '4', '5'] },
  calls: {
    'GET /monitor/online/list': {
      list: {
        rows: readRows('sessionId'),
        path: () => `/monitor/online/list?${newestFirstQuery('sessionId')}`,
      },
    },
    'GET /monitor/online/:': {
      row: { request: (id) => ({ path: `/monitor/online/${id}` }), refusals: ['session.gone'] },
    },
    'DELETE /monitor/online/batch/:': {
      row: { request: (id) => ({ path: `/monitor/online/batch/${id}` }), refusals: ['session.gone'] },
    },
    'DELETE /monitor/online/:': {
      row: { request: (id) => ({ path: `/monitor/online/${id}` }), refusals: ['session.gone'] },
    },
  },
};

/** All data that belongs to departments; new resources are added here. */
export const subjects: ScopeSubject[] = [
  users,
  departments,
  roles,
  sessions,
  entities,
  sites,
  fogCannons,
  cannonRuns,
  linkageRules,
  linkageDecisions,
  forwardTargets,
  forwardAttempts,
  reissues,
  backfillRequests,
  dataRules,
  flaggedPeriods,
  calibrations,
  calibrationIssues,
  realtimeSites,
  mapDetails,
  mapFlags,
  mapHourAgo,
  newestHours,
  nearestReferences,
  mapHours,
  mapSites,
  reports,
  reportTemplates,
  reportPlans,
  rankings,
  pollutionTrends,
  distributions,
  calendars,
  completeness,
  roses,
  siteChoices,
  unusualSites,
  contrasts,
  histories,
  trends,
  clients,
  refusals,
  stationReports,
  alarms,
  operations,
  logins,
  dataChanges,
  monthLocks,
  keptPackets,
  monthLockLogs,
  alarmRules,
  notifyChannels,
  alarmDeliveries,
  notifyRotas,
  deviceLogs,
  deviceOrders,
];

/** Endpoints that mention a department without belonging to one. */
export const exemptEndpoints: Record<string, string> = {
  'GET /system/notice/readUsers/list': 'readers of a notice, tried with three people in notice.test.ts',
  'GET /getInfo': 'one’s own department',
};
