import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

const path = '/site/calibrationHistory/issue';

/** A draft of a proposal for a site. */
async function addIssue(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `with config as (insert into calibration_config (config_name) values ($1) returning config_id), run as (
       insert into calibration_run (config_id, started_at, state, from_hour, to_hour, settings)
       select config_id, limpid_now(), 'done', limpid_now(), limpid_now(), '{}' from config returning run_id
     ), member as (
       insert into calibration_config_site (config_id, site_id) select config_id, $2 from config
     ), measured as (
       insert into calibration_config_channel (config_id, channel_id)
       select config_id, channel_id from config, basic_channel where channel_code = 'PM2.5'
     ), result as (
       insert into calibration_result (run_id, site_id, channel_id, k, b, decision)
       select run_id, $2, channel_id, 2, 1, 'proposed' from run, basic_channel where channel_code = 'PM2.5'
       returning result_id, channel_id
     )
     insert into calibration_issue (result_id, site_id, channel_id, target, k_before, b_before, k, b, draft_at)
     select result_id, $2, channel_id, 'platform', 1, 0, 2, 1, limpid_now() from result returning issue_id`,
    [randomUUID(), await sites.add(t, deptId)],
  );
  return rows[0].issue_id;
}

async function findResult({ app: { pool } }: TestApp, issueId: number): Promise<number> {
  const { rows } = await pool.query('select result_id from calibration_issue where issue_id = $1', [issueId]);
  return rows[0]?.result_id ?? 1;
}

export const calibrationIssues: ScopeSubject = {
  path,
  add: addIssue,
  calls: {
    [`GET ${path}/list`]: { list: { rows: readRows('issueId'), path: () => `${path}/list?pageSize=1000` } },
    [`POST ${path}/export`]: { list: { sheet: 'file' } },
    [`GET ${path}/export`]: { list: { sheet: 'name' } },
    [`POST ${path}/exportWork`]: { list: { sheet: 'work' } },
    'POST /site/calibration/issue': {
      row: {
        request: async (id, { t }) => ({
          path: '/site/calibration/issue',
          json: { resultIds: [await findResult(t, id)] },
        }),
      },
    },
    'PUT /site/calibration/issue': {
      row: { request: (id) => ({ path: '/site/calibration/issue', json: { issueIds: [id] } }) },
    },
    'PUT /site/calibration/rollback': {
      row: { request: (id) => ({ path: '/site/calibration/rollback', json: { issueIds: [id] } }) },
    },
  },
};
