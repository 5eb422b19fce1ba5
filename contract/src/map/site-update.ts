/** What a site can be: silent, heard of lately, or switched off by a person. In a snapshot the place in this list stands for it. */
export const siteStates = ['off', 'on', 'stopped'] as const;
export type SiteState = (typeof siteStates)[number];

/** The pollutants of all indices; the first is bit 1 of `primary`, the second bit 2, the third bit 4 and so on. */
export const mapPollutants = ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'] as const;

/** The indices that people can choose between. */
export const mapIndices = ['china', 'us', 'europe', 'atmo'] as const;
export type MapIndex = (typeof mapIndices)[number];

export interface SiteIndex {
  aqi: number | null;
  /** Bits of `mapPollutants`; 0 where the standard names none. */
  primary: number;
  /** Made of fewer pollutants than the standard asks for. */
  reference: boolean;
  /** Bits of the pollutants whose absence withholds the index (HJ 633-2026 §5.3); 0 where it is not withheld. */
  missing: number;
}

/** The indices of a site, and the start of the closed hour that is the newest in them. */
export type SiteIndices = { hour: number } & Record<MapIndex, SiteIndex>;

/** What has become of a site. It is the whole of it: heard twice, or late, it does no harm. */
export interface SiteUpdate {
  siteId: number;
  state: SiteState;
  /** The moment of its newest values, epoch milliseconds; null where it has none. */
  ts: number | null;
  /** By the code of the channel, for those it has that are shown on maps; null where the newest value is not valid. */
  values: Record<string, number | null>;
  /** The moments and flags of those values that are of another moment, or not flagged N. */
  at?: Record<string, number>;
  flags?: Record<string, string>;
  /** The numbers that were sent, of those values that are outside the range of their channel and do not count. */
  outOfRange?: Record<string, number>;
  /** Only when it has changed; null when it is too old to be shown. */
  index?: SiteIndices | null;
}
