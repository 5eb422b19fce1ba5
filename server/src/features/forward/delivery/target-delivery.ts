import type { PacketKind, Reading } from '../../reading/model.api.ts';
import type { ForwardFailure, ForwardPacket, ForwardTarget, OpenTransport, SiteNames } from '../target.ts';
import { afterAnswer, openBacklogWindow } from './backlog-window.rule.ts';
import { afterFailure, findRoom, type Health, healthy } from './health.rule.ts';
import { type Flight, type Lane, laneKey } from './lane.rule.ts';
import { describeText, toFailure, tryToOpen } from './open-safely.ts';
import { listForwardedValues } from './packet-values.rule.ts';
import { isGivenUp, type Parked, park } from './parking.rule.ts';
import { openSiteHealths } from './site-health.ts';

/** A reading that is being sent until its outcome is stored. */
export interface Shipment {
  siteId: number;
  kind: PacketKind;
  flight: Flight;
  /** Undefined in the live lane. */
  gapId: number | undefined;
  /** If it was set aside before. */
  parked: Parked | undefined;
  packet: ForwardPacket;
}

/** What becomes of a shipment: `parked` to be sent later, `skipped` for good. */
export type Outcome = { shipment: Shipment } & (
  | { end: 'accepted' | 'skipped' }
  | { end: 'parked'; parked: Parked }
);

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

interface Waiting extends Shipment {
  /** Those that were not accepted; lost connections do not count. */
  tries: number;
  sentAt: number;
  isOut: boolean;
  hasEnded: boolean;
  /** Not sent again after a failure: its gap is gone, or its reissue does not run. */
  isHalted: boolean;
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
  now: () => number;
  onOutcome(): void;
  onAttempt(attempt: ForwardAttempt): void;
}

export function openTargetDelivery(
  target: ForwardTarget,
  openTransport: OpenTransport,
  { now, onOutcome, onAttempt }: Deps,
): TargetDelivery {
  const { transport, problem } = tryToOpen(openTransport, target);
  const isHeld = target.isPaused || target.isOff || problem !== undefined;
  const lanes = new Map<string, Lane>();
  const ready = new Set<string>();
  const shipments = new Map<string, Waiting>();
  const readAhead: TargetDelivery['readAhead'] = new Map();
  const siteHealths = openSiteHealths();
  const lastQn = new Map<number, number>();
  let outcomes: Outcome[] = [];
  let health = healthy;
  let isClosed = false;

  const keyOf = ({ gapId, siteId, kind }: Pick<Shipment, 'gapId' | 'siteId' | 'kind'>) =>
    gapId === undefined ? laneKey({ siteId, kind }) : `gap ${siteId}`;
  const isOfGap = ({ gapId }: Pick<Shipment, 'gapId'>) => gapId !== undefined;
  let outCount = 0;
  let backlogOutCount = 0;
  let backlogWindow = openBacklogWindow(now());

  function end(shipment: Waiting, outcome: Outcome): void {
    // Its lane counts as busy until the outcome is stored.
    shipment.hasEnded = true;
    outcomes.push(outcome);
  }

  async function send(shipment: Waiting): Promise<void> {
    shipment.isOut = true;
    outCount += 1;
    if (isOfGap(shipment)) backlogOutCount += 1;
    shipment.sentAt = now();
    const failure = await transport.send(shipment.packet).then(() => undefined, toFailure);
    if (isClosed) return;
    shipment.isOut = false;
    outCount -= 1;
    const { siteId, packet, sentAt } = shipment;
    if (isOfGap(shipment)) {
      backlogOutCount -= 1;
      backlogWindow = afterAnswer(backlogWindow, { sentAt, now: now(), isAccepted: !failure });
    }
    const outcome = failure ? fail(shipment, failure) : accept(shipment);
    if (outcome) end(shipment, outcome);
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

  function accept(shipment: Waiting): Outcome {
    health = healthy;
    siteHealths.accept(shipment.siteId, now());
    return { shipment, end: 'accepted' };
  }

  /** The outcome if the packet is not to be sent again at once. */
  function fail(shipment: Waiting, { reason, message: detail }: ForwardFailure): Outcome | undefined {
    if (reason === 'unusable') return { shipment, end: 'skipped' };
    const { siteId, sentAt } = shipment;
    const failed = { reason, detail, sentAt, now: now() };
    if (reason === 'connection') health = afterFailure(health, failed);
    else {
      const parked = failAtSite(shipment, failed);
      // It is the site that is refused, or this reading, unless the others fail too.
      if (!siteHealths.isAlone(siteId)) health = { ...afterFailure(health, failed), retryAt: health.retryAt };
      if (parked && !shipment.isHalted)
        return isGivenUp(parked) ? { shipment, end: 'skipped' } : { shipment, end: 'parked', parked };
    }
    if (shipment.isHalted) drop(shipment);
    return undefined;
  }

  function failAtSite(shipment: Waiting, failed: Parameters<typeof siteHealths.fail>[1]): Parked | undefined {
    const { siteId, parked: before } = shipment;
    shipment.tries += 1;
    siteHealths.fail(siteId, failed, isOfGap(shipment) ? 'backlog' : 'live');
    if (!before && shipment.tries < siteHealths.countTries(siteId)) return undefined;
    siteHealths.park(siteId);
    return park(before, {
      isRefused: failed.reason === 'refused',
      wasSiteAccepted: before !== undefined && siteHealths.wasAcceptedAfter(siteId, before.at),
      now: failed.now,
    });
  }

  /** Its gap begins with it when it is sent again. */
  function drop(shipment: Waiting): void {
    shipments.delete(keyOf(shipment));
    readAhead.delete(shipment.siteId);
  }

  const countRoom = (at: number) => (isHeld ? 0 : Math.max(0, findRoom(health, at) - outCount));
  const countBacklogRoom = (at: number) =>
    Math.max(0, Math.min(countRoom(at), Math.floor(backlogWindow.size) - backlogOutCount));

  function listUnsent(lane: 'live' | 'backlog', at: number): Waiting[] {
    return [...shipments.values()].filter(
      (shipment) =>
        isOfGap(shipment) === (lane === 'backlog') &&
        !shipment.isOut &&
        !shipment.hasEnded &&
        siteHealths.isReady(shipment.siteId, at, lane),
    );
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
      const isWaiting = lane.flight ? !shipments.has(key) : lane.hasMore;
      if (isWaiting) ready.add(key);
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
      for (const shipment of listUnsent('live', at).slice(0, countRoom(at))) void send(shipment);
      const missed = listUnsent('backlog', at);
      if (missed.length === 0) return;
      const left = Math.min(countBacklogRoom(at), countRoom(at) - countReadyLanes(at));
      for (const shipment of missed.slice(0, Math.max(0, left))) void send(shipment);
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
