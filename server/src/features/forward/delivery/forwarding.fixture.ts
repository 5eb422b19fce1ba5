import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import { takeLease } from '../../../platform/lease/lease.store.ts';
import type { TestApp } from '../../../testing/app.ts';
import { testMinute } from '../../../testing/clock.ts';
import { addSite, stationTime } from '../../../testing/stations.ts';
import { makePacket } from '../../reading/reading.fixture.ts';
import { openAttemptLog } from './attempt-log.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import type { FakeReceiver } from './fake-receiver.fixture.ts';

const start = testMinute - 60 * MINUTE_MS;
/** The moment of a minute in the hour before the tests. */
export const at = (minute: number) => start + minute * MINUTE_MS;

export interface ForwardedStation {
  mn: string;
  siteId: number;
  targetId: number;
}

let count = 0;

/** A site whose entity has one target. */
export async function addSiteWithTarget(
  test: TestApp,
  settings: Record<string, unknown> = {},
): Promise<ForwardedStation> {
  const mn = `FORWARD${++count}`;
  const siteId = await addSite(test, { mn });
  return { mn, siteId, targetId: await addTarget(test, siteId, settings) };
}

/** Another site of the same entity. */
export async function addSiteBeside(test: TestApp, station: ForwardedStation): Promise<ForwardedStation> {
  const mn = `FORWARD${++count}`;
  const siteId = await addSite(test, { mn });
  await test.app.pool.query(
    `update site set entity_id = (select entity_id from site where site_id = $1) where site_id = $2`,
    [station.siteId, siteId],
  );
  return { mn, siteId, targetId: station.targetId };
}

/** A target of the site's entity. */
export async function addTarget(
  test: TestApp,
  siteId: number,
  settings: Record<string, unknown> = {},
): Promise<number> {
  const given = {
    target_name: `target ${++count}`,
    protocol: 'hj212-2017',
    address: `receiver${count}.example:1`,
    ...settings,
  };
  const { rows } = await test.app.pool.query<{ target_id: number }>(
    `insert into forward_target (entity_id, ${Object.keys(given).join(', ')})
     select entity_id, ${Object.keys(given)
       .map((_, n) => `$${n + 2}`)
       .join(', ')} from site where site_id = $1 returning target_id`,
    [siteId, ...Object.values(given)],
  );
  return rows[0]?.target_id ?? 0;
}

export async function store(
  test: TestApp,
  { mn }: Pick<ForwardedStation, 'mn'>,
  minute: number,
  value: number,
  later = 0,
  kind = 2011,
): Promise<void> {
  const device = test.ingest.directory.findByMn(mn);
  if (!device) throw new Error(mn);
  const packet = makePacket(
    `DataTime=${stationTime(at(minute)).slice(0, 14)};a34004-${kind === 2011 ? 'Rtd' : 'Avg'}=${value},a34004-Flag=N`,
    `QN=${stationTime(at(minute) + later)};ST=22;CN=${kind};PW=1;MN=${mn};Flag=5`,
  );
  const stored = await new Promise((done) => test.ingest.storePacket(packet, device, () => undefined, done));
  if (stored !== true) throw new Error(`${mn} ${minute}`);
}

/** Begins a term of leadership; the one before ends as if its process were killed. */
export async function lead(
  test: TestApp,
  receiver: FakeReceiver,
  attempts = openAttemptLog(test.app),
): Promise<Delivery> {
  const claim = { name: `forward ${randomUUID()}`, owner: randomUUID(), durationMs: 60_000 };
  const fence = await takeLease(test.app.pool, claim);
  const delivery = openDelivery(
    {
      app: test.app,
      channels: () => test.ingest.directory.channels(),
      openTransport: receiver.openTransport,
      attempts,
      wake: () => undefined,
    },
    { ...claim, fence: fence ?? 0 },
  );
  await delivery.load();
  return delivery;
}

/** Runs rounds, by default until nothing more is sent; pauses after failures pass in no time. */
export async function settle(
  test: TestApp,
  delivery: Delivery,
  receiver: FakeReceiver,
  rounds = 200,
): Promise<void> {
  let idle = 0;
  for (let round = 0; round < rounds && idle < 4; round++) {
    const before = receiver.received.length;
    await delivery.run();
    await turn();
    test.clock.advance(1);
    idle = receiver.received.length === before ? idle + 1 : 0;
  }
}

export const minutesOf = (packets: FakeReceiver['received']) =>
  packets.map(({ ts }) => (ts - start) / MINUTE_MS);
