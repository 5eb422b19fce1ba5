import type { ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

const { add } = sites;

/** Reads and exports an analysis of one site; its query is the address or the body. */
function analysisCalls(
  path: string,
  queryOf: (siteId: number) => Record<string, string | number | number[]>,
): ScopeSubject['calls'] {
  const addressOf = (id: number) =>
    Object.entries(queryOf(id))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
  return {
    [`GET ${path}`]: { row: { request: (id) => ({ path: `${path}?${addressOf(id)}` }) } },
    [`POST ${path}/export`]: {
      row: {
        request: (id) => ({ path: `${path}/export`, json: { ...queryOf(id), format: 'csv' } }),
        // Sites are checked before the work is started.
        guards: ['work.too_many'],
      },
    },
  };
}

const january = { channel: 'PM2.5', from: '2026-01' };

export const pollutionTrends: ScopeSubject = {
  path: '/analysis/trend',
  add,
  calls: analysisCalls('/analysis/trend', (siteId) => ({ siteId, ...january })),
};
