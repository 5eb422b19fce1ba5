import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letPacketsIn } from '../../src/features/quality/lock/let-in.ts';
import {
  entityOf,
  hashMonth,
  lastDay,
  makeMinute,
  openLocks,
  readMonth,
} from '../../src/features/quality/lock/lock.fixture.ts';
import { addSite, storeTestReadings } from '../../src/testing/stations.ts';

let tools: Awaited<ReturnType<typeof openLocks>>;
beforeAll(async () => {
  tools = await openLocks();
});
afterAll(() => tools?.close());

let count = 0;
/** An entity with a site, whose month is locked. */
async function addLocked(zone = 'Asia/Shanghai') {
  const siteId = await addSite(tools.test, { mn: `MOVED-L${++count}` });
  const entityId = await entityOf(tools.test, siteId);
  await tools.test.app.pool.query('update site_entity set zone = $2 where entity_id = $1', [entityId, zone]);
  const { data } = await tools.lock(entityId);
  return { entityId, lockId: data?.['lockId'] };
}

async function move(siteId: number, entityId: number): Promise<void> {
  const { data } = await tools.send('GET', `/site/site/${siteId}`);
  expect(await tools.send('PUT', '/site/site', { ...data, entityId })).toMatchObject({ code: 200 });
  await tools.test.ingest.directory.refresh();
}

async function settle(): Promise<void> {
  await tools.test.ingest.directory.refresh();
  while ((await tools.test.services.rollUp.run(true)) > 0);
}

const hourAt = lastDay + 5 * HOUR_MS;
/** Late values in an hour that was rolled up with 10. */
const makeLate = (siteId: number) =>
  Array.from({ length: 6 }, (_, n) => makeMinute(siteId, hourAt + (10 * n + 5) * MINUTE_MS, 40));

async function readHour(siteId: number): Promise<unknown> {
  const { hours } = await readMonth(tools.test, siteId);
  return hours.find(({ ts }) => Date.parse(String(ts)) === hourAt)?.['a1'];
}

describe('a site that moves to an entity whose month is locked', () => {
  it('has its late hours that waited for their roll-up once the month is unlocked', async () => {
    const siteId = await tools.addMeasured('MOVED-LATE');
    const { entityId, lockId } = await addLocked();
    await storeTestReadings(tools.test, makeLate(siteId));
    await move(siteId, entityId);
    const locked = await hashMonth(tools.test, siteId);
    await settle();
    expect(await hashMonth(tools.test, siteId)).toBe(locked);
    expect(await readHour(siteId)).toBe(10);
    expect((await tools.unlock(lockId)).code).toBe(200);
    await settle();
    expect(await readHour(siteId)).toBe(25);
  });

  it('has the hours and days of its new zone once the month is unlocked', async () => {
    const siteId = await tools.addMeasured('MOVED-ZONE');
    const { entityId, lockId } = await addLocked('Asia/Kolkata');
    await move(siteId, entityId);
    await settle();
    await tools.unlock(lockId);
    await settle();
    const { hours, days } = await readMonth(tools.test, siteId);
    const minutes = new Set(hours.map(({ ts }) => new Date(String(ts)).getUTCMinutes()));
    expect([...minutes]).toEqual([30]);
    // The readings begin at the end of an Indian day and reach into the next month.
    expect(days.map(({ day, c1 }) => [day, c1])).toEqual([
      ['2026-10-30', 2],
      ['2026-10-31', 24],
    ]);
  });
});

describe('packets that wait to be let in after an unlocking', () => {
  /** A site with a late packet of its month, which has just been unlocked. */
  async function openWaiting(mn: string) {
    const siteId = await tools.addMeasured(mn);
    const from = await entityOf(tools.test, siteId);
    const lock = await tools.lock(from);
    await storeTestReadings(tools.test, makeLate(siteId).slice(0, 1));
    expect((await tools.unlock(lock.data?.['lockId'])).data).toEqual({ keptPackets: 1 });
    return { siteId, from };
  }

  it('are kept apart by the lock of the entity to which their site moves, and let in later', async () => {
    const { siteId } = await openWaiting('MOVED-KEPT');
    const { entityId, lockId } = await addLocked();
    await move(siteId, entityId);
    await settle();
    const locked = await hashMonth(tools.test, siteId);
    for (let times = 0; times < 2; times++) await letPacketsIn(tools.test.app, tools.test.ingest);
    await settle();
    expect(await hashMonth(tools.test, siteId)).toBe(locked);
    expect(await tools.listKept(lockId)).toMatchObject([{ sentValues: 'PM2.5=40 N', arrivals: 1 }]);
    expect((await tools.unlock(lockId)).data).toEqual({ keptPackets: 1 });
    expect(await letPacketsIn(tools.test.app, tools.test.ingest)).toBe(1);
    await settle();
    expect(await readHour(siteId)).toBeCloseTo((6 * 10 + 40) / 7, 3);
  });

  it('are let in although the entity that was locked is removed meanwhile', async () => {
    const { siteId, from } = await openWaiting('MOVED-REMOVED');
    await move(siteId, await entityOf(tools.test, await addSite(tools.test, { mn: 'MOVED-FREE' })));
    expect(await tools.send('DELETE', `/site/entity/${from}`)).toMatchObject({ code: 200 });
    expect(await letPacketsIn(tools.test.app, tools.test.ingest)).toBe(1);
    await settle();
    expect(await readHour(siteId)).toBeCloseTo((6 * 10 + 40) / 7, 3);
  });
});
