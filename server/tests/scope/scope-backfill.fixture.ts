import { backfillRequest } from '@limpid/contract/backfill/backfill';
import type { TestApp } from '../../src/testing/app.ts';
import { testHour } from '../../src/testing/clock.ts';
import { type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

const { path } = backfillRequest;
const day = { from: testHour - 86_400_000, to: testHour };

async function addRequest(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into backfill_request (site_id, kind, from_ts, to_ts, missing, user_id, create_by, create_time)
     values ($1, 2061, now(), now(), 1, 1, 'x', limpid_now() + '1 day') returning request_id`,
    [await sites.add(t, deptId)],
  );
  return rows[0].request_id;
}

export const backfillRequests: ScopeSubject = {
  path,
  add: addRequest,
  calls: {
    ...standardCalls({ path, id: 'requestId', body: () => ({}) }),
    [`GET ${path}/gaps`]: {
      row: {
        of: '/site/site',
        request: (siteId) => ({ path: `${path}/gaps?siteId=${siteId}&from=${day.from}&to=${day.to}` }),
      },
    },
    [`POST ${path}`]: {
      row: {
        of: '/site/site',
        request: (siteId) => ({ path, json: { siteId, kind: 2061, ...day } }),
        guards: ['backfill.device_type'],
      },
    },
  },
};
