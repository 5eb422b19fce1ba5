import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, readMigrations, runOnce } from '../../../platform/db/migrate.ts';
import { openPool } from '../../../platform/db/pool.ts';
import { createDatabase, openTestApp, type TestApp } from '../../../testing/app.ts';
import { testDay } from '../../../testing/clock.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite, stationTime, storeTestReadings } from '../../../testing/stations.ts';
import { openRollUp } from '../../rollup/roll-up.ts';
import { makePacket } from '../reading.fixture.ts';
import { bits, type Mark, packetKind, type Reading } from '../reading.ts';
import { recheckRanges } from './recheck-ranges.ts';

const day = testDay - 5 * DAY_MS;

describe('the migration to wider ranges', () => {
  it('widens the ranges that are unchanged since their installation, and queues their values', async () => {
    const database = await createDatabase();
    const pool = openPool({ ...database.connection, max: 2 });
    const before = readMigrations().filter(({ name }) => name < '0038');
    await runOnce(pool, 'schema_migration', before);
    await pool.query(
      `with slots as (insert into basic_slot values (1), (2), (3), (4))
       insert into basic_channel (channel_id, channel_code, gb_code, channel_name, min_value, max_value, slot)
       values (1, 'PM2.5', 'a34004', 'PM2.5', 0, 1000, 1), (2, 'PM10', 'a34002', 'PM10', 0, 900, 2),
         (3, 'SO2', 'own', 'SO2', 0, 2700, 3), (4, 'NO2', 'a21004', 'NO2', -5, 4000, 4)`,
    );
    await migrate(pool);
    const { rows } = await pool.query('select max_value from basic_channel order by channel_id');
    expect(rows.map(({ max_value: most }) => most)).toEqual([5000, 900, 2700, 4000]);
    // Every channel is queued once, so that hours with numbers out of range get their mark.
    const queued = await pool.query('select slot, old_limits from range_recheck order by slot');
    expect(queued.rows).toEqual([
      { slot: 1, old_limits: [1000] },
      { slot: 2, old_limits: [] },
      { slot: 3, old_limits: [] },
      { slot: 4, old_limits: [] },
    ]);
    await pool.end();
    await database.drop();
  });
});

