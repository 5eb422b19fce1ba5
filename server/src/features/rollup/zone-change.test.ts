import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testDay } from '../../testing/clock.ts';
import { runTask } from '../../testing/run-task.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind, type Reading } from '../reading/reading.ts';
import { siteChanged } from '../reading/site-changed.ts';
import { openRollUp } from './roll-up.ts';
import { markSiteHoursDirty } from './rollup.api.ts';

let test: TestApp;
const start = testDay - 6 * DAY_MS;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** Two days with a value every ten minutes: the number of the hour. */
function twoDays(siteId: number, zone: string): Reading[] {
  return Array.from({ length: 288 }, (_, n): Reading => {
    const ts = start + n * 10 * MINUTE_MS;
    const place = { siteId, kind: packetKind.minute, ts, hour: floorToHour(ts, zone) };
    return { ...place, rank: ts * 2, slots: [1], values: [Math.floor(n / 6)], marks: [] };
  });
}

async function cutOf(siteId: number) {
  const { rows: hours } = await test.app.pool.query(
    `select count(*)::int as n, count(distinct extract(minute from ts))::int as offsets, max(c1) as c, sum(c1)::int as seconds
     from reading_hour where site_id = $1`,
    [siteId],
  );
  const { rows: days } = await test.app.pool.query(
    'select sum(c1)::int as hours, count(*)::int as n from reading_day where site_id = $1',
    [siteId],
  );
  return { ...hours[0], dayHours: days[0].hours, days: days[0].n };
}

async function moveTo(siteId: number, zone: string): Promise<void> {
  await test.app.pool.query(
    'update site_entity set zone = $2 where entity_id = (select entity_id from site where site_id = $1)',
    [siteId, zone],
  );
  await test.app.db.transaction().execute((db) => markSiteHoursDirty(db, [siteId]));
  await test.app.bus.publish(siteChanged);
  await soon(() => test.ingest.directory.findBySite(siteId)?.zone).toBe(zone);
}

describe.each([
  ['loose', false],
  ['packed', true],
])('%s readings of a site whose zone has changed', (_, isPacked) => {
  it('are rolled up again: no hour of the old zone is left, and none is counted twice', async () => {
    const siteId = await addSite(test, { mn: `CUT-${isPacked}`, interval: 600 });
    const rollUp = openRollUp(test.app, test.ingest.directory);
    await storeTestReadings(test, twoDays(siteId, 'Asia/Shanghai'));
    await rollUp.run();
    expect(await cutOf(siteId)).toMatchObject({ n: 48, c: 3600, dayHours: 48 });
    if (isPacked) await runTask(test, 'readingTask.pack(3)');
    await moveTo(siteId, 'Asia/Kolkata');
    await rollUp.run();
    const halfHours = await cutOf(siteId);
    expect(halfHours).toMatchObject({ n: 49, offsets: 1, c: 3600, seconds: 48 * 3600 });
    await moveTo(siteId, 'America/New_York');
    await rollUp.run();
    expect(await cutOf(siteId)).toMatchObject({ n: 48, offsets: 1, dayHours: 48, days: 3 });
  });
});

it('rebuilds hours of packed days in a repair', async () => {
  const siteId = await addSite(test, { mn: 'CUT-REPAIR', interval: 600 });
  await storeTestReadings(test, twoDays(siteId, 'Asia/Shanghai'));
  await openRollUp(test.app, test.ingest.directory).run();
  await runTask(test, 'readingTask.pack(3)');
  await test.app.pool.query('update reading_hour set a1 = 777 where site_id = $1', [siteId]);
  await runTask(test, 'readingTask.repair(8)');
  const { rows } = await test.app.pool.query('select max(a1) as most from reading_hour where site_id = $1', [
    siteId,
  ]);
  expect(rows[0].most).toBe(47);
});

it('shows readings after one from a clock that is ahead, and loads alternating channels at the start', async () => {
  const siteId = await addSite(test, { mn: 'CUT-LATEST' });
  const now = test.app.clock.now().getTime();
  const one = (ts: number, slot: number, value: number): Reading => ({
    siteId,
    kind: packetKind.realtime,
    ts,
    hour: floorToHour(ts, 'Asia/Shanghai'),
    rank: ts * 2,
    slots: [slot],
    values: [value],
    marks: [],
  });
  await storeTestReadings(test, [one(now + 20 * HOUR_MS, 1, 999)]);
  await soon(() => test.ingest.latestOf(siteId)['PM2.5']?.value).toBe(999);
  test.clock.advance(1);
  await storeTestReadings(test, [one(test.app.clock.now().getTime(), 1, 12), one(now - 1000, 2, 34)]);
  expect(test.ingest.latestOf(siteId)).toMatchObject({ 'PM2.5': { value: 12 }, PM10: { value: 34 } });
  const second = await openTestApp({}, { connection: test.connection });
  expect(second.ingest.latestOf(siteId)).toMatchObject({ PM10: { value: 34 } });
  await second.close();
});
