import { randomUUID } from 'node:crypto';
import type { MapHours } from '@limpid/contract/map/hours';
import type { HourAgo, SiteFlags } from '@limpid/contract/map/site-detail';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { siteChanged } from '../../src/features/reading/site-changed.ts';
import type { TestApp } from '../../src/testing/app.ts';
import { testHour } from '../../src/testing/clock.ts';
import { newestFirstQuery, readRows, type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';

const template = { exempt: 'a template holds no rows' };
const reached = { exempt: 'only what is reached is counted and removed, see simulated.test.ts' };
const lines = { exempt: 'lines are judged one by one, with the import of sites' };
const makeCode = () => randomUUID().replaceAll('-', '').slice(0, 20);

async function addEntity({ app: { pool } }: TestApp, deptId: number): Promise<number> {
  const { rows } = await pool.query(
    'insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, $2) returning entity_id',
    [makeCode(), deptId],
  );
  return rows[0].entity_id;
}

async function addSite(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into site (site_code, site_name, entity_id, mn, device_type_id) values ($1, $1, $2, $1, 1)
     returning site_id`,
    [makeCode(), await addEntity(t, deptId)],
  );
  // As the console does: rankings keep the sites in memory until one changes.
  await t.app.bus.publish(siteChanged);
  return rows[0].site_id;
}

/** The sites of the codes in an export. */
export async function findSiteIds({ app: { pool } }: TestApp, codes: string[]): Promise<number[]> {
  const { rows } = await pool.query('select site_id from site where site_code = any($1)', [codes]);
  return rows.map(({ site_id: siteId }) => siteId);
}

export const entities: ScopeSubject = {
  path: '/site/entity',
  add: addEntity,
  calls: {
    ...standardCalls({
      path: '/site/entity',
      id: 'entityId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select * from site_entity where entity_id = $1', [id]);
        const { entity_code: entityCode, dept_id: deptId } = rows[0] ?? { entity_code: 'none', dept_id: 1 };
        return { entityCode, entityName: `changed ${id}`, deptId, orderNum: 1 };
      },
      kept: ['entity.has_sites'],
    }),
    'POST /site/entity': {
      row: {
        of: '/system/dept',
        request: (deptId) => ({
          path: '/site/entity',
          json: { entityCode: makeCode(), entityName: 'new', deptId, orderNum: 1 },
        }),
      },
    },
    'GET /site/entity/optionselect': { list: { rows: readRows('entityId') } },
    'POST /site/entity/importTemplate': template,
    'GET /site/entity/importTemplate': template,
    'POST /site/entity/importData': lines,
    'POST /site/entity/importWork': lines,
  },
};

export const sites: ScopeSubject = {
  path: '/site/site',
  add: addSite,
  calls: {
    ...standardCalls({
      path: '/site/site',
      id: 'siteId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select * from site where site_id = $1', [id]);
        const { site_code: siteCode, entity_id: entityId, mn } = rows[0] ?? {};
        return { siteCode, siteName: `changed ${id}`, entityId, mn, deviceTypeId: 1 };
      },
    }),
    'POST /site/site': {
      row: {
        of: '/site/entity',
        request: (entityId) => {
          const siteCode = makeCode();
          const json = { siteCode, siteName: 'new', mn: siteCode, deviceTypeId: 1, entityId };
          return { path: '/site/site', json };
        },
      },
    },
    'GET /site/site/simulated': reached,
    'DELETE /site/site/simulated': reached,
    'PUT /site/site/newKey': {
      row: { request: (siteId) => ({ path: '/site/site/newKey', json: { siteId } }) },
    },
    'GET /site/site/coefficients/:': {
      row: { request: (siteId) => ({ path: `/site/site/coefficients/${siteId}` }) },
    },
    'GET /site/site/deviceCoefficients/:': {
      row: { request: (siteId) => ({ path: `/site/site/deviceCoefficients/${siteId}` }) },
    },
    'PUT /site/site/deviceCoefficients': {
      row: { request: (siteId) => ({ path: '/site/site/deviceCoefficients', json: { siteId } }) },
    },
    'POST /site/site/importTemplate': template,
    'GET /site/site/importTemplate': template,
    'POST /site/site/importData': lines,
    'POST /site/site/importWork': lines,
  },
};

export const realtimeSites: ScopeSubject = {
  path: '/data/realtime',
  add: addSite,
  calls: {
    'GET /data/realtime/list': {
      list: { rows: readRows('siteId'), path: () => `/data/realtime/list?${newestFirstQuery('siteId')}` },
    },
    'GET /data/realtime/counts': { exempt: 'numbers of what the list shows, see realtime-order.test.ts' },
    'GET /data/realtime/hours': {
      row: { request: (siteId) => ({ path: `/data/realtime/hours?siteIds=${siteId}` }) },
    },
    'POST /data/realtime/export': {
      list: { sheet: 'work', json: { format: 'xlsx' }, findIds: findSiteIds },
    },
  },
};

async function addMapSite(t: TestApp, deptId: number): Promise<number> {
  const siteId = await addSite(t, deptId);
  await t.app.bus.publish(siteChanged);
  return siteId;
}

export const mapHours: ScopeSubject = {
  path: '/map/hours',
  add: addMapSite,
  calls: { 'GET /map/hours': { list: { rows: (body) => (body['data'] as MapHours).sites } } },
};

export const mapDetails: ScopeSubject = {
  path: '/map/site',
  add: addMapSite,
  calls: { 'GET /map/site': { row: { request: (id) => ({ path: `/map/site?siteId=${id}` }) } } },
};

export const mapHourAgo: ScopeSubject = {
  path: '/map/hourAgo',
  add: addMapSite,
  calls: { 'GET /map/hourAgo': { list: { rows: (body) => (body['data'] as HourAgo).sites } } },
};

async function addFlaggedSite(t: TestApp, deptId: number): Promise<number> {
  const siteId = await addMapSite(t, deptId);
  await t.app.pool.query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, counts)
     values ($1, $2, 1, 1, 'Rule', 'range', 'hour', true)`,
    [siteId, new Date(testHour)],
  );
  return siteId;
}

export const mapFlags: ScopeSubject = {
  path: '/map/flags',
  add: addFlaggedSite,
  calls: {
    'GET /map/flags': {
      list: {
        rows: (body) => (body['data'] as SiteFlags).sites,
        path: () => '/map/flags?channel=PM2.5',
      },
    },
  },
};

export const mapSites: ScopeSubject = {
  path: '/map/sites',
  add: addMapSite,
  calls: {
    'GET /map/sites': {
      list: {
        rows: (body) => {
          // By contract each id is stored as the difference from the previous one.
          const { idStep } = (body['data'] as MapSnapshot).sites;
          let id = 0;
          return idStep.map((step) => (id += step));
        },
      },
    },
  },
};
