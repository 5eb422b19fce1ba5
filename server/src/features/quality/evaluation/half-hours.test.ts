import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind, siteChanged } from '../../reading/model.api.ts';

let t: TestApp;
const half = HOUR_MS / 2;
/** A full hour in UTC. */
const first = Math.floor(testNow / HOUR_MS) * HOUR_MS - 20 * HOUR_MS;
let sites = 0;

beforeAll(async () => {
  t = await openTestApp();
  await t.app.pool.query(
    `insert into reference_station (station_code, station_name, facts_of) values ('R-1', 'Reference', now())`,
  );
});
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('delete from data_rule'));

/** A site with two hours of minutes around each other's limits: the first full hour, and half an hour on both sides. */
async function addMeasured(zone: string, value: number, longitude: number): Promise<number> {
  const siteId = await addSite(t, { mn: `HALF-${++sites}`, zone });
  await t.app.pool.query('update site set longitude = $2, latitude = 28 where site_id = $1', [
    siteId,
    longitude,
  ]);
  await t.app.bus.publish(siteChanged);
  await t.ingest.directory.refresh();
  const readings = Array.from({ length: 180 }, (_, minute) => {
    const ts = first + minute * MINUTE_MS;
    const place = { siteId, kind: packetKind.minute, ts, hour: floorToHour(ts, zone), rank: ts * 2 };
    return { ...place, slots: [1], values: [value], marks: [] };
  });
  await storeTestReadings(t, readings);
  return siteId;
}

const addRule = (values: string, site: number | null = null) =>
  t.app.pool.query(
    `insert into data_rule (rule_name, dept_id, channel_id, site_id, test, tolerance, percent, station_code, neighbour_km)
     values ('half', 100, 1, $1, 'difference', 10, 20, ${values})`,
    [site],
  );
const publish = (hour: number) =>
  t.app.pool.query(
    `insert into reference_reading (station_code, release_time, pm25) values ('R-1', $1, 40)`,
    [new Date(hour + HOUR_MS)],
  );
async function settle(): Promise<void> {
  while ((await t.services.rollUp.run(true)) > 0);
}
/** When its hours and its flags begin, in hours after the first. */
async function startsOf(siteId: number) {
  const read = async (table: string) => {
    const { rows } = await t.app.pool.query<{ at: number }>(
      `select (extract(epoch from ts) * 1000)::float8 as at from ${table} where site_id = $1 order by ts`,
      [siteId],
    );
    return rows.map(({ at }) => (at - first) / HOUR_MS);
  };
  return { hours: await read('reading_hour'), flags: await read('quality_flag') };
}

describe('a site whose zone is half an hour off', () => {
  it('is compared only with hours of its station that begin when its own do', async () => {
    const siteId = await addMeasured('Asia/Kolkata', 90, 85);
    await addRule(`'R-1', null`, siteId);
    await settle();
    const hours = [-0.5, 0.5, 1.5, 2.5];
    expect(await startsOf(siteId)).toEqual({ hours, flags: [] });
    await publish(first + HOUR_MS);
    await settle();
    expect(await startsOf(siteId)).toEqual({ hours, flags: [] });
    await publish(first + half);
    await settle();
    expect(await startsOf(siteId)).toEqual({ hours, flags: [0.5] });
  });

  it('keeps its own hours beside neighbours whose hours begin at other moments', async () => {
    const siteId = await addMeasured('Asia/Kolkata', 90, 86);
    await settle();
    await addRule('null, 5');
    const near = [
      await addMeasured('Asia/Shanghai', 40, 86.001),
      await addMeasured('Asia/Shanghai', 41, 86.002),
    ];
    await settle();
    expect(await startsOf(siteId)).toEqual({ hours: [-0.5, 0.5, 1.5, 2.5], flags: [] });
    for (const id of near) expect(await startsOf(id)).toEqual({ hours: [0, 1, 2], flags: [] });
  });
});
