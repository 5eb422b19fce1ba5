import type { SiteIndices, SiteState } from '@limpid/contract/map/news';

/** East and north, in degrees of WGS-84. */
export type Place = readonly [longitude: number, latitude: number];

/** The newest value of a channel; null where it is not valid, and the flag says why. */
export interface SiteValue {
  value: number | null;
  ts: number;
  flag: string;
  /** The number that was sent, where it is outside the range of the channel and does not count. */
  outOfRange?: number;
}

export interface MapSite {
  siteId: number;
  name: string;
  mn: string;
  entityId: number;
  /** None yet: such a site is listed and not drawn. */
  place: Place | null;
  state: SiteState;
  isSimulated: boolean;
  /** Seconds between two reports. */
  interval: number;
  /** The moment of its newest values, epoch milliseconds. */
  ts: number | null;
  values: ReadonlyMap<string, SiteValue>;
  /** Its own limit for one channel. */
  limit?: { code: string; value: number };
  /** Null where there is no index of the last hours. */
  indices: SiteIndices | null;
}

export type MapSites = ReadonlyMap<number, MapSite>;
