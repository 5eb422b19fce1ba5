import type { Database } from '../../platform/db/database.ts';
import { type DataChange, listDataChanges } from './changes/data-log.store.ts';
import type { StoredChannel } from './device.ts';

import { addSlot, deleteReadings, queueRecheck } from './partitions/schema.store.ts';
import type { PeriodSummary } from './period.store.ts';
import { presentValue } from './present-value.rule.ts';
import { isWithin } from './reading.ts';

export type { StoredChannel } from './device.ts';

/** Numbers in the order of their moments. */
export interface Points {
  at: number[];
  values: number[];
}

/** The values of a channel that count, and for each step the number outside the channel's range, if there is one. */
export interface Series extends Points {
  /** For means: the valid seconds of the hour, or the valid hours of the day. */
  covered?: number[];
  outOfRange?: Points;
  /** By the start of the step, the lowest and highest value within it, if the device sent them. */
  extents?: Map<number, { low: number | null; high: number | null }>;
}

/** Whether a channel can have this value; an impossible value is stored with its reading and does not count. */
export function isInRange(
  value: number,
  { minValue, maxValue }: Pick<StoredChannel, 'minValue' | 'maxValue'>,
): boolean {
  return isWithin(value, minValue, maxValue);
}
export type StoredPeriod = Readonly<PeriodSummary>;

type Bounds = readonly [from: number, to: number];

/** Stored readings for other features, packed or not. */
export interface ReadingSource {
  channels(): readonly StoredChannel[];
  /**
   * The minutes of sites by slot: the mean that the device sent, else the mean of its samples; or steps of
   * five minutes as means of these.
   */
  minutes(
    step: 1 | 5,
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, Series>>>;
  /** Only the means of hours or days, by slot. */
  means(
    period: 'hour' | 'day',
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, Series>>>;
  hours(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, readonly StoredPeriod[]>>;
  /** The days that the bounds overlap, in each site's own zone. */
  days(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, readonly StoredPeriod[]>>;
}

/** The steps whose values are shown and changed as one. */
export type ValueStep = 'minute' | 'hour';

/** Who changes values, and the reason: entered by the user, or a translation key. */
export interface Author {
  operName: string;
  reason: string;
}

/** A requested manual change of a value of a minute or an hour, by its start. */
export interface ValueChange {
  ts: number;
  slot: number;
  /** Another value, none, the measured value again, or the sent number although it is out of range. */
  requested: { value: number | null } | { withdrawn: true } | { accepted: true };
  /** The value that the user saw, to detect conflicts; for `accepted` the number out of range. */
  before?: number | null;
}

/** Values of a site for a minute or an hour, by its start; those outside the range of their channel are kept and marked. */
export interface ImportedRow {
  siteId: number;
  ts: number;
  values: readonly (readonly [slot: number, value: number])[];
}

/** The outcome of a row: some values are new, replaced others, or were discarded; or all are unchanged. */
export type ImportOutcome = 'added' | 'replaced' | 'kept' | 'same';

export interface ImportPlan extends Author {
  step: ValueStep;
  /** Whether different stored values are replaced, as by a manual correction. */
  replace: boolean;
  /** Only reports the outcomes and writes nothing. */
  trial?: boolean;
}

/** Changes stored readings, packed or not, on behalf of a person. */
export interface ReadingWriter {
  /** The start of the retention period. */
  findOldest(): Promise<number>;
  /** Changes all values or none; returns how many have changed. */
  change(siteId: number, step: ValueStep, values: readonly ValueChange[], author: Author): Promise<number>;
  /** Imports rows batch by batch, each batch all or nothing; the outcomes are in the order of the rows. */
  importRows(
    rows: readonly ImportedRow[],
    plan: ImportPlan,
    control?: { signal: AbortSignal; report(done: number, total: number): void },
  ): Promise<ImportOutcome[]>;
}

/** Remarks on a value that differs from the plain case. */
export interface Remark {
  /** The flag of the device, if it is not N. */
  flag?: string;
  edited?: true;
  imported?: true;
  /** The sent value; undefined if it equals the value. */
  raw?: number | null;
}

/** The remarks on a site's values, by slot and by the start of the step. */
export type ReadRemarks = (
  siteId: number,
  step: 'minute' | 'five' | 'hour',
  bounds: Bounds,
  slots: readonly number[],
) => Promise<ReadonlyMap<number, ReadonlyMap<number, Remark>>>;

/** Adds the columns of a channel to every table of readings. */
export function ensureSlot(db: Database, slot: number): Promise<void> {
  return addSlot(db, slot);
}

/** Queues a recheck of a channel's stored values against its new range; `old` is the previous range. */
export function recheckRange(
  db: Database,
  slot: number,
  old: { min: number | null; max: number | null },
): Promise<void> {
  const limits = [old.min, old.max].filter((limit) => limit !== null);
  return queueRecheck(db, slot, limits);
}

/** Removes all readings, hours and days of these sites. */
export async function removeReadings(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length > 0) await deleteReadings(db, siteIds);
}

/** A measured value as in responses: seven significant digits, not rounded to the channel's decimals. */
export function presentReading<V extends number | null>(value: V): V {
  // Null stays null, a number stays a number.
  return (value === null ? null : presentValue(value)) as V;
}

/** The manual changes of a site's values in `[from, to)`, the last one first. */
export function listManualChanges(
  db: Database,
  siteId: number,
  bounds: readonly [number, number],
  most: number,
): Promise<DataChange[]> {
  return listDataChanges(db, siteId, bounds, most);
}