describe('stored values after a range has become wider', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp();
  });
  afterAll(() => test.close());

  function reading(siteId: number, minute: number, raw: number, mark: Partial<Mark> = {}): Reading {
    const ts = day + minute * MINUTE_MS;
    const place = {
      siteId,
      kind: packetKind.minute,
      ts,
      hour: floorToHour(ts, 'Asia/Shanghai'),
      rank: ts * 2,
    };
    const odd = { slot: 2, flag: 'N', bits: bits.range, raw, rank: null, ...mark };
    return { ...place, slots: [1, 2], values: [7, null], marks: [odd] };
  }
  const hours = async () =>
    (
      await test.app.pool.query(
        'select site_id, a1, a2, h2, c2, out_of_range from reading_hour where ts = $1 order by site_id',
        [new Date(day).toISOString()],
      )
    ).rows;

  it('count if they are within it now, packed and loose alike, with the K and B of their time', async () => {
    const [packed, loose] = [await addSite(test, { mn: 'WIDE-P' }), await addSite(test, { mn: 'WIDE-L' })];
    await test.app.pool.query(
      `insert into site_coefficient (site_id, channel_id, since, k, b) select site_id, 2, 'epoch', 2, 10 from site`,
    );
    const minutes = (siteId: number) => [
      ...Array.from({ length: 58 }, (_, minute) => reading(siteId, minute, 3000)),
      reading(siteId, 58, 3000, { flag: 'D' }),
      reading(siteId, 59, 20_000),
    ];
    await storeTestReadings(test, minutes(packed));
    await runTask(test, 'readingTask.pack(3)');
    await storeTestReadings(test, minutes(loose));
    const rollUp = openRollUp(test.app, test.ingest.directory);
    await rollUp.run();
    const before = await hours();
    expect(before).toMatchObject([packed, loose].map((site_id) => ({ site_id, a1: 7, a2: null, c2: null })));

    expect(await recheckRanges(test.app, test.ingest.directory)).toBe(0);
    const { send } = await talk();
    const { data } = await send('GET', '/basic/channel/2');
    await send('PUT', '/basic/channel', { ...data, maxValue: 9999 });
    // 58 minutes count; the faulty one is within the range, too, and still does not count.
    expect(await recheckRanges(test.app, test.ingest.directory)).toBe(2 * 59);
    expect(await recheckRanges(test.app, test.ingest.directory)).toBe(0);
    await rollUp.run();
    const outOfRange = Buffer.from([2, 0x46, 0x9c, 0x40, 0]);
    expect(await hours()).toEqual(
      [packed, loose].map((site_id) => ({
        site_id,
        a1: 7,
        a2: 6010,
        h2: 6010,
        c2: 58 * 60,
        out_of_range: outOfRange,
      })),
    );
  });

  it('are corrected by K and B if they were stored as the old limit, packed and loose alike', async () => {
    const [packed, loose] = [await addSite(test, { mn: 'LIMIT-P' }), await addSite(test, { mn: 'LIMIT-L' })];
    await test.app.pool.query(
      `insert into site_coefficient (site_id, channel_id, since, k, b) select site_id, 2, 'epoch', 2, 0 from site
       where site_id = any($1)`,
      [[packed, loose]],
    );
    const { send } = await talk();
    const { data } = await send('GET', '/basic/channel/2');
    await send('PUT', '/basic/channel', { ...data, maxValue: 2000 });
    await recheckRanges(test.app, test.ingest.directory);
    const start = day + 12 * 60 * MINUTE_MS;
    const minutes = (siteId: number) =>
      Array.from({ length: 60 }, (_, minute): Reading => {
        // The last one is within the limit, the previous one is still out of range.
        const [raw, value, why] =
          minute === 59 ? [700, 1400, 0] : minute === 58 ? [20_000, null, bits.range] : [1500, 2000, 0];
        const own = reading(siteId, minute + 12 * 60, raw, { bits: why });
        return { ...own, slots: [2], values: [value] };
      });
    await storeTestReadings(test, minutes(packed));
    await runTask(test, 'readingTask.pack(3)');
    await storeTestReadings(test, minutes(loose));
    const rollUp = openRollUp(test.app, test.ingest.directory);
    await rollUp.run();
    // Hours as they were stored before marks existed.
    await test.app.pool.query('update reading_hour set out_of_range = null');
    await send('PUT', '/basic/channel', { ...data, maxValue: 9999 });
    expect(await recheckRanges(test.app, test.ingest.directory)).toBe(2 * 58);
    await rollUp.run();
    const { rows } = await test.app.pool.query(
      'select l2, h2, c2, out_of_range from reading_hour where ts = $1 and site_id = any($2)',
      [new Date(start).toISOString(), [packed, loose]],
    );
    const expected = { l2: 1400, h2: 3000, c2: 59 * 60, out_of_range: Buffer.from([2, 0x46, 0x9c, 0x40, 0]) };
    expect(rows).toEqual([expected, expected]);
    // Hours whose numbers stay out of range get their mark, although none of their values has changed.
    expect(await hours()).toMatchObject([
      { out_of_range: expect.any(Buffer) },
      { out_of_range: expect.any(Buffer) },
    ]);
  });

  it('are corrected by K and B if the old limit itself was sent, packed and loose alike', async () => {
    const [packed, loose] = [await addSite(test, { mn: 'AT-P' }), await addSite(test, { mn: 'AT-L' })];
    await test.app.pool.query(
      `insert into site_coefficient (site_id, channel_id, since, k, b) select site_id, 2, 'epoch', 2, 0 from site
       where site_id = any($1)`,
      [[packed, loose]],
    );
    const { send } = await talk();
    const { data } = await send('GET', '/basic/channel/2');
    await send('PUT', '/basic/channel', { ...data, maxValue: 2000 });
    await recheckRanges(test.app, test.ingest.directory);
    const report = async (mn: string) => {
      const device = test.ingest.directory.findByMn(mn);
      if (!device) throw new Error('device not registered');
      for (let minute = 0; minute < 60; minute++) {
        const time = stationTime(day + (18 * 60 + minute) * MINUTE_MS);
        const packet = makePacket(
          `DataTime=${time.slice(0, 14)};a34002-Avg=${minute === 59 ? 700 : 2000},a34002-Flag=N`,
          `QN=${time};ST=22;CN=2051;PW=1;MN=${mn};Flag=5`,
        );
        await new Promise((done) => test.ingest.storePacket(packet, device, () => undefined, done));
      }
    };
    await report('AT-P');
    await runTask(test, 'readingTask.pack(3)');
    await report('AT-L');
    const rollUp = openRollUp(test.app, test.ingest.directory);
    await rollUp.run();
    await send('PUT', '/basic/channel', { ...data, maxValue: 9999 });
    expect(await recheckRanges(test.app, test.ingest.directory)).toBe(2 * 59);
    expect(await recheckRanges(test.app, test.ingest.directory)).toBe(0);
    await rollUp.run();
    const { rows } = await test.app.pool.query(
      'select l2, h2 from reading_hour where ts = $1 and site_id = any($2)',
      [new Date(day + 18 * 60 * MINUTE_MS).toISOString(), [packed, loose]],
    );
    expect(rows).toEqual(Array(2).fill({ l2: 1400, h2: 4000 }));
  });

  it('give an hour of a sandstorm an index of 500', async () => {
    await addSite(test, { mn: 'STORM' });
    const device = test.ingest.directory.findByMn('STORM');
    if (!device) throw new Error('device not registered');
    const packet = makePacket(
      `DataTime=${stationTime(day).slice(0, 14)};a34002-Avg=9993,a34002-Flag=N;a34004-Avg=4900,a34004-Flag=N`,
      `QN=${stationTime(day)};ST=22;CN=2061;PW=1;MN=STORM;Flag=5`,
    );
    await new Promise((done) => test.ingest.storePacket(packet, device, () => undefined, done));
    await openRollUp(test.app, test.ingest.directory).run();
    const { rows } = await test.app.pool.query('select aqi, a1, a2 from reading_hour where site_id = $1', [
      device.siteId,
    ]);
    expect(rows).toEqual([{ aqi: 500, a1: 4900, a2: 9993 }]);
  });

  async function talk() {
    const token = await test.login();
    return {
      send: async (method: string, path: string, json?: object) => {
        const { body } = await test.send(method, path, { token, ...(json && { json }) });
        expect(body.code).toBe(200);
        return body as typeof body & { data: object };
      },
    };
  }
});
