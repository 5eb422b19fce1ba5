import type { SiteIndices, SiteState } from '@limpid/contract/map/site-update';
import type { SiteLimit, SiteValue } from '../../air/site-value.ts';
import type { LngLat } from '../../map/map.ts';

export interface MapSite {
  siteId: number;
  name: string;
  mn: string;
  entityId: number;
  /** Null without coordinates: the site is listed but not drawn. */
  place: LngLat | null;
  state: SiteState;
  isSimulated: boolean;
  /** Seconds between two reports. */
  interval: number;
  /** The moment of its newest values, epoch milliseconds. */
  ts: number | null;
  values: ReadonlyMap<string, SiteValue>;
  limit?: SiteLimit;
  /** Null without an index of the last hours. */
  indices: SiteIndices | null;
}

export type MapSites = ReadonlyMap<number, MapSite>;
