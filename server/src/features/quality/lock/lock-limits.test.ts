import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { letPacketsIn } from './let-in.ts';
import { entityOf, hashMonth, lastDay, makeMinute, month, openLocks, since } from './lock.fixture.ts';

let tools: Awaited<ReturnType<typeof openLocks>>;
beforeAll(async () => {
  tools = await openLocks();
});
afterAll(() => tools.close());

const english = (path: string) => `${path}?lang=en`;
const lockMonth = (entityId: number, of: string, token = tools.admin) =>
  tools.send('POST', english('/data/audit/lock'), { entityId, month: of }, token);

async function countKept(siteId: number): Promise<number> {
  const { rows } = await tools.test.app.pool.query(
    'select count(*)::int as n from kept_packet where site_id = $1',
    [siteId],
  );
  return rows[0].n;
}

describe('a month', () => {
  it('is locked only after it has ended in the zone of the entity, once, and with sites', async () => {
    const { test } = tools;
    const entityId = await entityOf(test, await addSite(test, { mn: 'LIMIT-A' }));
    expect((await lockMonth(entityId, '2026-11')).msg).toBe(
      '2026-11 has not ended at LIMIT-A (Asia/Shanghai): only months that have ended can be locked',
    );
    expect((await lockMonth(entityId, month)).code).toBe(200);
    expect((await lockMonth(entityId, month)).msg).toBe('2026-10 of LIMIT-A is locked already');
    const { rows } = await test.app.pool.query(
      `insert into site_entity (entity_code, entity_name, dept_id) values ('empty', 'Empty', 100) returning entity_id`,
    );
    expect((await lockMonth(rows[0].entity_id, month)).msg).toBe(
      'Empty has no sites, so there is nothing to lock',
    );
  });

  it('is unlocked with a reason by whom the department and the permission allow', async () => {
    const { test, send } = tools;
    await addDepartment(test, 710, 100, [0, 100]);
    const siteId = await addSite(test, { mn: 'LIMIT-B', deptId: 710 });
    const { data } = await lockMonth(await entityOf(test, siteId), month);
    await addPerson(test, 'locker', [{ permissions: ['data:audit:lock', 'data:audit:list'] }]);
    await addPerson(test, 'stranger', [{ permissions: ['data:audit:unlock'], dataScope: '3' }], 100);
    await addPerson(test, 'keeper', [{ permissions: ['data:audit:unlock'], dataScope: '3' }], 710);
    const unlock = async (name: string, reason = 'a packet is missing') =>
      send(
        'POST',
        '/data/audit/lock/unlock',
        { lockId: data?.['lockId'], reason },
        await test.login(name, personPassword),
      );
    expect((await unlock('locker')).code).toBe(403);
    expect((await unlock('stranger')).code).not.toBe(200);
    expect((await unlock('keeper', ' ')).code).toBe(500);
    expect((await unlock('keeper')).code).toBe(200);
    expect((await unlock('keeper')).code).not.toBe(200);
    const { rows } = await send('GET', `/data/audit/lockLog/list?month=${month}&pageSize=100`);
    expect(rows?.filter((row) => row['entityName'] === 'LIMIT-B')).toMatchObject([
      { action: 'unlock', userName: 'keeper', reason: 'a packet is missing' },
      { action: 'lock', userName: 'admin' },
    ]);
  });

  it('stays locked for a site that moves to another entity, and covers one that comes', async () => {
    const { test } = tools;
    const siteId = await tools.addMeasured('LIMIT-C');
    const [from, to] = [
      await entityOf(test, siteId),
      await entityOf(test, await addSite(test, { mn: 'LIMIT-D' })),
    ];
    await lockMonth(from, month);
    const newcomer = await addSite(test, { mn: 'LIMIT-E' });
    await test.app.pool.query('update site set entity_id = $2 where site_id = $1', [newcomer, from]);
    await test.app.pool.query('update site set entity_id = $2 where site_id = $1', [siteId, to]);
    await test.ingest.directory.refresh();
    const before = await hashMonth(test, siteId);
    await storeTestReadings(
      test,
      [siteId, newcomer].map((id) => makeMinute(id, lastDay + HOUR_MS + 1000, 99)),
    );
    expect(await Promise.all([siteId, newcomer].map(countKept))).toEqual([1, 1]);
    await tools.rollUp();
    expect(await hashMonth(test, siteId)).toBe(before);
  });

  it.each([
    ['west, with the month before', 'America/New_York', ['2026-09', '2026-10']],
    ['east, with the month after', 'Pacific/Auckland', ['2026-10', '2026-09']],
  ])('leaves no hole where the zone has moved %s', async (to, zone, [first = '', second = '']) => {
    const { test } = tools;
    const mn = `LIMIT-${to.slice(0, 4)}`;
    const siteId = await addSite(test, { mn });
    const entityId = await entityOf(test, siteId);
    expect((await lockMonth(entityId, first)).code).toBe(200);
    await test.app.pool.query('update site_entity set zone = $2 where entity_id = $1', [entityId, zone]);
    await test.ingest.directory.refresh();
    expect((await lockMonth(entityId, second)).code).toBe(200);
    const { rows } = await test.app.pool.query(
      `select since, until from month_lock where entity_id = $1 order by month`,
      [entityId],
    );
    expect(Date.parse(rows[0].until)).toBeGreaterThanOrEqual(Date.parse(rows[1].since));
    const { rows: covered } = await test.app.pool.query(
      'select since, until from month_lock_site where site_id = $1 order by month',
      [siteId],
    );
    expect(covered).toEqual(rows);
  });

  it('keeps its site and its entity from being removed', async () => {
    const { test, send } = tools;
    const siteId = await addSite(test, { mn: 'LIMIT-F' });
    const entityId = await entityOf(test, siteId);
    const { data } = await lockMonth(entityId, month);
    expect((await send('DELETE', english(`/site/site/${siteId}`))).msg).toBe(
      `LIMIT-F has data in a locked month (${month} of LIMIT-F): unlock it first`,
    );
    await tools.unlock(data?.['lockId']);
    expect((await send('DELETE', `/site/site/${siteId}`)).code).toBe(200);
    expect((await send('DELETE', `/site/entity/${entityId}`)).code).toBe(200);
  });

  it('leaves out kept packets whose readings have expired meanwhile, and says how many', async () => {
    const { test } = tools;
    const siteId = await tools.addMeasured('LIMIT-G');
    const { data } = await lockMonth(await entityOf(test, siteId), month);
    await storeTestReadings(test, [
      makeMinute(siteId, since + HOUR_MS, 7),
      makeMinute(siteId, lastDay + HOUR_MS + 1000, 8),
    ]);
    await tools.unlock(data?.['lockId']);
    expect(
      await letPacketsIn({ ...test.app, clock: { ...test.clock, now: inThreeYears } }, test.ingest),
    ).toBe(2);
    const { rows } = await test.app.pool.query(
      `select let_in, expired from month_lock_log where lock_id = $1 and action = 'unlock'`,
      [data?.['lockId']],
    );
    expect(rows).toEqual([{ let_in: 1, expired: 1 }]);
  });
});

/** When readings of the first day of the month are older than what is kept, and those of the last day are not. */
function inThreeYears(): Date {
  return new Date(since + DAY_MS + 3 * 366 * DAY_MS);
}
