import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testDay } from '../../../testing/clock.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { openRollUp } from '../../rollup/roll-up.ts';
import { joinReadings, readBlocks, readLoose } from '../blocks/block.store.ts';
import { joinEntries, listEntries } from '../merge.rule.ts';
import { packetKind, type Reading } from '../reading.ts';

let test: TestApp;
const day = testDay - 5 * DAY_MS;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

function reading(siteId: number, minute: number, value: number, late = 0): Reading {
  const ts = day + minute * MINUTE_MS;
  const hour = Math.floor(ts / HOUR_MS) * HOUR_MS;
  const mark = { slot: 2, flag: 'D', bits: 0, raw: Math.fround(9.9), rank: null };
  return {
    siteId,
    kind: packetKind.minute,
    ts,
    hour,
    rank: ts * 2 + late,
    slots: [1, 2],
    values: [Math.fround(value), minute % 7 === 0 ? null : Math.fround(value * 2)],
    marks: minute % 7 === 0 ? [mark] : [],
  };
}

const push = (readings: Reading[]) => storeTestReadings(test, readings);

/** All readings of a site and day, packed or loose. */
async function all(siteId: number): Promise<unknown> {
  const bounds = [day, day + DAY_MS] as const;
  const packed = await readBlocks(test.app.pool, [siteId], bounds, [1, 2]);
  const { readings } = joinReadings(
    packed.get(siteId) ?? [],
    await readLoose(test.app.pool, [siteId], bounds),
  );
  return readings.map((one) => joinEntries({ ...one, hour: 0 }, listEntries(one)));
}

const pack = () => runTask(test, 'readingTask.pack(3)');
const countLoose = async (siteId: number) =>
  (await test.app.pool.query('select count(*)::int as n from reading where site_id = $1', [siteId])).rows[0]
    .n;

describe('packing a closed day', () => {
  it('keeps every reading, leaves none loose, and rolls up to the same hours', async () => {
    const siteId = await addSite(test, { mn: 'PACK-A' });
    await push(Array.from({ length: 1440 }, (_, minute) => reading(siteId, minute, (minute % 90) / 10)));
    const rollUp = openRollUp(test.app, test.ingest.directory);
    await rollUp.run();
    const hours = async () =>
      (await test.app.pool.query('select * from reading_hour where site_id = $1 order by ts', [siteId])).rows;
    const [before, hoursBefore] = [await all(siteId), await hours()];
    expect(await pack()).toMatchObject({ key: 'ingest.tasks.packed' });
    expect(await countLoose(siteId)).toBe(0);
    expect(await all(siteId)).toEqual(before);
    await runTask(test, 'readingTask.repair(6)');
    expect(await hours()).toEqual(hoursBefore);
    const { rows } = await test.app.pool.query(
      `select sum(length(spine))::int as spine, (select sum(length(data))::int from reading_block_value where site_id = $1) as data
       from reading_block where site_id = $1`,
      [siteId],
    );
    expect((rows[0].spine + rows[0].data) / 2880).toBeLessThan(2);
  });

  it('includes late readings: the result is the same as if they had arrived in time', async () => {
    const [late, timely] = [await addSite(test, { mn: 'PACK-B' }), await addSite(test, { mn: 'PACK-C' })];
    const first = (siteId: number) => Array.from({ length: 60 }, (_, n) => reading(siteId, n, n));
    const second = (siteId: number) => [
      ...Array.from({ length: 60 }, (_, n) => reading(siteId, 60 + n, n)),
      reading(siteId, 5, 500, 10),
      reading(siteId, 6, 600, -10),
    ];
    await push([...first(timely), ...second(timely)]);
    await push(first(late));
    await pack();
    await push(second(late));
    const expected = JSON.stringify(await all(timely)).replaceAll(`"siteId":${timely}`, `"siteId":${late}`);
    expect(JSON.stringify(await all(late))).toBe(expected);
    await pack();
    expect(JSON.stringify(await all(late))).toBe(expected);
    expect(await countLoose(late)).toBe(0);
    const { rows } = await test.app.pool.query(
      `select site_id, count(*)::int as n from data_log where site_id in ($1, $2) group by 1 order by 1`,
      [late, timely],
    );
    expect(rows.map(({ n }) => n)).toEqual([rows[0].n, rows[0].n]);
  });

  it('loses nothing while stations send the same day repeatedly', async () => {
    const siteId = await addSite(test, { mn: 'PACK-D' });
    const readings = Array.from({ length: 600 }, (_, minute) => reading(siteId, minute, minute));
    const sending = (async () => {
      for (let at = 0; at < 600; at += 20)
        await push([...readings.slice(at, at + 20), ...readings.slice(0, at)]);
    })();
    let running = true;
    const packing = (async () => {
      while (running) await pack();
    })();
    await sending;
    running = false;
    await packing;
    await pack();
    expect(await all(siteId)).toHaveLength(600);
    expect(await countLoose(siteId)).toBe(0);
  });

  it('stops on its signal, and continues with the next run', async () => {
    const sites = [await addSite(test, { mn: 'PACK-E' }), await addSite(test, { mn: 'PACK-F' })];
    for (const siteId of sites) await push([reading(siteId, 1, 1)]);
    const stopped = AbortSignal.abort();
    await test.app.tasks.read('readingTask.pack(3)').run({ signal: stopped, report: () => undefined });
    expect(await Promise.all(sites.map(countLoose))).toEqual([1, 1]);
    await pack();
    expect(await Promise.all(sites.map(countLoose))).toEqual([0, 0]);
  });
});
