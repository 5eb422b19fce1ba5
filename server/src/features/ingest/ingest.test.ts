import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testMinute } from '../../testing/clock.ts';
import { addSite, stationTime } from '../../testing/stations.ts';
import { makePacket } from '../reading/reading.fixture.ts';
import { siteChanged } from '../reading/site-changed.ts';

let test: TestApp;
const minute = testMinute - MINUTE_MS;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

const time = stationTime(minute).slice(0, 14);

/** Packets with the same key that contradict each other in every possible way. */
function packets() {
  const buildPacket = (later: number, cp: string, more = '') =>
    makePacket(
      `DataTime=${time};${cp}`,
      `QN=${stationTime(minute + later)};ST=22;CN=2011;PW=1;MN=M;Flag=9${more}`,
    );
  return [
    buildPacket(0, 'a34004-Rtd=10,a34004-Flag=N;a34002-Rtd=20,a34002-Flag=N'),
    buildPacket(0, 'a34004-Rtd=11,a34004-Flag=N', ';RF=1'),
    buildPacket(0, 'a34004-Rtd=12,a34004-Flag=D;a21026-Rtd=NaN,a21026-Flag=N'),
    buildPacket(5, 'a34002-Rtd=21.7,a34002-Flag=S;a01001-Rtd=-60,a01001-Flag=N'),
    buildPacket(5, 'a34002-Rtd=21.7,a34002-Flag=N;a01001-Rtd=-5.5,a01001-Flag=T'),
    buildPacket(9, 'a05024-Rtd=0.1,a05024-Flag=C'),
    makePacket(`DataTime=${time};a34004-Rtd=99;a05024-Rtd=1`, 'ST=22;CN=2011;PW=1;MN=M;Flag=0'),
  ];
}

async function takeAll(mn: string, order: readonly [index: number, together: boolean][]): Promise<void> {
  const device = test.ingest.directory.findByMn(mn);
  const all = packets();
  if (!device) throw new Error(mn);
  let ends: Promise<boolean>[] = [];
  for (const [index, together] of order) {
    const packet = all[index % all.length];
    if (!packet) continue;
    ends.push(new Promise((done) => test.ingest.storePacket(packet, device, () => undefined, done)));
    if (together) continue;
    await Promise.all(ends);
    ends = [];
  }
  expect(await Promise.all(ends)).not.toContain(false);
}

async function rowOf(siteId: number) {
  const { rows } = await test.app.pool.query(
    `select to_jsonb(reading) - 'site_id' as row from reading where site_id = $1`,
    [siteId],
  );
  return rows.map(({ row }) => row);
}

describe('packets that contradict each other', () => {
  it('give the same row in any order, with any repetition, in one batch or in many', async () => {
    const straight = packets().map((_, index): [number, boolean] => [index, false]);
    const first = await addSite(test, { mn: 'ORDER0' });
    await takeAll('ORDER0', straight);
    const expected = await rowOf(first);
    expect(expected).toHaveLength(1);
    const orders = fc
      .tuple(
        fc.shuffledSubarray([...straight, ...straight], { minLength: straight.length * 2 }),
        fc.infiniteStream(fc.boolean()),
      )
      .map(([order, joins]) => order.map(([index]): [number, boolean] => [index, joins.next().value]));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const mn = `ORDER${++count}`;
        const siteId = await addSite(test, { mn });
        await takeAll(mn, order);
        expect(await rowOf(siteId)).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });

  it('keep raw value, corrected value and flag apart, with the K and B of their time', async () => {
    const siteId = await addSite(test, { mn: 'KB' });
    await test.app.pool.query(
      `insert into site_coefficient (site_id, channel_id, since, k, b) values ($1, 1, $2, 2, 1), ($1, 1, $3, 5, 0)`,
      [siteId, new Date(minute - HOUR_MS).toISOString(), new Date(minute + 1000).toISOString()],
    );
    await test.app.bus.publish(siteChanged);
    await expect.poll(() => test.ingest.directory.findByMn('KB')?.coefficients.size).toBe(1);
    await takeAll('KB', [[0, false]]);
    expect(await rowOf(siteId)).toMatchObject([{ s1: 21, s2: 20 }]);
    const { rows } = await test.app.pool.query('select marks from reading where site_id = $1', [siteId]);
    // Slot 1, flag N, only the raw value differs: 10.
    expect(rows[0].marks.toString('hex')).toBe('01014e4041200000');
  });
});
