import type { Check } from '@limpid/hj212/segment';

/** A channel of a device type. */
export interface DeviceChannel {
  channelId: number;
  code: string;
  slot: number;
  min: number | null;
  max: number | null;
}

/** K and B from a moment on. */
export interface DatedCoefficient {
  since: number;
  k: number;
  b: number;
}

/** A password that a command sets; the command is one of the device log. */
export interface NewPassword {
  logId: number;
  password: string;
  orderedAt: number;
}

/** A site and the device at it. */
export interface SiteDevice {
  siteId: number;
  siteName: string;
  deptId: number;
  mn: string;
  enabled: boolean;
  zone: string;
  /** Seconds between two reports. */
  interval: number;
  /** Null if any password is accepted. */
  password: string | null;
  /** Passwords that were sent to the device and that it may use by now, oldest first. */
  newPasswords: readonly NewPassword[];
  /** Whether packets have to be encrypted with the key of the site. */
  sm4Required: boolean;
  mqtt: {
    /** Whether it may publish over MQTT. */
    allowed: boolean;
    /** Templates of its device type: where it publishes, and where its packets are answered. */
    topic: string;
    answerTopic: string | null;
  };
  /** SHA-256 of its key for reports by HTTP. */
  httpKeyHash: string | null;
  check: Check;
  /** Which commands it has. */
  kind: { protocol: string; deviceTypeId: number };
  /** The codes under which it reports its firmware and its signal strength; null if its type names none. */
  factCodes: { firmware: string | null; signal: string | null };
  /** With which code it asks for values of a reference station, and the CP of the answer; null if it does not. */
  referenceRequest: { code: string; template: string } | null;
  /** Channels by every code that the device type may send, in lower case. */
  channels: ReadonlyMap<string, DeviceChannel>;
  /** The first alias that the device type gives a channel, by channel. */
  ownCodes: ReadonlyMap<number, string>;
  /** By channel, ascending; applied by the platform. */
  coefficients: ReadonlyMap<number, readonly DatedCoefficient[]>;
}

/** The facts of a channel that storing and presenting values need. */
export interface StoredChannel {
  channelId: number;
  code: string;
  gbCode: string;
  slot: number;
  dataType: string;
  unit: string | null;
  minValue: number | null;
  maxValue: number | null;
  aliases: readonly string[];
  channelName: string;
  channelNameEn: string | null;
  channelNameFr: string | null;
  decimals: number;
}

/** The current sites, devices and channels, in memory. */
export interface SiteDirectory {
  findBySite(siteId: number): SiteDevice | undefined;
  findBySlot(slot: number): StoredChannel | undefined;
  channels(): readonly StoredChannel[];
  /** Reads everything again, for callers that must not miss a change of another process. */
  refresh(): Promise<void>;
}
