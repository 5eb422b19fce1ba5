import { readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

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
  },
};

export const calendars: ScopeSubject = {
  path: '/analysis/calendar',
  add,
  calls: {
    'GET /analysis/calendar': {
      row: { request: (id) => ({ path: `/analysis/calendar?siteId=${id}&period=2026-01` }) },
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
  },
};
