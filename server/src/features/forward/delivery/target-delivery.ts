import type { Reading } from '../../reading/model.api.ts';
import type { ForwardFailure, ForwardPacket, ForwardTarget, OpenTransport, SiteNames } from '../target.ts';
import { type Flight, type Lane, laneKey } from './lane.rule.ts';
import { listForwardedValues } from './packet-values.rule.ts';
import { isGivenUp } from './parking.rule.ts';
import { countTry } from './sending/count-try.ts';
import { afterFailure, findRoom, type Health, healthy, isProbing } from './sending/health.rule.ts';
import { findFirstLost, openLostConnections } from './sending/lost-connections.ts';
import { describeText, toFailure, tryToOpen } from './sending/open-safely.ts';
import { openOutgoing } from './sending/outgoing.ts';
import { openSiteHealths } from './sending/site-health.ts';
import {
  gapsKey,
  type Outcome,
  type PendingShipment,
  type Shipment,
  shipmentKey,
  toPending,
} from './shipment.ts';

/** An attempt to send, for the log and the chart. */
export interface ForwardAttempt {
  target: ForwardTarget;
  packet: ForwardPacket;
  siteId: number;
  /** What was sent. */
  describe(): string;
  failure: ForwardFailure | undefined;
  /** It is not sent again by itself. */
  isGivenUp: boolean;
  at: number;
}

const qnStepMs = 20;

/** Sends the readings of one target and remembers, in memory, what the database has stored about it. */
export interface TargetDelivery {
  readonly target: ForwardTarget;
  /** Why its settings cannot be used: nothing is sent. */
  readonly problem: string | undefined;
  readonly lanes: ReadonlyMap<string, Lane>;
  /** The lanes with something to send that is not on its way. */
  readonly ready: ReadonlySet<string>;
  /** Sites with gaps, and from when on these are looked for. */
  readonly sitesWithGaps: Map<number, number>;
  /** Readings of gaps that were read ahead, by site and gap. */
  readonly readAhead: Map<number, Map<number, readonly Reading[]>>;
  readonly health: Health;
  /** The first site that fails although others are accepted. */
  findFailingSite(): { site: SiteNames; health: Health } | undefined;
  setLane(lane: Lane): void;
  /** How many more packets may be sent now; current data first. */
  findRoom(now: number): number;
  /** How many of them may be of gaps. */
  findBacklogRoom(now: number): number;
  isSiteReady(siteId: number, now: number, lane: 'live' | 'backlog'): boolean;
  /** Whether a reading of a gap of the site is being sent. */
  hasBacklogShipment(siteId: number): boolean;
  hasShipment(lane: Lane): boolean;
  /** The gaps with a reading on its way. */
  listShippedGaps(): number[];
  /** Gives up sending readings of these gaps; one that is on its way counts if it is accepted. */
  halt(gapIds: ReadonlySet<number>): void;
  chooseQn(siteId: number, now: number): number;
  describe(reading: Reading, flight: Flight, isReissued: boolean): ForwardPacket | undefined;
  ship(shipment: Shipment): void;
  /** Sends again what has failed, where it is time. */
  resend(now: number): void;
  takeOutcomes(): Outcome[];
  returnOutcomes(outcomes: readonly Outcome[]): void;
  close(): Promise<void>;
}

interface Deps {
  /** How it was before the target was opened anew. */
  health: Health | undefined;
  now: () => number;
  onOutcome(): void;
  onAttempt(attempt: ForwardAttempt): void;
}

