import { DAY_MS } from '@limpid/contract/durations';
import { beginSnapshot, type Connection, type Pool, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import type { Reading } from '../../reading/model.api.ts';
import { type Following, readDayFrom, readFollowing, readNewest } from '../../reading/storage.api.ts';
import { type Arrival, takeArrivals } from './arrival.store.ts';
import {
  classifyArrival,
  type Lane,
  laneKey,
  maxPending,
  type NewGap,
  planLive,
  settleLane,
  startLane,
} from './lane.rule.ts';
import { advanceGaps, type Gap, insertGaps, readFirstGaps, saveGapFlights, saveLanes } from './lane.store.ts';
import type { Outcome, Shipment, TargetDelivery } from './target-delivery.ts';

const batchesAtOnce = 100;
/** Days of gaps that one round reads, and empty days that it passes. */
const daysAtOnce = 12;
const readAheadSize = 32;
/** Readings are loose for at least this long before they are packed. */
const looseMs = DAY_MS;

/** What one round changes for one target; memory follows once it is stored. */
interface Changes {
  delivery: TargetDelivery;
  outcomes: Outcome[];
  lanes: Map<string, Lane>;
  gaps: NewGap[];
  settledGaps: { gapId: number; from: number }[];
  shipments: Shipment[];
  sitesWithoutGaps: Set<number>;
  readAhead: Map<number, { gapId: number; readings: readonly Reading[] }>;
  skipped: number;
}

interface Round {
  pool: Pool;
  lease: Lease;
  deliveries: readonly TargetDelivery[];
  now: number;
  /** Readings of gaps that a target may send now. */
  takeBacklogRoom(delivery: TargetDelivery, wanted: number): number;
}

/**
 * Takes arrivals, stores what became of packets, chooses what is sent next, and sends it. All of it is one transaction over
 * one snapshot: a reading is visible to it together with its arrival, so none is sent twice or forgotten, also if the
 * process is killed. Returns whether there is more to do at once, and the number of skipped readings by target.
 */
export async function runRound(round: Round): Promise<{ hasMore: boolean; skipped: Map<number, number> }> {
  const taken = new Map(round.deliveries.map((delivery) => [delivery, delivery.takeOutcomes()]));
  try {
    const { all, hasMore } = await transact(round.pool, (client) => planRound(client, round, taken), {
      begin: beginSnapshot,
    });
    for (const changes of all) apply(changes);
    return {
      hasMore,
      skipped: new Map(all.map(({ delivery, skipped }) => [delivery.target.targetId, skipped])),
    };
  } catch (error) {
    for (const [delivery, outcomes] of taken) delivery.returnOutcomes(outcomes);
    throw error;
  }
}

async function planRound(
  client: Connection,
  round: Round,
  taken: ReadonlyMap<TargetDelivery, Outcome[]>,
): Promise<{ all: Changes[]; hasMore: boolean }> {
  await assertLease(client, round.lease);
  const { arrivals, isComplete } = await takeArrivals(client, batchesAtOnce);
  const all = round.deliveries.map((delivery) => startChanges(delivery, taken.get(delivery) ?? []));
  for (const changes of all) {
    for (const outcome of changes.outcomes) settle(changes, outcome);
    for (const arrival of arrivals) addArrival(changes, arrival);
  }
  // Before all arrivals are taken, a reading may be visible whose arrival is not.
  if (isComplete) await planLanes(client, round, all);
  await advanceGaps(
    client,
    all.flatMap(({ settledGaps }) => settledGaps),
  );
  await insertGaps(
    client,
    all.flatMap(({ gaps }) => gaps),
  );
  if (isComplete) await planBacklogs(client, round, all);
  await saveLanes(
    client,
    all.flatMap(({ lanes }) => [...lanes.values()]),
  );
  return { all, hasMore: !isComplete };
}

const startChanges = (delivery: TargetDelivery, outcomes: Outcome[]): Changes => ({
  delivery,
  outcomes,
  lanes: new Map(),
  gaps: [],
  settledGaps: [],
  shipments: [],
  sitesWithoutGaps: new Set(),
  readAhead: new Map(),
  skipped: 0,
});

const findLane = ({ lanes, delivery }: Changes, key: string) => lanes.get(key) ?? delivery.lanes.get(key);

function settle(changes: Changes, { shipment, end }: Outcome): void {
  const { siteId, kind, flight, gapId } = shipment;
  if (end === 'skipped') changes.skipped += 1;
  if (gapId !== undefined) {
    changes.settledGaps.push({ gapId, from: flight.ts + 1 });
    return;
  }
  const key = laneKey({ siteId, kind });
  const lane = findLane(changes, key);
  if (!lane) return;
  // It may have passed readings that it has not asked for, so it asks again.
  changes.lanes.set(key, { ...settleLane(lane, flight.ts), hasMore: true });
  if (end === 'parked') {
    const { targetId } = lane;
    changes.gaps.push({ targetId, siteId, kind, from: flight.ts, to: flight.ts, reason: 'missed', flight });
  }
}

function addArrival(changes: Changes, arrival: Arrival): void {
  const { target, readAhead } = changes.delivery;
  const { siteId, kind, ts } = arrival;
  if (!target.sites.has(siteId) || !target.kinds.includes(kind)) return;
  const key = laneKey(arrival);
  const known = findLane(changes, key);
  const lane = known ?? startLane(target, arrival);
  const is = classifyArrival(lane, arrival);
  if (is === 'next' && (!known || !known.hasMore)) changes.lanes.set(key, { ...lane, hasMore: true });
  const isWanted = is === 'late' || (is === 'corrected' && target.sendsCorrected);
  if (isWanted) changes.gaps.push({ targetId: target.targetId, siteId, kind, from: ts, to: ts, reason: is });
  // What was read ahead may have changed.
  if (is !== 'next') readAhead.delete(siteId);
}

interface Candidate {
  changes: Changes;
  lane: Lane;
}

async function planLanes(client: Connection, { now }: Round, all: readonly Changes[]): Promise<void> {
  const candidates = all.flatMap((changes) => listCandidates(changes, now));
  await recover(client, candidates, now);
  const idle = candidates.filter(({ lane }) => !lane.flight);
  const keys = idle.map(({ lane }) => `${laneKey(lane)} ${lane.sentUntil}`);
  // Targets of the same sites are usually at the same position.
  const wanted = new Map(idle.map(({ lane }, at) => [keys[at] ?? '', toFollowing(lane)]));
  const following = zip(wanted.keys(), await readFollowing(client, [...wanted.values()], maxPending + 1));
  const crowded = new Map([...wanted].filter(([key]) => (following.get(key)?.length ?? 0) > maxPending));
  const newest = zip(crowded.keys(), await readNewest(client, [...crowded.values()]));
  for (const [at, { changes, lane }] of idle.entries()) {
    const key = keys[at] ?? '';
    planNext(
      changes,
      skipPacked(changes, lane, following.get(key) ?? [], now),
      following.get(key) ?? [],
      newest.get(key),
      now,
    );
  }
}

const toFollowing = ({ siteId, kind, sentUntil }: Lane): Following => ({ siteId, kind, after: sentUntil });

function zip<V>(keys: Iterable<string>, values: readonly V[]): Map<string, V> {
  return new Map(Array.from(keys, (key, at): [string, V | undefined] => [key, values[at]]).filter(isFound));
}

const isFound = <V>(entry: [string, V | undefined]): entry is [string, V] => entry[1] !== undefined;

function listCandidates(changes: Changes, now: number): Candidate[] {
  const { delivery } = changes;
  let room = delivery.findRoom(now);
  const found: Candidate[] = [];
  if (room <= 0) return found;
  for (const key of new Set([...delivery.ready, ...changes.lanes.keys()])) {
    if (room <= 0) break;
    const lane = findLane(changes, key);
    if (!lane || !isSendable(delivery, lane, now)) continue;
    found.push({ changes, lane });
    room -= 1;
  }
  return found;
}

function isSendable(delivery: TargetDelivery, lane: Lane, now: number): boolean {
  const { target } = delivery;
  const isWanted = target.sites.has(lane.siteId) && target.kinds.includes(lane.kind);
  const isIdle = lane.flight ? !delivery.hasShipment(lane) : lane.hasMore;
  return isWanted && isIdle && delivery.isSiteReady(lane.siteId, now);
}

/** Packed readings do not follow: those that a lane has missed for so long are read as a gap. */
function skipPacked(changes: Changes, lane: Lane, following: readonly Reading[], now: number): Lane {
  const loose = Math.floor((now - looseMs) / DAY_MS) * DAY_MS;
  const until = Math.min(loose, following[0]?.ts ?? loose) - 1;
  if (lane.sentUntil >= until) return lane;
  const { targetId, siteId, kind } = lane;
  changes.gaps.push({ targetId, siteId, kind, from: lane.sentUntil + 1, to: until, reason: 'missed' });
  return { ...lane, sentUntil: until };
}

function planNext(
  changes: Changes,
  lane: Lane,
  following: readonly Reading[],
  newest: Reading | undefined,
  now: number,
): void {
  const planned = planLive(lane, following, newest);
  if (planned.missed) changes.gaps.push(planned.missed);
  const { send } = planned;
  const flight = send && { ts: send.ts, qn: changes.delivery.chooseQn(lane.siteId, now) };
  const next = { ...planned.lane, flight };
  if (send && flight && !addShipment(changes, send, flight, undefined)) {
    // There is nothing in it that the target gets.
    changes.lanes.set(laneKey(lane), { ...settleLane(next, send.ts), hasMore: true });
    return;
  }
  changes.lanes.set(laneKey(lane), next);
}

function addShipment(
  changes: Changes,
  reading: Reading,
  flight: Shipment['flight'],
  gapId: number | undefined,
): boolean {
  const packet = changes.delivery.describe(reading, flight, gapId !== undefined);
  if (!packet) return false;
  const { siteId, kind } = reading;
  changes.shipments.push({ siteId, kind, flight, gapId, packet });
  return true;
}

/** Reads again what was on its way when the process that sent it ended, or its target was edited. */
async function recover(client: Connection, candidates: readonly Candidate[], now: number): Promise<void> {
  for (const { changes, lane } of candidates) {
    const { flight, siteId, kind } = lane;
    if (!flight) continue;
    const [reading] = await readDayFrom(client, { siteId, kind, from: flight.ts, to: flight.ts });
    changes.delivery.chooseQn(siteId, Math.max(flight.qn, now));
    if (reading && addShipment(changes, reading, flight, undefined)) continue;
    changes.lanes.set(laneKey(lane), { ...settleLane(lane, flight.ts), hasMore: true });
  }
}

async function planBacklogs(client: Connection, round: Round, all: readonly Changes[]): Promise<void> {
  const budget = { days: daysAtOnce };
  const wanted = all.flatMap((changes) =>
    listBacklogSites(changes, round).map((siteId) => ({
      changes,
      siteId,
      targetId: changes.delivery.target.targetId,
    })),
  );
  const gaps = await readFirstGaps(client, wanted);
  const flights: { gapId: number; flight: Shipment['flight'] }[] = [];
  const settled: { gapId: number; from: number }[] = [];
  for (const [at, { changes, siteId }] of wanted.entries()) {
    const gap = gaps[at];
    if (!gap) {
      changes.sitesWithoutGaps.add(siteId);
      continue;
    }
    const found = await planBacklog(client, changes, gap, budget, round.now);
    if (found.flight) flights.push({ gapId: gap.gapId, flight: found.flight });
    if (found.settledUntil !== undefined) settled.push({ gapId: gap.gapId, from: found.settledUntil + 1 });
  }
  await advanceGaps(client, settled);
  await saveGapFlights(client, flights);
}

function listBacklogSites(changes: Changes, { now, takeBacklogRoom }: Round): number[] {
  const { delivery, shipments, gaps } = changes;
  const left = delivery.findRoom(now) - shipments.length;
  if (left <= 0) return [];
  const sites = new Set([...delivery.sitesWithGaps, ...gaps.map(({ siteId }) => siteId)]);
  const free = [...sites].filter(
    (siteId) => !delivery.hasBacklogShipment(siteId) && delivery.isSiteReady(siteId, now),
  );
  return free.slice(0, takeBacklogRoom(delivery, Math.min(left, free.length)));
}

/** Chooses the next reading of a gap. */
async function planBacklog(
  client: Connection,
  changes: Changes,
  gap: Gap,
  budget: { days: number },
  now: number,
): Promise<{ flight?: Shipment['flight']; settledUntil?: number }> {
  const { delivery } = changes;
  const { gapId, siteId, kind, to } = gap;
  const isWanted = delivery.target.sites.has(siteId) && delivery.target.kinds.includes(kind);
  if (!isWanted) return { settledUntil: to };
  const known = delivery.readAhead.get(siteId);
  let ahead = known?.gapId === gapId ? known.readings.filter(({ ts }) => ts >= gap.from) : [];
  let from = gap.from;
  while (ahead.length === 0 && from <= to && budget.days > 0) {
    budget.days -= 1;
    ahead = (await readDayFrom(client, { siteId, kind, from, to })).slice(0, readAheadSize);
    if (ahead.length === 0) from = Math.floor(from / DAY_MS) * DAY_MS + DAY_MS;
  }
  const [reading, ...rest] = ahead;
  if (!reading) return from > gap.from ? { settledUntil: Math.min(from - 1, to) } : {};
  // A parked reading keeps the QN of its first sending.
  const isParked = gap.flight?.ts === reading.ts;
  const flight = isParked && gap.flight ? gap.flight : { ts: reading.ts, qn: delivery.chooseQn(siteId, now) };
  if (!addShipment(changes, reading, flight, gapId)) return { settledUntil: reading.ts };
  changes.readAhead.set(siteId, { gapId, readings: rest });
  return { flight };
}

function apply({ delivery, lanes, gaps, shipments, sitesWithoutGaps, readAhead }: Changes): void {
  for (const siteId of sitesWithoutGaps) delivery.sitesWithGaps.delete(siteId);
  for (const { siteId } of gaps) delivery.sitesWithGaps.add(siteId);
  for (const [siteId, ahead] of readAhead) delivery.readAhead.set(siteId, ahead);
  for (const shipment of shipments) {
    // The others come first next time.
    if (shipment.gapId !== undefined && delivery.sitesWithGaps.delete(shipment.siteId))
      delivery.sitesWithGaps.add(shipment.siteId);
    delivery.ship(shipment);
  }
  for (const lane of lanes.values()) delivery.setLane(lane);
}
