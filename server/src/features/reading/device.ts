import type { Check } from '@limpid/hj212/segment';

/** A channel as one kind of device has it. */
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
  /** Null where any password will do. */
  password: string | null;
  /** Refuses packets whose data are not enciphered with the key of the site. */
  sm4Required: boolean;
  /** SHA-256 of the key that it shows when it reports by HTTP. */
  httpKeyHash: string | null;
  check: Check;
  /** Channels by every code that this kind of device may send, in small letters. */
  channels: ReadonlyMap<string, DeviceChannel>;
  /** By channel, ascending; applied by the platform. */
  coefficients: ReadonlyMap<number, readonly DatedCoefficient[]>;
}

/** A channel as far as values of it are counted and described. */
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

/** Sites, their devices and the channels in memory, as they are now. */
export interface SiteDirectory {
  findBySite(siteId: number): SiteDevice | undefined;
  findBySlot(slot: number): StoredChannel | undefined;
  channels(): readonly StoredChannel[];
  /** Reads everything again, for those who must not miss what another process has changed. */
  refresh(): Promise<void>;
}