export function openTargetDelivery(
  target: ForwardTarget,
  openTransport: OpenTransport,
  { health: before, now, onOutcome, onAttempt }: Deps,
): TargetDelivery {
  const { transport, problem } = tryToOpen(openTransport, target);
  const isHeld = target.isPaused || target.isOff || problem !== undefined;
  const lanes = new Map<string, Lane>();
  const ready = new Set<string>();
  const shipments = new Map<string, PendingShipment>();
  const readAhead: TargetDelivery['readAhead'] = new Map();
  const siteHealths = openSiteHealths();
  const losses = openLostConnections();
  const outgoing = openOutgoing(now());
  const lastQn = new Map<number, number>();
  let outcomes: Outcome[] = [];
  let health = before ?? healthy;
  let isClosed = false;
  /** After which failure others were let go first. */
  let yieldedAt: number | undefined;

  async function send(shipment: PendingShipment): Promise<void> {
    shipment.isOut = true;
    shipment.sentAt = now();
    outgoing.begin(shipment);
    const { siteId, packet } = shipment;
    const failure = await transport.send(packet).then(() => undefined, toFailure);
    if (isClosed) return;
    shipment.isOut = false;
    outgoing.end(shipment, { isAccepted: !failure, now: now() });
    const outcome = failure ? fail(shipment, failure) : accept(shipment);
    if (outcome) {
      // Its lane counts as busy until the outcome is stored.
      shipment.hasEnded = true;
      outcomes.push(outcome);
    }
    onAttempt({
      target,
      packet,
      siteId,
      describe: () => describeText(transport, packet),
      failure,
      isGivenUp: outcome?.end === 'skipped',
      at: now(),
    });
    onOutcome();
  }

  function accept(shipment: PendingShipment): Outcome {
    health = healthy;
    siteHealths.accept(shipment.siteId, now());
    losses.accept(shipment.siteId, now());
    return { shipment, end: 'accepted' };
  }

  /** The outcome if the packet is not to be sent again at once. */
  function fail(
    shipment: PendingShipment,
    { reason, message: detail, sentOver }: ForwardFailure,
  ): Outcome | undefined {
    const { siteId, sentAt } = shipment;
    const failed = { reason, detail, sentAt, now: now() };
    const cause = reason === 'connection' ? losses.findCause(shipment, sentOver, failed.now) : 'packet';
    if (cause === 'target' || (cause === 'unclear' && !siteHealths.isAlone(siteId))) {
      health = afterFailure(health, failed);
    } else {
      siteHealths.fail(siteId, failed, shipment.lane);
      // It is the site that is refused, or this reading, unless the others fail too.
      if (reason !== 'connection' && !siteHealths.isAlone(siteId))
        health = { ...afterFailure(health, failed), retryAt: health.retryAt };
      if (reason === 'unusable') return { shipment, end: 'skipped' };
      const parked = cause === 'packet' ? countTry(shipment, failed, siteHealths) : undefined;
      if (parked && !shipment.isHalted)
        return isGivenUp(parked) ? { shipment, end: 'skipped' } : { shipment, end: 'parked', parked };
    }
    if (shipment.isHalted) drop(shipment);
    return undefined;
  }

  /** Its gap begins with it when it is sent again. */
  function drop(shipment: PendingShipment): void {
    shipments.delete(shipmentKey(shipment));
    readAhead.delete(shipment.siteId);
  }

  const countRoom = (at: number) =>
    isHeld || losses.isQuiet(at) ? 0 : Math.max(0, findRoom(health, at) - outgoing.count);
  const countBacklogRoom = (at: number) => Math.max(0, Math.min(countRoom(at), outgoing.backlogRoom));

  /** Current data first. */
  function listUnsent(at: number): PendingShipment[] {
    const unsent = [...shipments.values()].filter(
      ({ siteId, lane, isOut, hasEnded }) => !isOut && !hasEnded && siteHealths.isReady(siteId, at, lane),
    );
    const isLive = ({ lane }: PendingShipment) => lane === 'live';
    return [...unsent.filter(isLive), ...unsent.filter((shipment) => !isLive(shipment))];
  }

  /** One packet shows whether the target is back: current data first, but first of all those with which it was not lost. */
  function probe(at: number): void {
    losses.stopDraining();
    const first = findFirstLost(listUnsent(at));
    if (!first || countRoom(at) === 0) return;
    if (first.lostAt !== undefined && yieldedAt !== health.lastFailureAt) {
      // What has not been sent yet is, if there is something.
      yieldedAt = health.lastFailureAt;
      return;
    }
    if (first.lane === 'backlog' && countReadyLanes(at) > 0) return;
    void send(first);
  }

  /** The packet that is to be sent alone leaves when no other one is on its way. */
  function sendSuspect(at: number): void {
    const first = findFirstLost(listUnsent(at).filter(losses.isSuspect));
    if (!first || isHeld || findRoom(health, at) === 0) losses.stopDraining();
    else if (losses.takeTurn(at, outgoing.count === 0)) void send(first).then(losses.endTurn);
  }

  /** Lanes whose next reading is about to be sent. */
  const countReadyLanes = (at: number) =>
    [...ready].filter((key) => {
      const siteId = lanes.get(key)?.siteId ?? 0;
      return target.sites.has(siteId) && siteHealths.isReady(siteId, at, 'live');
    }).length;

  return {
    target,
    problem,
    lanes,
    ready,
    sitesWithGaps: new Map(),
    readAhead,
    get health() {
      return health;
    },
    setLane(lane) {
      const key = laneKey(lane);
      lanes.set(key, lane);
      const isPendingShipment = lane.flight ? !shipments.has(key) : lane.hasMore;
      if (isPendingShipment) ready.add(key);
      else ready.delete(key);
    },
    findFailingSite() {
      const found = siteHealths.findAlone();
      const site = found && target.sites.get(found.siteId);
      return site && { site, health: found.health };
    },
    findRoom: countRoom,
    findBacklogRoom: countBacklogRoom,
    isSiteReady: siteHealths.isReady,
    hasBacklogShipment: (siteId) => shipments.has(gapsKey(siteId)),
    hasShipment: (lane) => shipments.has(laneKey(lane)),
    listShippedGaps: () => Array.from(shipments.values(), ({ gapId }) => gapId ?? []).flat(),
    halt(gapIds) {
      for (const shipment of shipments.values()) {
        if (shipment.gapId === undefined || !gapIds.has(shipment.gapId)) continue;
        shipment.isHalted = true;
        if (!shipment.isOut && !shipment.hasEnded) drop(shipment);
      }
    },
    chooseQn(siteId, at) {
      const qn = Math.max(at, (lastQn.get(siteId) ?? 0) + qnStepMs);
      lastQn.set(siteId, qn);
      return qn;
    },
    describe(reading, { ts, qn }, isReissued) {
      const site = target.sites.get(reading.siteId);
      const values = listForwardedValues(reading, target);
      if (!site || values.length === 0) return undefined;
      return { site, kind: reading.kind, ts, qn, isReissued, values };
    },
    ship(shipment) {
      const pending = toPending(shipment);
      shipments.set(shipmentKey(shipment), pending);
      if (isProbing(health) || !losses.isSuspect(pending)) void send(pending);
    },
    resend(at) {
      if (isProbing(health)) return probe(at);
      sendSuspect(at);
      const { live = [], backlog = [] } = Object.groupBy(
        listUnsent(at).filter((shipment) => !losses.isSuspect(shipment)),
        ({ lane }) => lane,
      );
      for (const shipment of live.slice(0, countRoom(at))) void send(shipment);
      if (backlog.length === 0) return;
      const left = Math.min(countBacklogRoom(at), countRoom(at) - countReadyLanes(at));
      for (const shipment of backlog.slice(0, Math.max(0, left))) void send(shipment);
    },
    takeOutcomes() {
      const taken = outcomes;
      outcomes = [];
      for (const { shipment } of taken) shipments.delete(shipmentKey(shipment));
      return taken;
    },
    returnOutcomes(given) {
      outcomes = [...given, ...outcomes];
    },
    async close() {
      isClosed = true;
      await transport.close();
    },
  };
}
