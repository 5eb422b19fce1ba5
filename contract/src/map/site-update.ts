/** The states of a site: offline, online, or disabled by a person. A snapshot has the position in this list. */
export const siteStates = ['off', 'on', 'stopped'] as const;
export type SiteState = (typeof siteStates)[number];

/** The pollutants of all indices; the first is bit 1 of `primary`, the second bit 2, the third bit 4 and so on. */
export const mapPollutants = ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'] as const;

/** The indices that a user can choose from. */
export const mapIndices = ['china', 'us', 'europe', 'atmo'] as const;
export type MapIndex = (typeof mapIndices)[number];

export interface SiteIndex {
  aqi: number | null;
  /** Bits of `mapPollutants`; 0 if the standard names none. */
  primary: number;
  /** Based on fewer pollutants than the standard requires. */
  reference: boolean;
  /** Bits of the pollutants whose absence withholds the index (HJ 633-2026 §5.3); 0 if it is not withheld. */
  missing: number;
}

/** The indices of a site, and the start of their newest closed hour. */
export type SiteIndices = { hour: number } & Record<MapIndex, SiteIndex>;

/** The complete current state of a site, so that applying it twice or late is harmless. */
export interface SiteUpdate {
  siteId: number;
  state: SiteState;
  /** The moment of its newest values in epoch milliseconds; null if it has none. */
  ts: number | null;
  /** By channel code, for the channels shown on maps; null if the newest value is not valid. */
  values: Record<string, number | null>;
  /** The moments and flags of values that have another moment than the site, or another flag than N. */
  at?: Record<string, number>;
  flags?: Record<string, string>;
  /** The numbers that were sent, for values that are outside the range of their channel and do not count. */
  outOfRange?: Record<string, number>;
  /** Only if it has changed; null if it is too old to be shown. */
  index?: SiteIndices | null;
}
