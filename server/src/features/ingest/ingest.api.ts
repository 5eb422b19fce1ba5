import type { Database } from '../../platform/db/database.ts';
import type { Channel } from './directory.store.ts';
import type { Period } from './roll-up.store.ts';
import { addSlot, deleteReadings, recutHours } from './schema.store.ts';

/** The newest value of each channel of a site, by the channel's code; null where it is not valid. */
export type NewestValues = Record<string, { ts: number; value: number | null; flag: string }>;

/** A channel's values in the order of their moments. */
export interface Series {
  at: number[];
  values: number[];
}

export type StoredChannel = Channel;
export type StoredPeriod = Readonly<Period>;

type Bounds = readonly [from: number, to: number];

/** Stored readings as other features ask for them, packed or not. */
export interface ReadingSource {
  channels(): readonly StoredChannel[];
  /**
   * The minutes of sites by slot: what the device sent for the minute, else the mean of what it sent in it; or steps of
   * five minutes, the mean of those.
   */
  minutes(
    step: 1 | 5,
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, Series>>>;
  hours(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, readonly StoredPeriod[]>>;
  /** The days of each site's own zone that the bounds touch. */
  days(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, readonly StoredPeriod[]>>;
}

/** Takes in readings that were made up, the same way as those that were measured. */
export interface ReadingSink {
  findSite(mn: string): number | undefined;
  findSlot(code: string): number | undefined;
  store(
    siteId: number,
    kind: 2011 | 2061,
    ts: number,
    values: readonly (readonly [slot: number, value: number])[],
  ): void;
  /** How many are not stored yet. */
  readonly depth: number;
}

/** Makes room for the values of a channel, in every table of readings. */
export function ensureSlot(db: Database, slot: number): Promise<void> {
  return addSlot(db, slot);
}

/** The hours and days of these sites are made anew, because the zone that cuts them has changed. */
export async function markSiteHoursDirty(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length > 0) await recutHours(db, siteIds);
}

/** Everything that was ever stored of these sites. */
export async function removeReadings(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length > 0) await deleteReadings(db, siteIds);
}
