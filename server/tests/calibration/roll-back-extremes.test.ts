import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackExtremes } from '../../src/features/reading/extremes.rule.ts';
import { packetKind } from '../../src/features/reading/reading.ts';
import { recorrectValues } from '../../src/features/reading/recorrection/recorrect-values.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addSite, storeTestReadings } from '../../src/testing/stations.ts';
import { addProposal, makeIssueClient } from './issue.fixture.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const zone = 'Asia/Shanghai';
const [low, mean, high] = [12, 300, 3000];

it('a roll-back for the past restores Min and Max that K and B had moved out of the range of the channel', async () => {
  const client = makeIssueClient({ test }, await test.login());
  const siteId = await addSite(test, { mn: 'EXTREMES', zone });
  const { slot, maxValue } =
    test.ingest.directory.channels().find(({ code }) => code === 'PM2.5') ?? expect.unreachable();
  expect(2 * high).toBeGreaterThan(maxValue ?? Number.POSITIVE_INFINITY);
  const hour = floorToHour(test.clock.now().getTime() - 3 * HOUR_MS, zone);
  const minutes = Array.from({ length: 60 }, (_, minute) => {
    const ts = hour + minute * MINUTE_MS;
    const place = { siteId, kind: packetKind.minute, ts, hour, rank: ts * 2 };
    return { ...place, slots: [slot], values: [mean], marks: [], extremes: [{ slot, low, high }] };
  });
  await storeTestReadings(test, minutes);

  async function settle() {
    await recorrectValues(test.app, test.ingest.directory);
    while ((await test.services.rollUp.run(true)) > 0);
    const { rows: hours } = await test.app.pool.query(
      `select a${slot} as mean, l${slot} as low, h${slot} as high from reading_hour where site_id = $1 and ts = $2`,
      [siteId, new Date(hour)],
    );
    const { rows } = await test.app.pool.query('select extremes from reading where site_id = $1', [siteId]);
    return { hour: hours[0], minutes: rows.map(({ extremes }) => unpackExtremes(extremes)) };
  }

  const before = await settle();
  expect(before.hour).toEqual({ mean, low, high });
  const resultId = await addProposal({ test }, { siteId, k: 2, b: -100 });
  const [issue] = await client.issue([resultId], { since: hour });
  expect(issue).toMatchObject({ state: 'confirmed' });
  const issued = await settle();
  // What is out of the range does not count, as for packets that come now.
  expect(issued.hour).toEqual({ mean: 500, low: 500, high: 500 });
  expect(await client.rollBack([issue?.issueId ?? 0])).toMatchObject([{ state: 'rolledBack' }]);
  expect(await settle()).toEqual(before);
});
