import type { Pool } from '../../../platform/db/transaction.ts';
import type { Lease } from '../../../platform/lease/lease.store.ts';
import type { Reading } from '../../reading/model.api.ts';
import type { Gap, MissedReading, ParkedReading } from './gap.store.ts';
import type { Lane, NewGap } from './lane.rule.ts';
import type { LaneMoment, SettledReading, SkippedSpan } from './outcome.store.ts';
import type { Outcome, Shipment } from './shipment.ts';
import type { TargetDelivery } from './target-delivery.ts';

/** What a round works on. */
export interface Round {
  pool: Pool;
  lease: Lease;
  deliveries: readonly TargetDelivery[];
  now: number;
  /** Before which moments targets give readings up. */
  cutoffs: ReadonlyMap<number, number>;
  /** Readings of gaps that a target may send now. */
  takeBacklogRoom(delivery: TargetDelivery, wanted: number): number;
}

/** What one round changes for one target; memory follows once it is stored. */
export interface Changes {
  delivery: TargetDelivery;
  outcomes: Outcome[];
  lanes: Map<string, Lane>;
  gaps: NewGap[];
  settledGaps: { gapId: number; from: number; settled: number }[];
  parkedGaps: ParkedReading[];
  /** Readings that the live lanes have given up. */
  missed: MissedReading[];
  shipments: Shipment[];
  /** Sites whose gaps are looked for again at a moment, or not at all. */
  restingSites: Map<number, number | undefined>;
  /** By gap. */
  readAhead: Map<number, { siteId: number; readings: readonly Reading[] }>;
  /** Gaps whose reading on its way was given up. */
  givenUpGaps: Set<number>;
  skipped: number;
  skippedSpans: SkippedSpan[];
  /** Readings of gaps that the receiver has accepted, and those that are skipped. */
  accepted: SettledReading[];
  skippedOfGaps: SettledReading[];
  /** Arrivals that the target does not get by themselves. */
  passedOver: LaneMoment[];
}

export const startChanges = (delivery: TargetDelivery, outcomes: Outcome[]): Changes => ({
  delivery,
  outcomes,
  lanes: new Map(),
  gaps: [],
  settledGaps: [],
  parkedGaps: [],
  missed: [],
  shipments: [],
  restingSites: new Map(),
  readAhead: new Map(),
  givenUpGaps: new Set(),
  skipped: 0,
  skippedSpans: [],
  accepted: [],
  skippedOfGaps: [],
  passedOver: [],
});

export const findLane = ({ lanes, delivery }: Changes, key: string): Lane | undefined =>
  lanes.get(key) ?? delivery.lanes.get(key);

/** Plans to send a reading; false if there is nothing in it that the target gets. */
export function addShipment(
  changes: Changes,
  reading: Reading,
  flight: Shipment['flight'],
  gap: Gap | undefined,
): boolean {
  const packet = changes.delivery.describe(reading, flight, gap !== undefined);
  if (!packet) return false;
  const { siteId, kind } = reading;
  changes.shipments.push({
    siteId,
    kind,
    flight,
    gapId: gap?.gapId,
    parked: gap?.parked,
    packet,
  });
  return true;
}

/** Memory follows what was stored, and what is planned is sent. */
export function applyChanges({
  delivery,
  lanes,
  gaps,
  missed,
  shipments,
  restingSites,
  readAhead,
  givenUpGaps,
}: Changes): void {
  delivery.halt(givenUpGaps);
  for (const [siteId, until] of restingSites) {
    if (until === undefined) delivery.sitesWithGaps.delete(siteId);
    else delivery.sitesWithGaps.set(siteId, until);
  }
  for (const { siteId } of [...gaps, ...missed]) delivery.sitesWithGaps.set(siteId, 0);
  for (const [gapId, { siteId, readings }] of readAhead) {
    const ahead = delivery.readAhead.get(siteId) ?? new Map<number, readonly Reading[]>();
    delivery.readAhead.set(siteId, ahead);
    if (readings.length > 0) {
      ahead.set(gapId, readings);
      continue;
    }
    ahead.delete(gapId);
    if (ahead.size > 0) continue;
    delivery.readAhead.delete(siteId);
    // The others come first next time.
    if (delivery.sitesWithGaps.delete(siteId)) delivery.sitesWithGaps.set(siteId, 0);
  }
  for (const shipment of shipments) delivery.ship(shipment);
  for (const lane of lanes.values()) delivery.setLane(lane);
}
