import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { importedEntry } from '../changes/edit.rule.ts';
import { correctValue } from '../correct.rule.ts';
import type { StoredChannel } from '../device.ts';
import { joinEntries } from '../merge.rule.ts';
import { packetKind, type Reading } from '../reading.ts';
import { siteChanged } from '../site-changed.ts';
import { readRawHours } from './raw-hours.ts';

let t: TestApp;
let siteId = 0;
let channel: StoredChannel;
const zone = 'Asia/Shanghai';
const first = floorToHour(testNow - 8 * HOUR_MS, zone);
const at = (hour: number) => first + hour * HOUR_MS;
const line = { k: 2, b: 10, since: 0 };
/** What the device sends in minute n of an hour. */
const sentAt = (minute: number) => 20 + minute;
const sentMean = 20 + 59 / 2;
const imported = 70;

function minuteOf(ts: number, minute: number): Reading {
  const { slot, channelId, code, minValue: min, maxValue: max } = channel;
  const { value, mark } = correctValue(sentAt(minute), 'N', { channelId, code, slot, min, max }, [line], ts);
  const place = { siteId, kind: packetKind.minute, ts, hour: floorToHour(ts, zone) };
  return { ...place, rank: ts * 2, slots: [slot], values: [value], marks: mark ? [mark] : [] };
}

const minutesOf = (hour: number, count: number) =>
  Array.from({ length: count }, (_, minute) => minuteOf(at(hour) + minute * MINUTE_MS, minute));

/** As the import of a file of hours stores it. */
const importHour = (hour: number, value: number) =>
  joinEntries({ siteId, kind: packetKind.hour, ts: at(hour), hour: at(hour) }, [
    importedEntry(channel.slot, value),
  ]);

/** As the import of a file of minutes stores it. */
const importMinutes = (hour: number, minutes: readonly number[]) =>
  minutes.map((minute) =>
    joinEntries({ siteId, kind: packetKind.minute, ts: at(hour) + minute * MINUTE_MS, hour: at(hour) }, [
      importedEntry(channel.slot, sentAt(minute)),
    ]),
  );
const allMinutes = Array.from({ length: 60 }, (_, minute) => minute);
const count = 6;

beforeAll(async () => {
  t = await openTestApp();
  channel = t.ingest.directory.channels().find(({ code }) => code === 'PM2.5') ?? expect.unreachable();
  siteId = await addSite(t, { mn: 'RAW-IMPORTED', zone });
  await t.app.pool.query(
    `insert into site_coefficient (site_id, channel_id, since, k, b) values ($1, $2, '2020-01-01', $3, $4)`,
    [siteId, channel.channelId, line.k, line.b],
  );
  await t.app.bus.publish(siteChanged);
  await t.ingest.directory.refresh();
  await storeTestReadings(t, [
    ...minutesOf(0, 60),
    importHour(1, imported),
    // The device was there for a third of this hour only, so the hour of the file counts.
    ...minutesOf(2, 20),
    importHour(2, imported),
    // Here it was there all the time, so its minutes count.
    ...minutesOf(3, 60),
    importHour(3, imported),
    ...importMinutes(4, allMinutes),
    // A file fills what the device did not send.
    ...minutesOf(5, 20),
    ...importMinutes(5, allMinutes.slice(20)),
  ]);
  while ((await t.services.rollUp.run(true)) > 0);
});
afterAll(() => t.close());

async function readHours() {
  const found = await readRawHours(t.app, t.ingest.directory, [siteId], [first, at(count)], [channel]);
  const hours = found.get(siteId)?.get(channel.slot);
  return Array.from({ length: count }, (_, hour) => hours?.get(at(hour)));
}

describe('hours imported from a file, to which K and B were never applied', () => {
  it('are raw as they are, beside hours that were corrected', async () => {
    const own = { raw: expect.closeTo(sentMean, 3) };
    expect((await readHours()).slice(0, 4)).toEqual([own, { raw: imported }, { raw: imported }, own]);
  });

  it('are raw as they are where the file has minutes', async () => {
    const own = { raw: expect.closeTo(sentMean, 3) };
    expect((await readHours()).slice(4)).toEqual([own, own]);
  });

  it('are read from their readings where an earlier release made the hour', async () => {
    await t.app.pool.query('update reading_hour set unmeasured = null where site_id = $1', [siteId]);
    const own = { raw: expect.closeTo(sentMean, 3) };
    expect(await readHours()).toEqual([own, { raw: imported }, { raw: imported }, own, own, own]);
  });
});
