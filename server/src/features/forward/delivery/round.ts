import { DAY_MS } from '@limpid/contract/durations';
import { beginSnapshot, type Connection, transact } from '../../../platform/db/transaction.ts';
import { assertLease } from '../../../platform/lease/lease.store.ts';
import type { Reading } from '../../reading/model.api.ts';
import { type Following, readDayFrom, readFollowing, readNewest } from '../../reading/storage.api.ts';
import { addGaps } from './add-gaps.ts';
import { type Arrival, takeArrivals } from './arrival.store.ts';
import { planBacklogs } from './backlog.ts';
import { addShipment, applyChanges, type Changes, findLane, type Round, startChanges } from './changes.ts';
import { advanceGaps, insertMissed, parkGaps } from './gap.store.ts';
import { giveUp } from './give-up.ts';
import {
  classifyArrival,
  findLatestTime,
  type Lane,
  laneKey,
  leaveOutAhead,
  maxPending,
  planLive,
  settleLane,
  splitAroundAhead,
  startLane,
} from './lane.rule.ts';
import { saveLanes } from './lane.store.ts';
import { mergeGaps } from './merge-gaps.rule.ts';
import { findSkippedOfGaps, forgetReissued, noteAccepted, noteSkipped } from './outcome.store.ts';
import type { Outcome } from './shipment.ts';
import { startLanes } from './start-lanes.ts';
import { addSkipped } from './status.store.ts';
import type { TargetDelivery } from './target-delivery.ts';

/** Readings are loose for at least this long before they are packed. */
const looseMs = DAY_MS;

/**
 * Takes arrivals, stores what became of packets, chooses what is sent next, and sends it. All of it is one transaction over
 * one snapshot: a reading is visible to it together with its arrival, so none is sent twice or forgotten, also if the
 * process is killed. Returns whether there is more to do at once.
 */
