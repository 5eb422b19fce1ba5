import { readRows, type Subject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

const { add } = sites;

/** Rows that lie in `data`, beside what they add up to. */
const readInner = (body: Record<string, unknown>) => readRows('siteId')(Object(body['data'] ?? {}));

export const rankings: Subject = {
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

export const calendars: Subject = {
  path: '/analysis/calendar',
  add,
  calls: {
    'GET /analysis/calendar': {
      row: { ask: (id) => ({ path: `/analysis/calendar?siteId=${id}&period=2026-01` }) },
    },
    'GET /analysis/calendar/day': {
      row: { ask: (id) => ({ path: `/analysis/calendar/day?siteId=${id}&day=2026-01-31` }) },
    },
  },
};

export const completeness: Subject = {
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
