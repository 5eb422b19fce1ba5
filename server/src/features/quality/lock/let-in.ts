import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { defineTopic } from '../../../platform/bus-topic.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { repeat } from '../../../platform/repeat.ts';
import { listWaitingPackets, removeKeptPackets, type WaitingPacket } from '../../reading/locks/locks.api.ts';
import { type Reading, readingsChanged, type SiteDirectory } from '../../reading/model.api.ts';
import { getRetentionDays, type ReplacedValue, readingKey } from '../../reading/storage.api.ts';
import { endUnlock, holdLetIn, listWaitingUnlocks } from './lock.store.ts';

/** Published when a month was unlocked whose packets wait to be let in. */
export const monthUnlocked = defineTopic('quality.monthUnlocked');

const everyMs = 10_000;
const packetsAtOnce = 1000;

type Deps = Pick<App, 'pool' | 'clock' | 'parameters' | 'bus'>;

/** What lets readings in as if they came now. */
export interface KeptSink {
  directory: SiteDirectory;
  storeKept(
    readings: readonly Reading[],
    losses: readonly ReplacedValue[],
    also: (client: Connection, stored: readonly Reading[]) => Promise<void>,
  ): Promise<void>;
}

/**
 * Lets the packets of unlocked months in, as ingest does: their order does not matter, and their hours are rolled up
 * again. Safe to interrupt: a packet leaves in the transaction that stores it. Returns the number of packets.
 */
export async function letPacketsIn(app: Deps, sink: KeptSink, signal?: AbortSignal): Promise<number> {
  const unlocks = await listWaitingUnlocks(app.pool);
  if (unlocks.length === 0) return 0;
  const count = await holdLetIn(app.pool, async () => {
    await sink.directory.refresh();
    let done = 0;
    for (const lockId of unlocks) done += await letMonthIn(app, sink, lockId, signal);
    return done;
  });
  if (count) await app.bus.publish(readingsChanged);
  return count ?? 0;
}

async function letMonthIn(app: Deps, sink: KeptSink, lockId: number, signal?: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal?.aborted) {
    const packets = await listWaitingPackets(app.pool, lockId, packetsAtOnce);
    if (packets.length === 0) {
      await endUnlock(app.pool, lockId);
      return done;
    }
    const stored = await storePackets(app, sink, lockId, packets);
    // Their month was locked again, or their sites are not known yet: they wait.
    if (stored === 0) return done;
    done += stored;
  }
  return done;
}

/** Returns the number of packets that were stored, or had expired. */
async function storePackets(
  app: Deps,
  { directory, storeKept }: KeptSink,
  lockId: number,
  packets: readonly WaitingPacket[],
): Promise<number> {
  const days = await getRetentionDays(app.parameters, 'reading');
  // Their hours could only be made of them alone, without the readings that have expired.
  const oldest = app.clock.now().getTime() - days * DAY_MS + HOUR_MS;
  const expired = packets.filter(({ reading }) => reading.ts < oldest);
  const ids = expired.map(({ packetId }) => packetId);
  if (ids.length > 0) await removeKeptPackets(app.pool, lockId, ids, 'expired');
  const idByKey = new Map<string, number>();
  const losses: ReplacedValue[] = [];
  const readings = packets.flatMap(({ packetId, reading: kept, replaced }): Reading[] => {
    const zone = directory.findBySite(kept.siteId)?.zone;
    if (zone === undefined || kept.ts < oldest) return [];
    const reading = { ...kept, hour: floorToHour(kept.ts, zone) };
    idByKey.set(readingKey(reading), packetId);
    losses.push(...replaced.map((one) => ({ ...one, reading })));
    return [reading];
  });
  let count = ids.length;
  if (readings.length === 0) return count;
  await storeKept(readings, losses, async (client, stored) => {
    const gone = stored.flatMap((reading) => idByKey.get(readingKey(reading)) ?? []);
    count = ids.length + gone.length;
    await removeKeptPackets(client, lockId, gone, 'let_in');
  });
  return count;
}

/** Lets packets in soon after an unlocking, and those that a stopped process has left. */
export function startLettingIn(app: App, { ingest }: { ingest: KeptSink }): () => Promise<void> {
  const stopping = new AbortController();
  let isAwake = false;
  let lastRun = 0;
  const leave = app.bus.subscribe(monthUnlocked, () => {
    isAwake = true;
  });
  const stop = repeat(
    wakeMs,
    async () => {
      const now = app.clock.now().getTime();
      if (!isAwake && Math.abs(now - lastRun) < everyMs) return;
      isAwake = false;
      lastRun = now;
      const packets = await letPacketsIn(app, ingest, stopping.signal);
      if (packets > 0) app.log.info({ packets }, 'packets of unlocked months stored');
    },
    (error) => app.log.warn({ err: error }, 'storing packets of unlocked months failed'),
  );
  return () => {
    leave();
    stopping.abort();
    return stop();
  };
}

/** Somebody waits for the effect of unlocking. */
const wakeMs = 500;
