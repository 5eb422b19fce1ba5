import { randomUUID } from 'node:crypto';
import { forwardReissue } from '@limpid/contract/forward/reissue';
import { forwardTarget } from '@limpid/contract/forward/target';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeCaller, type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { entities } from './scope-sites.fixture.ts';

const { path } = forwardTarget;

let receivers = 0;

/** At addresses that nothing listens to; no process sends in these tests. */
const targetFacts = () => ({
  targetName: randomUUID().slice(0, 30),
  address: `10.254.${++receivers >> 8}.${receivers & 255}:9000`,
});

async function addTarget(t: TestApp, deptId: number): Promise<number> {
  const { targetName, address } = targetFacts();
  const { rows } = await t.app.pool.query(
    `insert into forward_target (entity_id, target_name, protocol, address)
     values ($1, $2, 'hj212-2017', $3) returning target_id`,
    [await entities.add(t, deptId), targetName, address],
  );
  return rows[0].target_id;
}

export const forwardTargets: ScopeSubject = {
  path,
  add: addTarget,
  calls: {
    ...standardCalls({
      path,
      id: 'targetId',
      body: () => ({ ...targetFacts(), entityId: 1, protocol: 'hj212-2017' }),
    }),
    [`POST ${path}`]: {
      row: {
        of: '/site/entity',
        request: (entityId) => ({ path, json: { ...targetFacts(), entityId, protocol: 'hj212-2017' } }),
      },
    },
    [`GET ${path}/minutes/:`]: { row: { request: (id) => ({ path: `${path}/minutes/${id}` }) } },
    [`GET ${path}/lanes/:`]: { row: { request: (id) => ({ path: `${path}/lanes/${id}` }) } },
    [`GET ${path}/choices`]: {
      list: {
        of: '/site/site',
        rows: (body) => readRows('siteId')({ data: (body['data'] as { sites: [] }).sites }),
      },
    },
  },
};

/** Later than all other rows, so that it is on the first page. */
async function addAttempt(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into forward_log (type, business_key, handle_result, create_time, target_id)
     values ('hj212-2017', 'x', '0', limpid_now() + '1 day', $1) returning log_id`,
    [await addTarget(t, deptId)],
  );
  return Number(rows[0].log_id);
}

export const forwardAttempts: ScopeSubject = {
  path: '/log/forward',
  add: addAttempt,
  calls: {
    ...standardCalls({ path: '/log/forward', id: 'logId', body: () => ({}) }),
    'GET /log/forward/list': {
      list: { rows: readRows('logId'), path: () => '/log/forward/list?pageSize=1000' },
    },
    'DELETE /log/forward/clean': { exempt: 'removes rows of other checks, tried in forward-target.test.ts' },
  },
};

const reissuePath = forwardReissue.path;

async function addReissue(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into forward_reissue (kinds, site_ids, target_ids, acknowledged, total)
     values ('{2061}', '{}', array[$1::integer], false, 1) returning reissue_id`,
    [await addTarget(t, deptId)],
  );
  return rows[0].reissue_id;
}

/** What is chosen for a site without readings and a target of its entity. */
async function chooseReissue({ t }: ScopeCaller, siteId: number): Promise<object> {
  const { targetName, address } = targetFacts();
  const { rows } = await t.app.pool.query(
    `insert into forward_target (entity_id, target_name, protocol, address)
     select entity_id, $2, 'hj212-2017', $3 from site where site_id = $1 returning target_id`,
    [siteId, targetName, address],
  );
  return {
    siteIds: [siteId],
    targetIds: [rows[0].target_id],
    kinds: [2061],
    from: 1000,
    to: 2000,
    acknowledged: false,
  };
}

export const reissues: ScopeSubject = {
  path: reissuePath,
  add: addReissue,
  calls: {
    [`GET ${reissuePath}/list`]: {
      list: { rows: readRows('reissueId'), path: () => `${reissuePath}/list?pageSize=1000` },
    },
    [`GET ${reissuePath}/target`]: {
      list: { of: path, rows: (body) => readRows('targetId')({ data: body['data'] }) },
    },
    [`POST ${reissuePath}/preview`]: {
      row: {
        of: '/site/site',
        request: async (id, caller) => ({
          path: `${reissuePath}/preview`,
          json: await chooseReissue(caller, id),
        }),
      },
    },
    [`POST ${reissuePath}`]: {
      row: {
        of: '/site/site',
        request: async (id, caller) => ({ path: reissuePath, json: await chooseReissue(caller, id) }),
        guards: ['forward.reissue_empty'],
      },
    },
    [`POST ${reissuePath}/again`]: {
      exempt: 'leaves out entries of targets out of reach, tried in reissue.test.ts',
    },
    [`PUT ${reissuePath}/state`]: {
      row: {
        request: (reissueId) => ({ path: `${reissuePath}/state`, json: { reissueId, action: 'pause' } }),
        guards: ['forward.reissue_state'],
      },
    },
  },
};
