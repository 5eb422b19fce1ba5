import { randomUUID } from 'node:crypto';
import type { ErrorKey } from '@limpid/contract/errors';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { entities } from './scope-sites.fixture.ts';

const makeName = () => randomUUID().slice(0, 30);

let boards = 0;

/** At addresses that nothing listens to, each with a board of its own; no process controls cannons in these tests. */
const cannonFacts = () => ({
  cannonName: makeName(),
  driver: 'modbusTcp',
  host: `10.255.${++boards >> 8}.${boards & 255}`,
});

async function addCannon(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into fog_cannon (cannon_name, entity_id, host, longitude, latitude) values ($1, $2, $3, 1, 1)
     returning cannon_id`,
    [makeName(), await entities.add(t, deptId), cannonFacts().host],
  );
  return rows[0].cannon_id;
}

async function addOrder({ app: { pool } }: TestApp, cannonId: number): Promise<number> {
  const { rows } = await pool.query(
    `insert into fog_order (cannon_id, action, reason, created_at, next_at)
     values ($1, 'test', 'test', limpid_now(), limpid_now()) returning order_id`,
    [cannonId],
  );
  return rows[0].order_id;
}

/** Lets a cannon have an order to switch off that nothing has confirmed. */
async function leaveOpen({ app: { pool } }: TestApp, cannonId: number): Promise<number> {
  await pool.query(
    `insert into fog_order (cannon_id, action, reason, created_at, next_at)
     values ($1, 'off', 'person', limpid_now(), limpid_now())`,
    [cannonId],
  );
  return cannonId;
}

export const fogCannons: ScopeSubject = {
  path: '/fog/gun',
  add: addCannon,
  calls: {
    ...standardCalls({
      path: '/fog/gun',
      id: 'cannonId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select entity_id from fog_cannon where cannon_id = $1', [
          id,
        ]);
        return { ...cannonFacts(), entityId: rows[0]?.entity_id ?? 1 };
      },
    }),
    'POST /fog/gun': {
      row: {
        of: '/site/entity',
        request: (entityId) => ({ path: '/fog/gun', json: { ...cannonFacts(), entityId } }),
      },
    },
    'POST /fog/gun/operate/:': {
      row: { request: (id) => ({ path: `/fog/gun/operate/${id}`, json: { action: 'off' } }) },
    },
    'POST /fog/gun/giveUp/:': {
      row: { request: async (id, { t }) => ({ path: `/fog/gun/giveUp/${await leaveOpen(t, id)}` }) },
    },
    'POST /fog/gun/release/:': { row: { request: (id) => ({ path: `/fog/gun/release/${id}` }) } },
    'POST /fog/gun/test/:': { row: { request: (id) => ({ path: `/fog/gun/test/${id}` }) } },
    'GET /fog/gun/order/:': {
      row: { request: async (id, { t }) => ({ path: `/fog/gun/order/${await addOrder(t, id)}` }) },
    },
    'GET /fog/gun/map': { list: { rows: readRows('cannonId') } },
    'GET /fog/gun/choices': {
      list: {
        of: '/site/site',
        rows: (body) => readRows('id')({ data: (body['data'] as { sites: [] }).sites }),
      },
    },
    'GET /fog/gun/dtus': {
      exempt: 'DTUs that nobody knows belong to nobody; known ones are tried in cannon.test.ts',
    },
  },
};

export const cannonRuns: ScopeSubject = {
  path: '/fog/run',
  add: async (t, deptId) => {
    const { rows } = await t.app.pool.query(
      `insert into fog_run (cannon_id, started_at, reason) values ($1, limpid_now(), 'person') returning run_id`,
      [await addCannon(t, deptId)],
    );
    return rows[0].run_id;
  },
  calls: {
    'GET /fog/run/list': { list: { rows: readRows('runId'), path: () => '/fog/run/list?pageSize=1000' } },
    'POST /fog/run/export': { list: { sheet: 'file' } },
    'GET /fog/run/export': { list: { sheet: 'name' } },
    'POST /fog/run/exportWork': { list: { sheet: 'work' } },
  },
};

/** A rule of an entity with one cannon, which has no site that ingest knows. */
async function addLinkage(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `with rule as (
       insert into fog_linkage_rule (rule_name, entity_id, channel_id, threshold)
       select $1, entity_id, 1, 10 from fog_cannon where cannon_id = $2 returning rule_id
     )
     insert into fog_linkage_target (rule_id, cannon_id) select rule_id, $2 from rule returning rule_id`,
    [makeName(), await addCannon(t, deptId)],
  );
  return rows[0].rule_id;
}

const linkageOf = (entityId: number, cannonIds: readonly number[]) => ({
  ruleName: makeName(),
  entityId,
  cannonIds,
  channelId: 1,
  basis: 'realtime',
  compare: 'gt',
  threshold: 10,
});

/** The cannon has no site, which is found out after the data scope was looked at. */
const reached: ErrorKey[] = ['fog_linkage.no_site', 'fog_linkage.other_entity'];

export const linkageRules: ScopeSubject = {
  path: '/fog/linkage',
  add: addLinkage,
  calls: {
    ...standardCalls({
      path: '/fog/linkage',
      id: 'ruleId',
      fixed: reached,
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query(
          'select entity_id, cannon_id from fog_linkage_rule join fog_linkage_target using (rule_id) where rule_id = $1',
          [id],
        );
        return linkageOf(rows[0]?.entity_id ?? 1, [rows[0]?.cannon_id ?? 1]);
      },
    }),
    'POST /fog/linkage': {
      row: {
        of: '/site/entity',
        request: (entityId) => ({ path: '/fog/linkage', json: linkageOf(entityId, [1]) }),
        guards: reached,
      },
    },
    'POST /fog/linkage/preview': {
      row: {
        of: '/site/entity',
        request: (entityId) => ({ path: '/fog/linkage/preview', json: linkageOf(entityId, [1]) }),
        guards: reached,
      },
    },
    'GET /fog/linkage/choices': { exempt: 'one entity at a time, tried in linkage-rule.test.ts' },
  },
};

export const linkageDecisions: ScopeSubject = {
  path: '/fog/decision',
  add: async (t, deptId) => {
    const { rows } = await t.app.pool.query(
      `insert into fog_decision (at, cannon_id, rule_name, kind, reason, description, dry_run)
       values (limpid_now(), $1, 'rule', 'start', 'met', 'text', false) returning decision_id`,
      [await addCannon(t, deptId)],
    );
    return rows[0].decision_id;
  },
  calls: {
    'GET /fog/decision/list': {
      list: { rows: readRows('decisionId'), path: () => '/fog/decision/list?pageSize=1000' },
    },
    'POST /fog/decision/export': { list: { sheet: 'file' } },
    'GET /fog/decision/export': { list: { sheet: 'name' } },
    'POST /fog/decision/exportWork': { list: { sheet: 'work' } },
  },
};
