import type { ErrorKey } from '@limpid/contract/errors';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { findSiteIds, sites } from './scope-sites.fixture.ts';

/** A site with a result of the instantaneous analysis. */
async function addUnusualSite(t: TestApp, deptId: number): Promise<number> {
  const siteId = await sites.add(t, deptId);
  await t.app.pool.query(
    `insert into site_unusual (site_id, hour, channel_id, kind, value, usual, upper_bound, counted, strength, days)
     values ($1, '2026-01-31T00:00Z', 1, 'aboveUsual', 90, 50, 58, 14, 5, '{50}')`,
    [siteId],
  );
  return siteId;
}

export const unusualSites: ScopeSubject = {
  path: '/analysis/realtime',
  add: addUnusualSite,
  calls: {
    'GET /analysis/realtime': {
      list: {
        rows: (body) => readRows('siteId')(Object(body['data'] ?? {})),
        path: () => '/analysis/realtime?pageSize=1000',
      },
    },
    'POST /analysis/realtime/export': {
      list: { sheet: 'work', findIds: findSiteIds, json: { format: 'xlsx' } },
    },
  },
};

/** A single site is too few for a contrast, which is only said about a site within the data scope. */
const guards: ErrorKey[] = ['analysis.sites'];
const contrast = {
  granularity: 'hour' as const,
  from: 1_767_225_600_000,
  to: 1_767_312_000_000,
};

export const contrasts: ScopeSubject = {
  path: '/analysis/contrast',
  add: sites.add,
  calls: {
    'GET /analysis/contrast': ['channel=PM10', 'index=us'].map((measured) => ({
      row: {
        request: (id) => ({
          path: `/analysis/contrast?siteIds=${id}&${measured}&granularity=hour&from=${contrast.from}&to=${contrast.to}`,
        }),
        guards,
      },
    })),
    'POST /analysis/contrast/export': [{ channel: 'PM10' }, { index: 'us' }].map((measured) => ({
      row: {
        request: (id) => ({
          path: '/analysis/contrast/export',
          json: { ...contrast, ...measured, siteIds: [id], format: 'csv' },
        }),
        guards,
      },
    })),
  },
};
