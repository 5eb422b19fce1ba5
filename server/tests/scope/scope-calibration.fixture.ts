import { randomUUID } from 'node:crypto';
import type { ErrorKey } from '@limpid/contract/errors';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

/** A config that is disabled, so that no round of it begins. */
async function addConfig(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `with config as (
       insert into calibration_config (config_name, status) values ($1, '1') returning config_id
     ), channel as (
       insert into calibration_config_channel (config_id, channel_id)
       select config_id, channel_id from config, basic_channel where gb_code = 'a34004'
     )
     insert into calibration_config_site (config_id, site_id) select config_id, $2 from config returning config_id`,
    [randomUUID().slice(0, 30), await sites.add(t, deptId)],
  );
  return rows[0].config_id;
}

async function readBody(t: TestApp, siteId: number) {
  const { rows } = await t.app.pool.query(`select channel_id from basic_channel where gb_code = 'a34004'`);
  return {
    configName: randomUUID().slice(0, 30),
    siteIds: [siteId],
    channelIds: [rows[0].channel_id],
    source: 'national',
    method: 'auto',
    schedule: 'manual',
    acceptance: 'manual',
    target: 'platform',
    status: '1',
  };
}

async function findSite({ app: { pool } }: TestApp, configId: number): Promise<number> {
  const { rows } = await pool.query('select site_id from calibration_config_site where config_id = $1', [
    configId,
  ]);
  return rows[0]?.site_id ?? 1;
}

/** A round of a config with one proposal. */
async function addProposal(
  { app: { pool } }: TestApp,
  configId: number,
): Promise<{ runId: number; resultId: number }> {
  const { rows } = await pool.query(
    `with run as (
       insert into calibration_run (config_id, started_at, from_hour, to_hour, settings, state)
       values ($1, limpid_now(), limpid_now(), limpid_now(), '{}', 'done') returning run_id
     )
     insert into calibration_result (run_id, site_id, channel_id, k, b, decision)
     select run_id, site_id, channel_id, 1, 0, 'proposed'
     from run, calibration_config_site s join calibration_config_channel c using (config_id)
     where s.config_id = $1 returning run_id, result_id`,
    [configId],
  );
  return { runId: rows[0].run_id, resultId: rows[0].result_id };
}

const refusals: ErrorKey[] = ['calibration.run_gone'];
const decide = (path: string): ScopeSubject['calls'][string] => ({
  row: {
    request: async (id, { t }) => ({
      path,
      json: { resultIds: [(await addProposal(t, id)).resultId] },
    }),
  },
});

export const calibrations: ScopeSubject = {
  path: '/site/calibration',
  add: addConfig,
  calls: {
    ...standardCalls({
      path: '/site/calibration',
      id: 'configId',
      body: async (id, { t }) => readBody(t, await findSite(t, id)),
    }),
    'POST /site/calibration': {
      row: {
        of: '/site/site',
        request: async (siteId, { t }) => ({ path: '/site/calibration', json: await readBody(t, siteId) }),
      },
    },
    'POST /site/calibration/run': {
      row: {
        request: (configId) => ({ path: '/site/calibration/run', json: { configId } }),
        guards: ['calibration.disabled'],
      },
    },
    'GET /site/calibration/run/list': {
      row: { request: (id) => ({ path: `/site/calibration/run/list?configId=${id}` }) },
    },
    'GET /site/calibration/run/results': {
      row: {
        request: async (id, { t }) => ({
          path: `/site/calibration/run/results?runId=${(await addProposal(t, id)).runId}`,
        }),
        refusals,
      },
    },
    'POST /site/calibration/run/export': {
      row: {
        request: async (id, { t }) => ({
          path: '/site/calibration/run/export',
          json: { runId: (await addProposal(t, id)).runId, format: 'csv' },
        }),
        guards: ['work.too_many'],
        refusals,
      },
    },
    'GET /site/calibration/result/pairs': {
      row: {
        request: async (id, { t }) => ({
          path: `/site/calibration/result/pairs?resultId=${(await addProposal(t, id)).resultId}`,
        }),
        refusals,
      },
    },
    'GET /site/calibration/drift': {
      row: {
        of: '/site/site',
        request: (siteId) => ({ path: `/site/calibration/drift?siteId=${siteId}&channelId=1` }),
      },
    },
    'PUT /site/calibration/accept': decide('/site/calibration/accept'),
    'PUT /site/calibration/reject': decide('/site/calibration/reject'),
    'GET /site/calibration/choice/site': {
      list: {
        of: '/site/site',
        rows: (body) => readRows('id')({ data: (body['data'] as { sites: [] } | undefined)?.sites ?? [] }),
        // At most 200 sites are listed, so the search has to find these.
        prepare: async ({ t, userId }, siteIds) => {
          await t.app.pool.query('update site set site_name = $2 where site_id = any($1)', [
            siteIds,
            `to calibrate of ${userId}`,
          ]);
        },
        path: ({ userId }) => `/site/calibration/choice/site?search=to calibrate of ${userId}`,
      },
    },
    'GET /site/calibration/choice/source': { exempt: 'sources of public data belong to no department' },
    'GET /site/calibration/choice/channel': { exempt: 'channels belong to no department' },
    'GET /site/calibration/choice/station': {
      row: {
        of: '/site/site',
        request: (siteId) => ({ path: `/site/calibration/choice/station?siteIds=${siteId}` }),
      },
    },
  },
};
