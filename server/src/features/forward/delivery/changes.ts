import type { Pool } from '../../../platform/db/transaction.ts';
import type { Lease } from '../../../platform/lease/lease.store.ts';
import type { Reading } from '../../reading/model.api.ts';
import type { Lane, NewGap } from './lane.rule.ts';
import type { Gap } from './lane.store.ts';
import type { Outcome, Shipment, TargetDelivery } from './target-delivery.ts';

/** What a round works on. */
export interface Round {
  pool: Pool;
  lease: Lease;
  deliveries: readonly TargetDelivery[];
  now: number;
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
  parkedGaps: number[];
  shipments: Shipment[];
  sitesWithoutGaps: Set<number>;
  readAhead: Map<number, { gapId: number; readings: readonly Reading[] }>;
  skipped: number;
}

export const startChanges = (delivery: TargetDelivery, outcomes: Outcome[]): Changes => ({
  delivery,
  outcomes,
  lanes: new Map(),
  gaps: [],
  settledGaps: [],
  parkedGaps: [],
  shipments: [],
  sitesWithoutGaps: new Set(),
  readAhead: new Map(),
  skipped: 0,
});

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
    isOrdered: gap?.isOrdered ?? false,
    packet,
  });
  return true;
}

/** Memory follows what was stored, and what is planned is sent. */
export function applyChanges({
  delivery,
  lanes,
  gaps,
  shipments,
  sitesWithoutGaps,
  readAhead,
}: Changes): void {
  for (const siteId of sitesWithoutGaps) delivery.sitesWithGaps.delete(siteId);
  for (const { siteId } of gaps) delivery.sitesWithGaps.add(siteId);
  for (const [siteId, ahead] of readAhead) {
    if (ahead.readings.length > 0) {
      delivery.readAhead.set(siteId, ahead);
      continue;
    }
    delivery.readAhead.delete(siteId);
    // The others come first next time.
    if (delivery.sitesWithGaps.delete(siteId)) delivery.sitesWithGaps.add(siteId);
  }
  for (const shipment of shipments) delivery.ship(shipment);
  for (const lane of lanes.values()) delivery.setLane(lane);
}
