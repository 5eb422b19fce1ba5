import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { correctValue } from '../correct.rule.ts';
import type { StoredChannel } from '../device.ts';
import { packetKind } from '../reading.ts';
import { siteChanged } from '../site-changed.ts';
import { readRawHours } from './raw-hours.ts';

let t: TestApp;
const zone = 'Asia/Shanghai';
const first = floorToHour(testNow - 8 * HOUR_MS, zone);
/** PM10 of the third hour is out of the limits of the data rule. */
const flaggedAt = first + 2 * HOUR_MS;
let siteId = 0;
let channels: StoredChannel[] = [];

const codes = ['PM2.5', 'PM10'];
/** Clamped to 0 in every hour with this line, so that the raw values of PM2.5 follow from readings only. */
const clamping = { k: 1, b: -60, since: 0 };

beforeAll(async () => {
  t = await openTestApp();
  const token = await t.login();
  channels = codes.map(
    (code) => t.ingest.directory.channels().find((one) => one.code === code) ?? expect.unreachable(),
  );
  siteId = await addSite(t, { mn: 'RAW-HOURS', zone });
  await t.app.pool.query(
    `insert into site_coefficient (site_id, channel_id, since, k, b) values ($1, $2, '2020-01-01', $3, $4)`,
    [siteId, channels[0]?.channelId, clamping.k, clamping.b],
  );
  await t.app.bus.publish(siteChanged);
  await t.ingest.directory.refresh();
  const rule = { test: 'range', channelId: channels[1]?.channelId, maxValue: 100, counts: false };
  await makeResourceClient(t, '/basic/dataRule', token).add({ ruleName: 'Too high', ...rule }, [
    'ruleName',
    'ruleId',
  ]);
  const readings = Array.from({ length: 4 * 60 }, (_, minute) => {
    const ts = first + minute * MINUTE_MS;
    const hour = floorToHour(ts, zone);
    const entries = channels.map(({ slot, channelId, code, minValue: min, maxValue: max }) => {
      const sent = code === 'PM10' && hour === flaggedAt ? 150 : 50;
      const lines = code === 'PM2.5' ? [clamping] : undefined;
      return { slot, ...correctValue(sent, 'N', { channelId, code, slot, min, max }, lines, ts) };
    });
    return {
      siteId,
      kind: packetKind.minute,
      ts,
      hour,
      rank: ts * 2,
      slots: entries.map(({ slot }) => slot),
      values: entries.map(({ value }) => value),
      marks: entries.flatMap(({ mark }) => mark ?? []),
    };
  });
  await storeTestReadings(t, readings);
  while ((await t.services.rollUp.run(true)) > 0);
});
afterAll(() => t.close());

async function readHours(code: string) {
  const bounds = [first, first + 4 * HOUR_MS] as const;
  const found = await readRawHours(t.app, t.ingest.directory, [siteId], bounds, channels);
  const hours = found.get(siteId)?.get(channels[codes.indexOf(code)]?.slot ?? 0);
  return Array.from({ length: 4 }, (_, index) => hours?.get(first + index * HOUR_MS));
}

const kept = { raw: 50 };
const leftOut = { without: 'excluded' };

describe('an hour that a data rule left out', () => {
  it('has no raw mean while another channel is read from its readings', async () => {
    expect(await readHours('PM2.5')).toEqual([kept, kept, kept, kept]);
    expect(await readHours('PM10')).toEqual([kept, kept, leftOut, kept]);
  });

  it('has none while it waits for its roll-up, unless the flag is rejected', async () => {
    await t.app.pool.query('insert into dirty_hour (hour, sites) values ($1, $2)', [
      new Date(flaggedAt).toISOString(),
      [siteId],
    ]);
    expect(await readHours('PM10')).toEqual([kept, kept, leftOut, kept]);
    await t.app.pool.query(`update quality_flag set state = 'rejected' where site_id = $1`, [siteId]);
    expect(await readHours('PM10')).toEqual([kept, kept, { raw: 150 }, kept]);
  });
});
