import type { PacketKind } from '../../reading/model.api.ts';
import type { ForwardPacket } from '../target.ts';
import { type Flight, laneKey } from './lane.rule.ts';
import type { Parked } from './parking.rule.ts';
import type { LossHistory } from './sending/lost-connections.ts';

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

/** A shipment between its tries. */
export interface PendingShipment extends Shipment, LossHistory {
  lane: 'live' | 'backlog';
  /** Those that failed for its own sake or its site's. */
  tries: number;
  /** When the last try failed so. */
  failedAt: number | undefined;
  sentAt: number;
  isOut: boolean;
  hasEnded: boolean;
  /** Not sent again after a failure: its gap is gone, or its reissue does not run. */
  isHalted: boolean;
}

export const toPending = (shipment: Shipment): PendingShipment => ({
  ...shipment,
  lane: shipment.gapId === undefined ? 'live' : 'backlog',
  tries: 0,
  sentAt: 0,
  failedAt: undefined,
  isOut: false,
  hasEnded: false,
  isHalted: false,
  wasAlone: false,
  sharedLosses: 0,
  lostAt: undefined,
});

/** One reading of each live lane, and one of the gaps of each site, is sent at a time. */
export const shipmentKey = ({ gapId, siteId, kind }: Pick<Shipment, 'gapId' | 'siteId' | 'kind'>): string =>
  gapId === undefined ? laneKey({ siteId, kind }) : gapsKey(siteId);

export const gapsKey = (siteId: number): string => `gap ${siteId}`;
