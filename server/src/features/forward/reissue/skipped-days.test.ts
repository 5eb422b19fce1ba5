import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Connection } from '../../../platform/db/transaction.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testDay } from '../../../testing/clock.ts';
import { runTask } from '../../../testing/run-task.ts';
import { storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/model.api.ts';
import { addSiteWithTarget, type ForwardedStation } from '../delivery/forwarding.fixture.ts';
import { noteAccepted } from '../delivery/outcome.store.ts';

let test: TestApp;
let station: ForwardedStation;
const start = testDay - 30 * DAY_MS;
const days = 20;
/** The first of the readings of a day, and the last. */
const first = (day: number) => start + day * DAY_MS;
const last = (day: number) => first(day) + 23 * HOUR_MS;

beforeAll(async () => {
  test = await openTestApp();
  station = await addSiteWithTarget(test);
  const hours = Array.from({ length: days * 24 }, (_, hour) => start + hour * HOUR_MS);
  const common = { siteId: station.siteId, kind: packetKind.minute, slots: [1], values: [1], marks: [] };
  await storeTestReadings(
    test,
    hours.map((ts) => ({ ...common, ts, hour: ts, rank: ts * 2 })),
  );
  await runTask(test, 'readingTask.pack(3)');
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate forward_gap, forward_outcome');
  await test.app.pool.query(
    `insert into forward_outcome (target_id, site_id, kind, skipped)
     values ($1, $2, $3, tstzmultirange(tstzrange($4, $5)))`,
    [station.targetId, station.siteId, packetKind.minute, new Date(start), new Date(last(days - 1) + 1)],
  );
});

async function addGap(from: number, to: number): Promise<number> {
  const { rows } = await test.app.pool.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason)
     values ($1, $2, $3, $4, $5, 'corrected') returning gap_id`,
    [station.targetId, station.siteId, packetKind.minute, new Date(from), new Date(to)],
  );
  return Number(rows[0].gap_id);
}

/** Returns how many packed days were read. */
async function accept(gapId: number, ts: number): Promise<number> {
  let read = 0;
  const { pool } = test.app;
  const query = async (text: string, values: unknown[]) => {
    const result = await pool.query(text, values);
    read += result.rows.filter((row) => 'spine' in row).length;
    return result;
  };
  await noteAccepted({ query } as unknown as Connection, [{ gapId, ts }]);
  return read;
}

const readSkipped = async () =>
  (
    await test.app.pool.query(
      `select extract(epoch from lower(span))::float8 * 1000 as lower, extract(epoch from upper(span))::float8 * 1000 as upper
       from forward_outcome, unnest(skipped) span order by span`,
    )
  ).rows;

it('an accepted reading costs no look at all the skipped days that follow', async () => {
  const gapId = await addGap(start, last(days - 1));
  expect(await accept(gapId, first(0))).toBe(1);
  expect(await accept(gapId, last(5))).toBe(2);
  expect(await readSkipped()).toMatchObject([{ lower: last(5) + 1 }]);
});

it('between two accepted readings of packed days no skipped one is left', async () => {
  await accept(await addGap(first(6), first(6)), first(6));
  await accept(await addGap(last(5), last(5)), last(5));
  expect(await readSkipped()).toEqual([
    { lower: start, upper: last(5) },
    { lower: first(6) + 1, upper: last(days - 1) + 1 },
  ]);
});
