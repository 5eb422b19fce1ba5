import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import type { Packet } from '@limpid/hj212/packet';
import type { Check } from '@limpid/hj212/segment';

/** A station as far as the gateway has to know it. */
export interface StationProfile {
  siteId: number;
  mn: string;
  enabled: boolean;
  /** The zone of its clock. */
  zone: string;
  interval: number;
  /** Null where any password will do. */
  password: string | null;
  sm4Required: boolean;
  check: Check;
}

/** Who sent something, for those who count and list it. */
interface Origin {
  address: string;
  mn: string;
}

/** What the gateway asks of those who know the stations and store what they send. `S` is what they know of one. */
export interface StationPort<S extends StationProfile = StationProfile> {
  findStation(mn: string): S | undefined;
  /** Whether this command carries what is stored. */
  isData(cn: string): boolean;
  /** Stores a packet of data; `onEnd` is called once it is on disk, or can never be. */
  store(packet: Packet, station: S, refuse: Refuse, onEnd: (stored: boolean) => void): void;
  /** True while stations have to wait; `onTurn` tells when that begins and when it is over. */
  readonly full: boolean;
  onFullChange(listener: () => void): void;
  /** A packet of a known station has come, whatever it says. */
  recordContact(station: S, packet: Packet, address: string): void;
  /** A station that nobody knows has sent a packet. */
  recordUnknown(packet: Packet, address: string): void;
  recordRefusal(origin: Origin, reason: RefusalReason, detail: string | undefined): void;
}

export type Refuse = (reason: RefusalReason, detail?: string) => void;
