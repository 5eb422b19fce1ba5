import type { PacketKind, Reading } from '../../reading/model.api.ts';
import { ForwardFailure, type ForwardPacket, type ForwardTarget, type Transport } from '../target.ts';
import { afterFailure, findRoom, type Health, healthy, isFailing } from './health.rule.ts';
import { type Flight, type Lane, laneKey } from './lane.rule.ts';
import { listForwardedValues } from './packet-values.rule.ts';

/** A reading that is being sent until its outcome is stored. */
export interface Shipment {
  siteId: number;
  kind: PacketKind;
  flight: Flight;
  /** Undefined in the live lane. */
  gapId: number | undefined;
  /** Of a reissue. */
  isOrdered: boolean;
  packet: ForwardPacket;
}

/** What becomes of a shipment: `parked` in a gap to be sent later, `skipped` for good. */
export interface Outcome {
  shipment: Shipment;
  end: 'accepted' | 'parked' | 'skipped';
}

/** An attempt to send, for the log and the chart. */
export interface ForwardAttempt {
  target: ForwardTarget;
  packet: ForwardPacket;
  siteId: number;
  /** What was sent. */
  describe(): string;
  failure: ForwardFailure | undefined;
  at: number;
}

interface Waiting extends Shipment {
  tries: number;
  sentAt: number;
  isOut: boolean;
  hasEnded: boolean;
  /** Not sent again after a failure: its gap is gone, or its reissue does not run. */
  isHalted: boolean;
}

const window = 200;
const triesUntilParked = 3;
const qnStepMs = 20;

/** Sends the readings of one target and remembers, in memory, what the database has stored about it. */
export interface TargetDelivery {
  readonly target: ForwardTarget;
  readonly lanes: ReadonlyMap<string, Lane>;
  /** The lanes with something to send that is not on its way. */
  readonly ready: ReadonlySet<string>;
  readonly sitesWithGaps: Set<number>;
  /** Readings of gaps that were read ahead. */
  readonly readAhead: Map<number, { gapId: number; readings: readonly Reading[] }>;
  readonly health: Health;
  setLane(lane: Lane): void;
  /** How many more packets may be sent now; current data first. */
  findRoom(now: number): number;
  isSiteReady(siteId: number, now: number): boolean;
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
  now: () => number;
  onOutcome(): void;
  onAttempt(attempt: ForwardAttempt): void;
}

export function openTargetDelivery(
  target: ForwardTarget,
  transport: Transport,
  { now, onOutcome, onAttempt }: Deps,
): TargetDelivery {
  const lanes = new Map<string, Lane>();
  const ready = new Set<string>();
  const shipments = new Map<string, Waiting>();
  const readAhead: TargetDelivery['readAhead'] = new Map();
  const siteHealth = new Map<number, Health>();
  const lastQn = new Map<number, number>();
  let outcomes: Outcome[] = [];
  let health = healthy;
  let isClosed = false;

  const keyOf = ({ gapId, siteId, kind }: Pick<Shipment, 'gapId' | 'siteId' | 'kind'>) =>
    gapId === undefined ? laneKey({ siteId, kind }) : `gap ${siteId}`;
  let outCount = 0;

  function end(shipment: Waiting, how: Outcome['end']): void {
    // Its lane counts as busy until the outcome is stored.
    shipment.hasEnded = true;
    outcomes.push({ shipment, end: how });
    onOutcome();
  }

  async function send(shipment: Waiting): Promise<void> {
    shipment.isOut = true;
    outCount += 1;
    shipment.sentAt = now();
    shipment.tries += 1;
    const failure = await transport.send(shipment.packet).then(() => undefined, toFailure);
    if (isClosed) return;
    shipment.isOut = false;
    outCount -= 1;
    const { siteId, packet } = shipment;
    onAttempt({
      target,
      packet,
      siteId,
      describe: () => describeText(transport, packet),
      failure,
      at: now(),
    });
    if (!failure) {
      health = healthy;
      siteHealth.delete(siteId);
      return end(shipment, 'accepted');
    }
    fail(shipment, failure);
    onOutcome();
  }

  function fail(shipment: Waiting, { reason, message: detail }: ForwardFailure): void {
    if (reason === 'unusable') return end(shipment, 'skipped');
    const failed = { reason, detail, sentAt: shipment.sentAt, now: now() };
    const before = health;
    health = afterFailure(health, failed);
    // A packet that is not accepted concerns its site, unless the others fail too.
    if (reason !== 'connection') {
      if (!isFailing(health)) health = { ...health, retryAt: before.retryAt };
      siteHealth.set(shipment.siteId, afterFailure(siteHealth.get(shipment.siteId) ?? healthy, failed));
      const canPark = shipment.gapId === undefined || shipment.isOrdered;
      if (canPark && shipment.tries >= triesUntilParked && !shipment.isHalted) end(shipment, 'parked');
    }
    if (shipment.isHalted) drop(shipment);
  }

  /** Its gap begins with it when it is sent again. */
  function drop(shipment: Waiting): void {
    shipments.delete(keyOf(shipment));
    readAhead.delete(shipment.siteId);
  }

  const isSiteReady = (siteId: number, at: number) => (siteHealth.get(siteId)?.retryAt ?? 0) <= at;

  return {
    target,
    lanes,
    ready,
    sitesWithGaps: new Set(),
    readAhead,
    get health() {
      return health;
    },
    setLane(lane) {
      const key = laneKey(lane);
      lanes.set(key, lane);
      const isWaiting = lane.flight ? !shipments.has(key) : lane.hasMore;
      if (isWaiting) ready.add(key);
      else ready.delete(key);
    },
    findRoom: (at) =>
      target.isPaused
        ? 0
        : Math.max(0, findRoom(health, window, at) - (health.failures > 0 ? shipments.size : outCount)),
    isSiteReady,
    hasBacklogShipment: (siteId) => shipments.has(`gap ${siteId}`),
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
      const waiting = { ...shipment, tries: 0, sentAt: 0, isOut: false, hasEnded: false, isHalted: false };
      shipments.set(keyOf(shipment), waiting);
      void send(waiting);
    },
    resend(at) {
      let room = target.isPaused ? 0 : findRoom(health, window, at) - outCount;
      for (const shipment of shipments.values()) {
        if (room <= 0) return;
        if (shipment.isOut || shipment.hasEnded || !isSiteReady(shipment.siteId, at)) continue;
        room -= 1;
        void send(shipment);
      }
    },
    takeOutcomes() {
      const taken = outcomes;
      outcomes = [];
      for (const { shipment } of taken) shipments.delete(keyOf(shipment));
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

function toFailure(error: unknown): ForwardFailure {
  if (error instanceof ForwardFailure) return error;
  return new ForwardFailure('unusable', error instanceof Error ? error.message : String(error));
}

function describeText(transport: Transport, packet: ForwardPacket): string {
  try {
    return transport.describe(packet);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
