import type { TestApp } from '../../src/testing/app.ts';
import { type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

type Owner = [userId: number | null, deptId: number | null];

const clean = { exempt: 'removes rows of other checks, see log-scope.test.ts' };

const unlock = { exempt: 'takes a user name, see user-guards.test.ts' };

/** Later than all other rows, so that it is on the first page. */
const later = `limpid_now() + '1 day'`;

export async function addOperation({ app: { pool } }: TestApp, owner: Owner): Promise<number> {
  const { rows } = await pool.query(
    `insert into sys_oper_log (title, business_type, request_method, status, oper_time, cost_time, user_id, dept_id)
     values ('x', 1, 'PUT', 0, ${later}, 1, $1, $2) returning oper_id`,
    owner,
  );
  return rows[0].oper_id;
}

export async function addLogin({ app: { pool } }: TestApp, owner: Owner): Promise<number> {
  const { rows } = await pool.query(
    `insert into sys_logininfor (user_name, ipaddr, status, login_time, user_id, dept_id)
     values ('x', '10.0.0.1', '0', ${later}, $1, $2) returning info_id`,
    owner,
  );
  return rows[0].info_id;
}

export async function addDataChange({ app: { pool } }: TestApp, siteId: number | null): Promise<number> {
  const { rows } = await pool.query(
    `insert into data_log (site_id, site_name, channel_code, data_time, reason, create_time)
     values ($1, 'x', 'a34004', limpid_now(), 'x', ${later}) returning log_id`,
    [siteId],
  );
  return rows[0].log_id;
}

export const operations: ScopeSubject = {
  path: '/monitor/operlog',
  add: (t, deptId) => addOperation(t, [null, deptId]),
  ownRow: { add: ({ t, userId }) => addOperation(t, [userId, null]), reachedBy: ['1', '5'] },
  calls: {
    ...standardCalls({ path: '/monitor/operlog', id: 'operId', body: () => ({}) }),
    'DELETE /monitor/operlog/clean': clean,
  },
};

export const logins: ScopeSubject = {
  path: '/monitor/logininfor',
  add: (t, deptId) => addLogin(t, [null, deptId]),
  ownRow: { add: ({ t, userId }) => addLogin(t, [userId, null]), reachedBy: ['1', '5'] },
  calls: {
    ...standardCalls({ path: '/monitor/logininfor', id: 'infoId', body: () => ({}) }),
    'DELETE /monitor/logininfor/clean': clean,
    'GET /monitor/logininfor/unlock/:': unlock,
    'PUT /monitor/logininfor/unlock/:': unlock,
  },
};

export const dataChanges: ScopeSubject = {
  path: '/log/dataModify',
  add: async (t, deptId) => addDataChange(t, await sites.add(t, deptId)),
  calls: {
    ...standardCalls({ path: '/log/dataModify', id: 'logId', body: () => ({}) }),
    'DELETE /log/dataModify/clean': clean,
  },
};
