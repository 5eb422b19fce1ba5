import type { ScopeSubject } from './scope-matrix.fixture.ts';
import { findSiteIds, sites } from './scope-sites.fixture.ts';

const { add } = sites;

/** Reads and exports an analysis of one site; each query is the address or the body. */
function analysisCalls(
  path: string,
  ...queries: ((siteId: number) => Record<string, string | number | number[]>)[]
): ScopeSubject['calls'] {
  const write = (query: object) =>
    Object.entries(query)
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
  return {
    [`GET ${path}`]: queries.map((queryOf) => ({
      row: { request: (id) => ({ path: `${path}?${write(queryOf(id))}` }) },
    })),
    [`POST ${path}/export`]: queries.map((queryOf) => ({
      row: {
        request: (id) => ({ path: `${path}/export`, json: { ...queryOf(id), format: 'csv' } }),
        // Sites are checked before the work is started.
        guards: ['work.too_many'],
      },
    })),
  };
}

const january = { channel: 'PM2.5', from: '2026-01' };
const indexOfJanuary = { index: 'us', from: '2026-01' };

export const pollutionTrends: ScopeSubject = {
  path: '/analysis/trend',
  add,
  calls: analysisCalls(
    '/analysis/trend',
    (siteId) => ({ siteId, ...january }),
    (siteId) => ({ siteId, ...indexOfJanuary }),
  ),
};

const readSites = (body: Record<string, unknown>) =>
  (Object(body['data']).sites as { siteId: number }[]).map(({ siteId }) => siteId);

export const distributions: ScopeSubject = {
  path: '/analysis/distribution',
  add,
  calls: {
    'GET /analysis/distribution': {
      row: { request: (id) => ({ path: `/analysis/distribution?siteId=${id}&channel=PM2.5&from=2026-01` }) },
    },
    'GET /analysis/distribution/levels': {
      row: { request: (id) => ({ path: `/analysis/distribution/levels?siteIds=${id}&from=2026-01` }) },
    },
    'POST /analysis/distribution/export': {
      row: {
        request: (id) => ({
          path: '/analysis/distribution/export',
          json: { siteIds: [id], ...january, format: 'csv' },
        }),
        guards: ['work.too_many'],
      },
    },
    'GET /analysis/distribution/sites': {
      list: {
        rows: readSites,
        path: () => '/analysis/distribution/sites?channel=PM2.5&from=2026-01&statistic=mean',
      },
    },
    'POST /analysis/distribution/sites/export': {
      list: { sheet: 'work', findIds: findSiteIds, json: { ...january, statistic: 'mean', format: 'xlsx' } },
    },
  },
};