export async function runRound(round: Round): Promise<boolean> {
  const taken = new Map(round.deliveries.map((delivery) => [delivery, delivery.takeOutcomes()]));
  try {
    const { all, hasMore } = await transact(round.pool, (client) => planRound(client, round, taken), {
      begin: beginSnapshot,
    });
    for (const changes of all) applyChanges(changes);
    return hasMore;
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
  const { arrivals, hasAllNew, isComplete } = await takeArrivals(client);
  const all = round.deliveries.map((delivery) => startChanges(delivery, taken.get(delivery) ?? []));
  await startNewLanes(client, all, arrivals, round.now);
  for (const changes of all) {
    for (const outcome of changes.outcomes) settle(changes, outcome);
    for (const arrival of arrivals) addArrival(changes, arrival, round.now);
  }
  for (const changes of all)
    await giveUp(client, changes, round.cutoffs.get(changes.delivery.target.targetId));
  // Before all new arrivals are taken, a reading may be visible whose arrival is not.
  if (hasAllNew) await planLanes(client, round, all);
  await noteAccepted(
    client,
    all.flatMap(({ accepted }) => accepted),
  );
  const skippedOfGaps = await findSkippedOfGaps(
    client,
    all.flatMap((changes) => changes.skippedOfGaps),
  );
  await advanceGaps(
    client,
    all.flatMap(({ settledGaps }) => settledGaps),
  );
  await noteSkipped(client, [...all.flatMap(({ skippedSpans }) => skippedSpans), ...skippedOfGaps]);
  await forgetReissued(
    client,
    all.flatMap(({ passedOver }) => passedOver),
  );
  await parkGaps(
    client,
    all.flatMap(({ parkedGaps }) => parkedGaps),
  );
  await insertMissed(
    client,
    all.flatMap(({ missed }) => missed),
  );
  await addGaps(client, mergeGaps(all.flatMap(({ gaps }) => gaps)));
  if (hasAllNew) await planBacklogs(client, round, all);
  await saveLanes(
    client,
    all.flatMap(({ lanes }) => [...lanes.values()]),
  );
  await addSkipped(client, all);
  return { all, hasMore: !isComplete };
}

/** For arrivals whose lane is not known, which is new then. */
async function startNewLanes(
  client: Connection,
  all: readonly Changes[],
  arrivals: readonly Arrival[],
  now: number,
): Promise<void> {
  const isNew = ({ lanes, target: { sites, kinds } }: TargetDelivery) =>
    arrivals.some((one) => sites.has(one.siteId) && kinds.includes(one.kind) && !lanes.has(laneKey(one)));
  const byTarget = new Map(all.map((changes) => [changes.delivery.target.targetId, changes]));
  const targets = all.flatMap(({ delivery }) => (isNew(delivery) ? [delivery.target.targetId] : []));
  if (targets.length === 0) return;
  const isUsual = ({ isChanged, isImported }: Arrival) => !isChanged && !isImported;
  // They are in the order of their times: the first of each lane stays.
  const first = new Map(
    arrivals
      .filter(isUsual)
      .toReversed()
      .map((arrival) => [laneKey(arrival), arrival]),
  );
  for (const lane of await startLanes(client, targets, now)) {
    const key = laneKey(lane);
    const arrival = first.get(key);
    const isEarlier = arrival && arrival.ts <= lane.startedAt;
    byTarget.get(lane.targetId)?.lanes.set(key, isEarlier ? startLane(lane, arrival, now) : lane);
  }
}

function settle(changes: Changes, outcome: Outcome): void {
  const { shipment, end } = outcome;
  const { siteId, kind, flight, gapId } = shipment;
  if (end === 'skipped') changes.skipped += 1;
  if (gapId !== undefined) {
    if (end === 'parked') changes.parkedGaps.push({ gapId, flight, parked: outcome.parked });
    else {
      changes.settledGaps.push({ gapId, from: flight.ts + 1, settled: 1 });
      (end === 'skipped' ? changes.skippedOfGaps : changes.accepted).push({ gapId, ts: flight.ts });
    }
    return;
  }
  const key = laneKey({ siteId, kind });
  const lane = findLane(changes, key);
  if (!lane) return;
  changes.lanes.set(key, settleLane(lane, flight.ts));
  if (end === 'skipped') {
    const after = Math.min(lane.sentUntil, flight.ts - 1);
    changes.skippedSpans.push({
      targetId: lane.targetId,
      siteId,
      kind,
      after,
      first: flight.ts,
      last: flight.ts,
    });
  }
  if (end === 'parked') changes.missed.push({ targetId: lane.targetId, siteId, kind, flight });
}

function addArrival(changes: Changes, arrival: Arrival, now: number): void {
  const { target, readAhead } = changes.delivery;
  const { siteId, kind, ts } = arrival;
  if (!target.sites.has(siteId) || !target.kinds.includes(kind)) return;
  const key = laneKey(arrival);
  const known = findLane(changes, key);
  // What is changed was stored before, and what is imported belongs to the time before.
  const isEarlier = !known && (arrival.isChanged || arrival.isImported);
  const lane = known ?? startLane(target, arrival, now);
  const is = isEarlier ? 'before' : classifyArrival(lane, arrival, now);
  if (is === 'before' && (target.sendsCorrected || !arrival.isChanged))
    changes.passedOver.push({ targetId: target.targetId, siteId, kind, ts });
  if (is === 'next' && (!known || !known.hasMore)) changes.lanes.set(key, { ...lane, hasMore: true });
  if (is === 'ahead') changes.lanes.set(key, { ...lane, ahead: [...lane.ahead, ts] });
  if (is === 'late' || is === 'ahead' || (is === 'corrected' && target.sendsCorrected)) {
    const reason = arrival.isImported ? 'missed' : is === 'corrected' ? is : 'late';
    changes.gaps.push({
      targetId: target.targetId,
      siteId,
      kind,
      from: ts,
      to: ts,
      reason,
      isAhead: is === 'ahead',
    });
  }
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
  const newest = zip(crowded.keys(), await readNewest(client, [...crowded.values()], findLatestTime(now)));
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
  return isWanted && isIdle && delivery.isSiteReady(lane.siteId, now, 'live');
}

/** Packed readings do not follow: those that a lane has missed for so long are read as a gap. */
function skipPacked(changes: Changes, lane: Lane, following: readonly Reading[], now: number): Lane {
  const loose = Math.floor((now - looseMs) / DAY_MS) * DAY_MS;
  const until = Math.min(loose, following[0]?.ts ?? loose) - 1;
  if (lane.sentUntil >= until) return lane;
  const { targetId, siteId, kind } = lane;
  const missed = { targetId, siteId, kind, from: lane.sentUntil + 1, to: until, reason: 'missed' } as const;
  changes.gaps.push(...splitAroundAhead(missed, lane.ahead));
  return { ...lane, sentUntil: until };
}

function planNext(
  changes: Changes,
  before: Lane,
  following: readonly Reading[],
  newest: Reading | undefined,
  now: number,
): void {
  const { lane, current } = leaveOutAhead(before, following, now);
  const isUsable = newest && !lane.ahead.includes(newest.ts);
  const planned = planLive(lane, current, isUsable ? newest : undefined, now);
  if (planned.missed) changes.gaps.push(...splitAroundAhead(planned.missed, lane.ahead));
  const { send } = planned;
  const flight = send && { ts: send.ts, qn: changes.delivery.chooseQn(lane.siteId, now) };
  const isCut = current.length < following.length && following.length > maxPending;
  const next = { ...planned.lane, flight, hasMore: planned.lane.hasMore || isCut };
  if (send && flight && !addShipment(changes, send, flight, undefined)) {
    // There is nothing in it that the target gets.
    changes.lanes.set(laneKey(lane), { ...settleLane(next, send.ts), hasMore: true });
    return;
  }
  changes.lanes.set(laneKey(lane), next);
}

/** Reads again what was on its way when the process that sent it ended, or its target was edited. */
async function recover(client: Connection, candidates: readonly Candidate[], now: number): Promise<void> {
  for (const { changes, lane } of candidates) {
    const { flight, siteId, kind } = lane;
    if (!flight) continue;
    const [reading] = await readDayFrom(client, { siteId, kind, from: flight.ts, to: flight.ts }, 1);
    changes.delivery.chooseQn(siteId, Math.max(flight.qn, now));
    if (reading && addShipment(changes, reading, flight, undefined)) continue;
    changes.lanes.set(laneKey(lane), { ...settleLane(lane, flight.ts), hasMore: true });
  }
}
