import type { PacketKind } from '../reading/model.api.ts';

export type { LatestValue } from './latest.ts';
export { findReportTime } from './reports/station-report.rule.ts';

/** The latest value of each channel of a site, by channel code; null if it is not valid. */
export type LatestValues = Record<
  string,
  {
    ts: number;
    value: number | null;
    flag: string;
    /** The number that the device sent, if it is outside the range of the channel and does not count. */
    outOfRange?: number;
  }
>;

/** The latest values of all sites, in memory. */
export interface LatestSource {
  latestOf(siteId: number): LatestValues;
  /** Returns a function that lists the sites with newer values since its last call, whichever process stored them. */
  watchLatest(): () => number[];
}

/** Stores simulated readings through the same pipeline as measured ones. */
export interface ReadingSink {
  /** Loads the sites again: `findSite` and `store` use the loaded ones. */
  refreshSites(): Promise<void>;
  findSite(mn: string): number | undefined;
  findSlot(code: string): number | undefined;
  store(
    siteId: number,
    kind: PacketKind,
    ts: number,
    values: readonly (readonly [slot: number, value: number])[],
  ): void;
  /** Readings that are not stored yet. */
  readonly depth: number;
}
