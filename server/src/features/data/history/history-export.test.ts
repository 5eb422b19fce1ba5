import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { maxSheetRows } from '@limpid/contract/kit/table-export';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { packDay } from '../../reading/blocks/block.rule.ts';
import { addPartition } from '../../reading/partitions/partitions.store.ts';
import { packetKind, type Reading } from '../../reading/reading.ts';

let test: TestApp;
let token: string;

beforeAll(async () => {
  test = await openTestApp();
  token = await test.login();
});
afterAll(() => test.close());

it('refuses a sheet that would be too long before it starts, also of imported minutes, and offers CSV', async () => {
  const sites = [
    await addSite(test, { mn: 'HISTORY-FULL', interval: 600 }),
    await addSite(test, { mn: 'HISTORY-IMPORTED', interval: 600 }),
  ];
  const first = Date.parse('2025-06-01T00:00Z');
  // No packet was received, as if all minutes were imported.
  await storePackedMinutes(sites, first, 365);
  const json = { siteIds: sites, channels: ['PM2.5'], granularity: 'minute', format: 'xlsx' };
  const ask = async (days: number) => {
    const range = { from: first, to: first + days * DAY_MS };
    return (await test.send('POST', '/data/history/export', { token, json: { ...json, ...range } })).body;
  };
  const refused = await ask(365);
  expect(refused.code).not.toBe(200);
  expect(refused.msg).toMatch(/1,048,575.*CSV/);
  const count = (most: number) =>
    test.services.readings.countSteps(1, sites, [first + 30 * MINUTE_MS, first + 3 * DAY_MS], most);
  expect(await count(maxSheetRows)).toBe(2 * (3 * 1440 - 30));
  expect(await count(100)).toBeGreaterThan(100);
});

async function storePackedMinutes(siteIds: number[], first: number, days: number): Promise<void> {
  const spines = Array.from({ length: days }, (_, day) =>
    packDay(
      Array.from({ length: 1440 }, (_, minute): Reading => {
        const ts = first + day * DAY_MS + minute * MINUTE_MS;
        return {
          siteId: 0,
          kind: packetKind.minute,
          ts,
          hour: 0,
          rank: 2 * ts,
          slots: [],
          values: [],
          marks: [],
        };
      }),
    ),
  );
  for (let day = 0; day < days + 28; day += 28)
    await addPartition(test.app.pool, 'reading_block', first + Math.min(day, days) * DAY_MS);
  await test.app.pool.query(
    `insert into reading_block (site_id, day, spine) select site_id, $2::date + place::integer - 1, spine
     from unnest($1::integer[]) as site_id, unnest($3::bytea[]) with ordinality as packed(spine, place)`,
    [siteIds, new Date(first), spines.map(({ spine }) => spine)],
  );
}
