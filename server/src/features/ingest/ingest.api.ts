import type { PacketKind } from '../reading/model.api.ts';

/** The newest value of each channel of a site, by the channel's code; null where it is not valid. */
export type LatestValues = Record<
  string,
  {
    ts: number;
    value: number | null;
    flag: string;
    /** The number that the device sent, where that is outside the range of the channel and does not count. */
    outOfRange?: number;
  }
>;

/** The newest values of all sites, in memory. */
export interface LatestSource {
  latestOf(siteId: number): LatestValues;
  /** The answer gives the sites that have newer values since it was last asked, wherever they were stored. */
  watchLatest(): () => number[];
}

/** Takes in readings that were made up, the same way as those that were measured. */
export interface ReadingSink {
  findSite(mn: string): number | undefined;
  findSlot(code: string): number | undefined;
  store(
    siteId: number,
    kind: PacketKind,
    ts: number,
    values: readonly (readonly [slot: number, value: number])[],
  ): void;
  /** How many are not stored yet. */
  readonly depth: number;
}
