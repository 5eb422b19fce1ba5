import { afterAll, beforeAll, expect, it } from 'vitest';
import { soon } from '../../src/testing/soon.ts';
import { hourAgo, openBackfill } from './backfill.fixture.ts';

let backfill: Awaited<ReturnType<typeof openBackfill>>;

beforeAll(async () => {
  backfill = await openBackfill();
  await backfill.test.app.pool.query(
    `update basic_device_type set answers_minutes = false, answers_days = false, asks_days = 1`,
  );
  await backfill.test.app.pool.query(
    `update basic_device_type set asks_itself = true where device_type_id = 2`,
  );
});
afterAll(() => backfill.close());

const allBut = (...missing: number[]) =>
  Array.from({ length: 24 }, (_, n) => n + 1).filter((hours) => !missing.includes(hours));
const asking = { deviceTypeId: 2 };

/** New sites are looked at first: once the second one was asked, those that were due with the first one were looked at. */
async function addLaterSites() {
  for (let n = 0; n < 2; n++) {
    const later = await backfill.addSite({ ...asking, stored: allBut(3) });
    await backfill.connect(later);
    await soon(async () => (await backfill.requests(later.siteId)).length).toBe(1);
  }
}

it('the platform asks connected devices by itself where their type says so, and only there', async () => {
  const other = await backfill.addSite({ stored: allBut(5) });
  await backfill.connect(other);
  const offline = await backfill.addSite({ ...asking, stored: allBut(5) });
  const site = await backfill.addSite({ ...asking, stored: allBut(5, 11) });
  await backfill.connect(site);
  await soon(() => backfill.requests(site.siteId)).toMatchObject([
    { state: 'answered', missing: 2, arrived: 2, automatic: true },
  ]);
  expect((await backfill.commands(site.siteId))[0]).toMatchObject({ userName: 'system' });
  expect((await backfill.gaps(site.siteId)).hours).toMatchObject({ missing: 0 });
  await addLaterSites();
  expect(await backfill.requests(offline.siteId)).toEqual([]);
  expect(await backfill.requests(other.siteId)).toEqual([]);
});

it('a device that does not answer is not asked again at once', async () => {
  const site = await backfill.addSite({ ...asking, stored: allBut(5) });
  await backfill.connect(site, 'never');
  await soon(() => backfill.commands(site.siteId)).toMatchObject([{ state: 'timedOut' }]);
  backfill.test.clock.advance(1);
  await soon(() => backfill.requests(site.siteId)).toMatchObject([{ state: 'failed', reason: 'timedOut' }]);
  // Sites are looked at every ten minutes; a row is asked for again after thirty.
  backfill.test.clock.advance(11);
  await addLaterSites();
  expect(await backfill.requests(site.siteId)).toHaveLength(1);
});

it('hours of a locked month are left out', async () => {
  const site = await backfill.addSite({ ...asking, stored: allBut(5, 20) });
  await backfill.test.app.pool.query(
    `with lock as (
       insert into month_lock (entity_id, month, zone, since, until, locked_at, locked_by)
       select entity_id, '2026-10-01', 'Asia/Shanghai', '2026-10-31T16:00Z', $2, now(), 'admin'
       from site where site_id = $1 returning *)
     insert into month_lock_site (lock_id, site_id, month, since, until)
     select lock_id, $1, month, since, until from lock`,
    [site.siteId, new Date(hourAgo(12)).toISOString()],
  );
  await backfill.connect(site);
  await soon(() => backfill.requests(site.siteId)).toMatchObject([{ state: 'answered', missing: 1 }]);
});
