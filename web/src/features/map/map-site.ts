import type { SiteIndices, SiteState } from '@limpid/contract/map/news';

/** East and north, in degrees of WGS-84. */
export type Place = readonly [longitude: number, latitude: number];

/** The newest value of a channel; null where it is not valid, and the flag says why. */
export interface SiteValue {
  value: number | null;
  ts: number;
  flag: string;
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
  /** Null where there is no index of the last hours. */
  indices: SiteIndices | null;
}

export type MapSites = ReadonlyMap<number, MapSite>;

/** The silence after which a station counts as offline, in milliseconds. */
function patienceMs(interval: number): number {
  return Math.max(3 * interval, 180) * 1000;
}

/** A moment that is too long ago to be told as the present. */
export function isStale(ts: number | null, interval: number, now: number): boolean {
  return ts === null || now - ts > patienceMs(interval);
}
