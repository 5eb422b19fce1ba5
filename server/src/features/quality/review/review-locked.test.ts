import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityOf, openLocks, until } from '../lock/lock.fixture.ts';

let tools: Awaited<ReturnType<typeof openLocks>>;
let site: number;
/** Hours of a rule, from the end of the locked month. */
const [across, locked, open] = [[-3, -2, -1, 0, 1], [-10, -9], [6]];

beforeAll(async () => {
  tools = await openLocks();
  await tools.test.app.pool.query('delete from data_rule');
  site = await tools.addMeasured('REVIEWED');
  const hours = [...across, ...locked, ...open];
  await tools.test.app.pool.query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, value, counts)
     select $1, ts, 1, 1, 'rule', 'range', 'hour', 10, false from unnest($2::timestamptz[]) as ts`,
    [site, hours.map((hour) => new Date(until + hour * HOUR_MS).toISOString())],
  );
  expect((await tools.lock(await entityOf(tools.test, site))).code).toBe(200);
});
afterAll(() => tools.close());

async function listPeriods() {
  const { rows = [] } = await tools.send(
    'GET',
    `/data/audit/list?siteId=${site}&orderByColumn=beganAt&isAsc=asc`,
  );
  return rows.map(({ periodId, revision }) => ({ periodId, revision }));
}

const review = (periods: unknown[]) =>
  tools.send('PUT', '/data/audit/review?lang=en', { periods, state: 'rejected', reason: 'a fire nearby' });

/** The hours whose flags were rejected, from the end of the month. */
async function listRejected(): Promise<number[]> {
  const { rows } = await tools.test.app.pool.query(
    `select (extract(epoch from ts) * 1000)::float8 as at from quality_flag
     where site_id = $1 and state = 'rejected' order by ts`,
    [site],
  );
  return rows.map(({ at }) => (at - until) / HOUR_MS);
}

describe('a review', () => {
  it('is refused for periods that are wholly in a locked month', async () => {
    const [inMonth] = await listPeriods();
    expect((await review([inMonth])).msg).toContain('2026-10');
    expect(await listRejected()).toEqual([]);
  });

  it('of several decides the hours after the month, and counts what is locked as undecided', async () => {
    const { data } = await review(await listPeriods());
    expect(data).toEqual({ periods: 2, hours: 3, changed: 0, locked: 1 });
    expect(await listRejected()).toEqual([0, 1, 6]);
  });
});
