import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testDay } from '../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { readDayColumns } from '../reading/reading.api.ts';
import { packetKind, type Reading } from '../reading/reading.ts';
import { makeColumns } from './day-columns.ts';
import { openRollUp } from './roll-up.ts';
import { markSiteHoursDirty } from './rollup.api.ts';

let test: TestApp;
const sites: number[] = [];
const never = new AbortController().signal;
/** Midnight of days before yesterday; the sites are in UTC. */
const start = testDay - 5 * DAY_MS;
const dates = [0, 1, 2].map((day) => new Date(start + day * DAY_MS).toISOString().slice(0, 10));

async function storeHours(siteId: number, day: number, value: number, hours = 24): Promise<void> {
  const readings = Array.from({ length: hours }, (_, hour): Reading => {
    const ts = start + day * DAY_MS + hour * HOUR_MS;
    return {
      siteId,
      kind: packetKind.hour,
      ts,
      hour: ts,
      rank: ts * 2 + value,
      slots: [1],
      values: [value],
      marks: [],
    };
  });
  await storeTestReadings(test, readings);
  await openRollUp(test.app, test.ingest.directory).run();
}

const make = () => makeColumns(test.app, test.ingest.directory, never);

async function listColumns(): Promise<string[]> {
  const { rows } = await test.app.pool.query<{ day: string }>(
    'select distinct day::text from reading_day_column order by 1',
  );
  return rows.map(({ day }) => day);
}

async function read(): Promise<Record<string, Record<number, number>>> {
  const found: Record<string, Record<number, number>> = {};
  await readDayColumns(
    test.app.pool,
    [dates[0] ?? '', dates[2] ?? ''],
    [1, 'aqi'],
    ({ day, sites: ids, items }) => {
      found[day] = Object.fromEntries([...ids].map((id, place) => [id, items[0]?.[place] ?? 0]));
    },
  );
  return found;
}

beforeAll(async () => {
  test = await openTestApp();
  for (const mn of ['COLUMN-A', 'COLUMN-B']) sites.push(await addSite(test, { mn, zone: 'UTC' }));
  for (const day of [0, 1, 2]) await storeHours(sites[0] ?? 0, day, 10 + day);
  await storeHours(sites[1] ?? 0, 1, 50, 12);
});
afterAll(() => test.close());

it('has the valid values of all sites by day, made once and removed when the day changes', async () => {
  const [one = 0, other = 0] = sites;
  const expected = {
    [dates[0] ?? '']: { [one]: 10 },
    // Twelve hours are too few for a day.
    [dates[1] ?? '']: { [one]: 11, [other]: Number.NEGATIVE_INFINITY },
    [dates[2] ?? '']: { [one]: 12 },
  };
  expect(await read()).toEqual(expected);
  expect(await make()).toBe(3);
  expect(await make()).toBe(0);
  expect(await read()).toEqual(expected);
  await storeHours(other, 2, 40);
  expect(await listColumns()).toEqual(dates.slice(0, 2));
  expect(await read()).toEqual({ ...expected, [dates[2] ?? '']: { [one]: 12, [other]: 40 } });
  expect(await make()).toBe(1);
  expect(await listColumns()).toEqual(dates);
});

it('is made anew for a channel that is new, and removed with a change of zones or the days themselves', async () => {
  await test.app.pool.query('delete from reading_day_column where item = 1 and day = $1', [dates[1]]);
  expect(Object.keys(await read())).toHaveLength(3);
  expect(await make()).toBe(1);
  await test.app.pool.query('delete from reading_day where day = $1', [dates[0]]);
  expect(await make()).toBe(0);
  expect(await listColumns()).toEqual(dates.slice(1));
  await markSiteHoursDirty(test.app.db, sites);
  expect(await listColumns()).toEqual([]);
});
