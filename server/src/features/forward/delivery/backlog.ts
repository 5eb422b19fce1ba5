import { DAY_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import { type PackedReadings, readDayFrom } from '../../reading/storage.api.ts';
import { addShipment, type Changes, type Round } from './changes.ts';
import { advanceGaps, findGapStart, type Gap, readFirstGaps, saveGapFlights } from './gap.store.ts';
import type { Shipment } from './shipment.ts';

/** Days of gaps that one round reads, and empty days that it passes. */
const daysAtOnce = 12;
const readAheadSize = 32;

/** Days that may still be read in a round, and the packed ones that were: targets and kinds share them. */
interface Reads {
  days: number;
  packed: PackedReadings;
}

/** So often the gap of a site to go on with is looked for in one round. */
const looksAtOnce = 3;

interface Wanted {
  changes: Changes;
  siteId: number;
  targetId: number;
}

/** Chooses the next readings of gaps, one for each site of a target. */
export async function planBacklogs(client: Connection, round: Round, all: readonly Changes[]): Promise<void> {
  const reads: Reads = { days: daysAtOnce, packed: new Map() };
  let wanted: Wanted[] = all.flatMap((changes) =>
    listBacklogSites(changes, round).map((siteId) => ({
      changes,
      siteId,
      targetId: changes.delivery.target.targetId,
    })),
  );
  const flights: { gapId: number; flight: Shipment['flight'] }[] = [];
  for (let look = 0; look < looksAtOnce && wanted.length > 0; look++) {
    const gaps = await readFirstGaps(client, wanted, round.now);
    const settled: Changes['settledGaps'] = [];
    const undecided: Wanted[] = [];
    for (const [at, one] of wanted.entries()) {
      const { changes, siteId } = one;
      const first = gaps[at];
      if (!first || 'retryAt' in first) {
        changes.restingSites.set(siteId, first?.retryAt);
        continue;
      }
      const { gapId } = first.gap;
      const found = await planBacklog(client, changes, first, reads, round.now);
      if (found.flight) flights.push({ gapId, flight: found.flight });
      if (found.settledUntil !== undefined)
        settled.push({ gapId, from: found.settledUntil + 1, settled: found.settled ?? 0 });
      if (found.isLater) undecided.push(one);
    }
    await advanceGaps(client, settled);
    wanted = undecided;
  }
  await saveGapFlights(client, flights);
}

function listBacklogSites(changes: Changes, { now, takeBacklogRoom }: Round): number[] {
  const { delivery, shipments, gaps, missed } = changes;
  const left = Math.min(delivery.findRoom(now) - shipments.length, delivery.findBacklogRoom(now));
  if (left <= 0) return [];
  const due = [...delivery.sitesWithGaps].filter(([, at]) => at <= now).map(([siteId]) => siteId);
  const sites = new Set([...due, ...[...gaps, ...missed].map(({ siteId }) => siteId)]);
  const free = [...sites].filter(
    (siteId) => !delivery.hasBacklogShipment(siteId) && delivery.isSiteReady(siteId, now, 'backlog'),
  );
  // Those whose readings were read ahead go on, so that few readings are in memory.
  const [ahead, others] = [true, false].map((isAhead) =>
    free.filter((siteId) => delivery.readAhead.has(siteId) === isAhead),
  );
  return [...(ahead ?? []), ...(others ?? [])].slice(
    0,
    takeBacklogRoom(delivery, Math.min(left, free.length)),
  );
}

interface Planned {
  flight?: Shipment['flight'];
  settledUntil?: number;
  settled?: number;
  /** Another gap may have an earlier reading. */
  isLater?: boolean;
}

/** Chooses the next reading of a gap. */
async function planBacklog(
  client: Connection,
  changes: Changes,
  { gap, nextStart = Number.POSITIVE_INFINITY }: { gap: Gap; nextStart: number | undefined },
  reads: Reads,
  now: number,
): Promise<Planned> {
  const { delivery } = changes;
  const { gapId, siteId, kind, to } = gap;
  const isWanted = delivery.target.sites.has(siteId) && delivery.target.kinds.includes(kind);
  if (!isWanted) return { settledUntil: to };
  const known = (changes.readAhead.get(gapId) ?? { readings: delivery.readAhead.get(siteId)?.get(gapId) })
    .readings;
  const start = findGapStart(gap);
  let from = start;
  let ahead = known?.filter(({ ts }) => ts >= from) ?? [];
  while (ahead.length === 0 && from <= to && reads.days > 0) {
    reads.days -= 1;
    ahead = await readDayFrom(client, { siteId, kind, from, to }, readAheadSize, reads.packed);
    if (ahead.length === 0) from = Math.floor(from / DAY_MS) * DAY_MS + DAY_MS;
  }
  const [reading, ...rest] = ahead;
  if (!reading)
    return from > start ? { settledUntil: Math.min(from - 1, to), isLater: from > nextStart } : {};
  if (reading.ts > nextStart) {
    changes.readAhead.set(gapId, { siteId, readings: ahead });
    return { settledUntil: reading.ts - 1, isLater: true };
  }
  // A parked reading keeps the QN of its first sending.
  const isParked = gap.flight?.ts === reading.ts;
  const flight = isParked && gap.flight ? gap.flight : { ts: reading.ts, qn: delivery.chooseQn(siteId, now) };
  if (!addShipment(changes, reading, flight, gap)) return { settledUntil: reading.ts, settled: 1 };
  changes.readAhead.set(gapId, { siteId, readings: rest });
  return { flight };
}
