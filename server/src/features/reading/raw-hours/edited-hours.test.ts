import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import type { StoredChannel } from '../device.ts';
import { packetKind } from '../reading.ts';
import { readRawHours } from './raw-hours.ts';

let t: TestApp;
let siteId = 0;
let channel: StoredChannel;
const zone = 'Europe/Paris';
/** The clocks of Paris show the hour from 02:00 on twice: from 00:00 and from 01:00 UTC. */
const first = Date.UTC(2026, 9, 24, 23);
const hours = 4;
const sent = 20;
const author = { operName: 'admin', reason: 'test' };

beforeAll(async () => {
  t = await openTestApp();
  channel = t.ingest.directory.channels().find(({ code }) => code === 'PM2.5') ?? expect.unreachable();
  siteId = await addSite(t, { mn: 'RAW-EDITED', zone });
  const minutes = Array.from({ length: hours * 60 }, (_, minute) => first + minute * MINUTE_MS);
  await storeTestReadings(
    t,
    minutes.map((ts) => ({
      siteId,
      kind: packetKind.minute,
      ts,
      hour: floorToHour(ts, zone),
      rank: ts * 2,
      slots: [channel.slot],
      values: [sent],
      marks: [],
    })),
  );
  await edit({ value: 900 });
});
afterAll(() => t.close());

/** Changes a minute in the first of the two hours. */
async function edit(requested: { value: number } | { withdrawn: true }): Promise<void> {
  const ts = first + HOUR_MS + 30 * MINUTE_MS;
  await t.services.writer.change(
    [{ siteId, step: 'minute', values: [{ ts, slot: channel.slot, requested }] }],
    author,
  );
  while ((await t.services.rollUp.run(true)) > 0);
}

async function readHours() {
  const found = await readRawHours(
    t.app,
    t.ingest.directory,
    [siteId],
    [first, first + hours * HOUR_MS],
    [channel],
  );
  const ofSlot = found.get(siteId)?.get(channel.slot);
  return Array.from({ length: hours }, (_, hour) => ofSlot?.get(first + hour * HOUR_MS));
}

const plain = { raw: sent };
const edited = { without: 'edited' };

describe('an hour in which a person has changed a value', () => {
  it('has no raw mean, and the hour that shows the same time has one', async () => {
    expect(await readHours()).toEqual([plain, edited, plain, plain]);
  });

  it('has none either after the log of changes was emptied', async () => {
    const { body } = await t.send('DELETE', '/log/dataModify/clean', { token: await t.login() });
    expect(body).toMatchObject({ code: 200 });
    expect(await readHours()).toEqual([plain, edited, plain, plain]);
  });

  it('has none where an earlier release made the hour', async () => {
    await t.app.pool.query('update reading_hour set unmeasured = null where site_id = $1', [siteId]);
    expect(await readHours()).toEqual([plain, edited, plain, plain]);
  });

  it('has its mean again once the change is withdrawn', async () => {
    await edit({ withdrawn: true });
    expect(await readHours()).toEqual([plain, plain, plain, plain]);
  });
});
