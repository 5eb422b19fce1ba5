import { readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { findSiteIds, sites } from './scope-sites.fixture.ts';

const { add } = sites;

/** Reads rows from `data`, which also contains totals. */
const readInner = (body: Record<string, unknown>) => readRows('siteId')(Object(body['data'] ?? {}));

export const rankings: ScopeSubject = {
  path: '/analysis/ranking',
  add,
  calls: {
    'GET /analysis/ranking': {
      list: {
        rows: readInner,
        path: () => '/analysis/ranking?granularity=day&from=2026-01-01&limit=10000',
      },
    },
    'GET /analysis/ranking/table': {
      list: { rows: readInner, path: () => '/analysis/ranking/table?from=2026-01-01&pageSize=1000' },
    },
    'POST /analysis/ranking/table/export': {
      list: { sheet: 'work', findIds: findSiteIds, json: { from: '2026-01-01', format: 'xlsx' } },
    },
  },
};

export const calendars: ScopeSubject = {
  path: '/analysis/calendar',
  add,
  calls: {
    'GET /analysis/calendar': {
      row: { request: (id) => ({ path: `/analysis/calendar?siteId=${id}&period=2026-01` }) },
    },
    'POST /analysis/calendar/export': {
      row: {
        request: (id) => ({
          path: '/analysis/calendar/export',
          json: { siteIds: [id], period: '2026-01', format: 'csv' },
        }),
        guards: ['work.too_many'],
      },
    },
    'GET /analysis/calendar/day': {
      row: { request: (id) => ({ path: `/analysis/calendar/day?siteId=${id}&day=2026-01-31` }) },
    },
  },
};

export const completeness: ScopeSubject = {
  path: '/data/completeness',
  add,
  calls: {
    'GET /data/completeness': {
      list: {
        rows: readRows('siteId'),
        path: () => '/data/completeness?from=2026-01&pageSize=1000',
      },
    },
    'GET /data/completeness/days': {
      row: { request: (id) => ({ path: `/data/completeness/days?siteIds=${id}&from=2026-01` }) },
    },
    'GET /data/completeness/recent': {
      row: { request: (id) => ({ path: `/data/completeness/recent?siteId=${id}` }) },
    },
  },
};

const november = { from: Date.parse('2025-11-01T00:00Z'), to: Date.parse('2025-11-08T00:00Z') };

export const roses: ScopeSubject = {
  path: '/analysis/rose',
  add,
  calls: {
    'GET /analysis/rose': ['channel=PM10', 'index=us'].map((measured) => ({
      row: {
        request: (id) => ({
          path: `/analysis/rose?siteId=${id}&${measured}&from=${november.from}&to=${november.to}`,
        }),
      },
    })),
    'POST /analysis/rose/export': [{ channel: 'PM10' }, { index: 'us' }].map((measured) => ({
      row: {
        request: (siteId) => ({
          path: '/analysis/rose/export',
          json: { siteId, ...measured, ...november, format: 'csv' },
        }),
        // Sites are checked before the work is started.
        guards: ['work.too_many'],
      },
    })),
  },
};

const screen = 'permission=analysis:rose:list';

export const siteChoices: ScopeSubject = {
  path: '/data/site/choice',
  add: async (t, deptId) => {
    const siteId = await add(t, deptId);
    await t.app.pool.query('update site set longitude = 120, latitude = 30 where site_id = $1', [siteId]);
    return siteId;
  },
  calls: {
    'GET /data/site/choice': {
      list: {
        rows: (body) => readSites(body),
        // At most 100 sites are listed, so the search has to find these.
        prepare: async ({ t, userId }, siteIds) => {
          await t.app.pool.query('update site set site_name = $2 where site_id = any($1)', [
            siteIds,
            `choice of ${userId}`,
          ]);
        },
        path: ({ userId }) => `/data/site/choice?${screen}&search=choice of ${userId}`,
      },
    },
    'GET /data/site/choice/map': {
      list: {
        rows: (body) => Object(body['data']).siteIds as number[],
        path: () => `/data/site/choice/map?${screen}`,
      },
    },
    'GET /data/site/choice/entity': {
      list: {
        rows: readRows('entityId'),
        path: () => `/data/site/choice/entity?${screen}`,
        of: '/site/entity',
        prepare: async ({ t }, entityIds) => {
          await t.app.pool.query(
            `insert into site (site_code, site_name, entity_id, mn, device_type_id)
             select 'choice-' || id, 'choice', id, 'choice-' || id, 1 from unnest($1::int[]) id on conflict do nothing`,
            [entityIds],
          );
        },
      },
    },
  },
};

const readSites = (body: Record<string, unknown>) =>
  (Object(body['data']).sites as { siteId: number }[]).map(({ siteId }) => siteId);
