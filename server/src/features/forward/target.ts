import type { CrcMode } from '@limpid/hj212/crc';
import type { Version } from '@limpid/hj212/packet';
import type { PacketKind } from '../reading/model.api.ts';

/** A receiver as delivery uses it, with its secrets opened. */
export interface ForwardTarget {
  targetId: number;
  targetName: string;
  /** Another text after every change of the target, its sites or the channels. */
  revision: string;
  /** For the log. */
  protocol: string;
  /** The wall clock of DataTime and QN. */
  zone: string;
  kinds: readonly PacketKind[];
  sendsCorrected: boolean;
  /** The sites that it gets readings of. */
  sites: ReadonlyMap<number, SiteNames>;
  /** Codes and units at the receiver, by slot. */
  factors: ReadonlyMap<number, ForwardedFactor>;
  onlyMapped: boolean;
  /** Channels that are not sent because another one has their code. */
  leftOut: readonly string[];
  /** Stopped by a person: nothing is sent, and what is missed meanwhile is sent later. */
  isPaused: boolean;
  /** Its entity is disabled: the same. */
  isOff: boolean;
  /** Epoch milliseconds. */
  lastSuccessAt: number | null;
  minGapMs: number;
  answerMs: number;
  backlogRate: number;
  maxHours: number;
  maxRows: number;
  connection: Hj212Receiver | JsonReceiver | MqttReceiver | UnusableSettings;
}

/** Settings with which nothing can be sent, as a secret that cannot be decrypted. */
interface UnusableSettings {
  protocol: 'unusable';
  detail: string;
}

/** What a site is called at the receiver. */
export interface SiteNames {
  siteName: string;
  mn: string;
  systemCode: string;
  /** If it is not that of the target. */
  password?: string | undefined;
}

/** How a channel is written for the receiver. */
export interface ForwardedFactor {
  code: string;
  /** Whether the target names it. */
  isMapped: boolean;
  /** Into the unit of the receiver. */
  convert(value: number): number;
}

export interface Hj212Receiver {
  protocol: 'hj212';
  version: Version;
  host: string;
  port: number;
  password: string;
  crc: CrcMode;
  sm4Key: Uint8Array | undefined;
  wantsAnswer: boolean;
  /** One connection for each MN instead of one for the target. */
  ownConnections: boolean;
}

export interface JsonReceiver {
  protocol: 'json';
  url: string;
  header: { name: string; value: string } | undefined;
  ca: string | undefined;
}

export interface MqttReceiver {
  protocol: 'mqtt';
  host: string;
  port: number;
  topic: string;
  username: string | undefined;
  password: string | undefined;
  ca: string | undefined;
}

/** A value as the receiver gets it: in its unit, with its code. */
export interface ForwardedValue {
  code: string;
  /** Null where nothing was measured. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** One letter, see HJ 212. */
  flag: string;
}

/** One reading on its way to a receiver. */
export interface ForwardPacket {
  site: SiteNames;
  kind: PacketKind;
  /** Epoch milliseconds. */
  ts: number;
  /** The moment of its first sending, which identifies it at the receiver; epoch milliseconds. */
  qn: number;
  /** Not sent when it was new: marked RF=1 in HJ 212-2025. */
  isReissued: boolean;
  values: readonly ForwardedValue[];
}

/**
 * Why a packet was not accepted. `connection` concerns the whole target, unless only this packet fails so; the others
 * concern the packet or its site: `timeout` no answer in time, `refused` an answer that refuses, `unusable` a packet that cannot be written.
 */
export type FailureReason = 'connection' | 'timeout' | 'refused' | 'unusable';

/** The connection over which a packet was sent before it failed: one that packets of other sites share, or its own. */
type SentOver = 'shared' | 'own';

export class ForwardFailure extends Error {
  readonly reason: FailureReason;
  /** Undefined if it was not sent. */
  readonly sentOver: SentOver | undefined;

  constructor(reason: FailureReason, detail: string, sentOver?: SentOver) {
    super(detail);
    this.reason = reason;
    this.sentOver = sentOver;
  }
}

/** Sends packets to one target over its own connections. */
export interface Transport {
  /** What would be sent, as text, for the log; throws a `ForwardFailure` if the packet cannot be written. */
  describe(packet: ForwardPacket): string;
  /** Sends a packet once; ends when the receiver has accepted it, otherwise throws a `ForwardFailure`. */
  send(packet: ForwardPacket): Promise<void>;
  close(): Promise<void>;
}

/** Opens the connections of a target when the first packet is sent. */
export type OpenTransport = (target: ForwardTarget) => Transport;
