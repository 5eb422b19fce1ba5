import type { Database } from '../../platform/db/database.ts';
import type { Pool } from '../../platform/db/transaction.ts';
import { measuredDays } from './air-hours.store.ts';
import { type Pollutant, withholding } from './air-index.rule.ts';
import { type DataChange, listDataChanges } from './data-log.store.ts';
import type { Channel } from './directory.store.ts';
import type { Period } from './period.store.ts';
import { presentValue } from './present-value.rule.ts';
import { isWithin } from './reading.ts';
import { type Backlog, readBacklog } from './roll-up.store.ts';
import { addSlot, deleteReadings, queueRecheck, recutHours } from './schema.store.ts';

/** The newest value of each channel of a site, by the channel's code; null where it is not valid. */
export type NewestValues = Record<
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
export interface NewestSource {
  newestOf(siteId: number): NewestValues;
  /** The answer gives the sites that have newer values since it was last asked, wherever they were stored. */
  watchNewest(): () => number[];
}

/** A closed hour as far as indices are made of it. */
export interface AirHour {
  at: number;
  aqi: number | null;
  main: string | null;
  whole: boolean;
  /** Valid means in the units of the Chinese tables: µg/m³, for CO mg/m³. */
  means: Partial<Record<Pollutant, number>>;
  /** The pollutants whose absence withholds the index (HJ 633-2026 §5.3); `aqi` is null then. */
  missing?: readonly Pollutant[];
}

/** The newest closed hour of a site, and a number that is another one when the hour says something else. */
export interface HourMark {
  siteId: number;
  at: number;
  mark: number;
}

export interface AirHourSource {
  /** Of every site that has one in these bounds. */
  newest(bounds: Bounds): Promise<HourMark[]>;
  /** In the order of time. */
  hours(siteIds: readonly number[], bounds: Bounds): Promise<ReadonlyMap<number, readonly AirHour[]>>;
  /** By site and date, from the first to the last one: the pollutants whose absence withholds the index of the day. */
  withheldDays(
    siteIds: readonly number[],
    dates: readonly [first: string, last: string],
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, readonly Pollutant[]>>>;
  /** The slots of all pollutants that an index is made of; none where one of them has no channel. */
  pollutantSlots(): number[];
}

/**
 * The rule of withheld indices as bounds, for statements over many sites: an index that is not whole is withheld from `since` on
 * and up to `upTo`, where the site has stored each pollutant within `measuredDays`.
 */
export const withholdingBounds = { ...withholding, measuredDays };

/** Numbers in the order of their moments. */
export interface Points {
  at: number[];
  values: number[];
}

/** A channel's values that count; beside them, of each step the number outside the channel's range, where there is one. */
export interface Series extends Points {
  /** Of means: the valid seconds of the hour, or the valid hours of the day. */
  covered?: number[];
  outOfRange?: Points;
  /** By the start of the step, the lowest and highest value within it, where the device sent them. */
  extents?: Map<number, { low: number | null; high: number | null }>;
}

export type StoredChannel = Channel;

/** Whether a channel can have this value; what it cannot have is kept where it was sent, and does not count. */
export function isInRange(
  value: number,
  { minValue, maxValue }: Pick<Channel, 'minValue' | 'maxValue'>,
): boolean {
  return isWithin(value, minValue, maxValue);
}
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
  /** The means of hours or days by slot, and nothing else of them. */
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
  /** The days of each site's own zone that the bounds touch. */
  days(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, readonly StoredPeriod[]>>;
}

/** What people see as one value, and can change as one. */
export type Step = 'minute' | 'hour';

/** Who changes values, and why: in the words of a person, or a translation key. */
export interface Author {
  operName: string;
  reason: string;
}

/** A value of a minute or an hour, by its start, as a person wants it. */
export interface ChangedValue {
  ts: number;
  slot: number;
  /** Another value, none, what was measured again, or the number that was sent though it is out of range. */
  wish: { value: number | null } | { withdrawn: true } | { accepted: true };
  /** What the person has seen there, where it matters; of what is accepted the number out of range. */
  before?: number | null;
}

/** Values of a site for a minute or an hour, by its start; those outside the range of their channel are kept and marked. */
export interface ImportedRow {
  siteId: number;
  ts: number;
  values: readonly (readonly [slot: number, value: number])[];
}

/** What became of a row: of its values some are new, or took the place of others, or gave way to them, or none is new. */
export type ImportOutcome = 'added' | 'replaced' | 'kept' | 'same';

export interface ImportPlan extends Author {
  step: Step;
  /** What is stored otherwise is replaced, as a person would correct it; else it stays. */
  replace: boolean;
  /** Nothing is written: only what would become of the rows is said. */
  trial?: boolean;
}

/** Changes stored readings, packed or not, on behalf of a person. */
export interface ReadingWriter {
  /** What is older than this moment is not kept. */
  findOldest(): Promise<number>;
  /** All of them or none; says how many were another than before. */
  change(siteId: number, step: Step, values: readonly ChangedValue[], author: Author): Promise<number>;
  /** Takes over rows part by part, each part all or nothing; the outcomes are in the order of the rows. */
  takeOver(
    rows: readonly ImportedRow[],
    plan: ImportPlan,
    control?: { signal: AbortSignal; report(done: number, total: number): void },
  ): Promise<ImportOutcome[]>;
}

/** What is out of the ordinary about a value of a step. */
export interface Remark {
  /** What the device said of it, where that is not N. */
  flag?: string;
  edited?: true;
  imported?: true;
  /** What the device sent; undefined where the value is just that. */
  raw?: number | null;
}

/** The remarks on a site's values, by slot and by the start of the step. */
export type ReadRemarks = (
  siteId: number,
  step: 'minute' | 'five' | 'hour',
  bounds: Bounds,
  slots: readonly number[],
) => Promise<ReadonlyMap<number, ReadonlyMap<number, Remark>>>;

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

/** Judges stored values of a channel by its new range; `old` is the range they were judged by. */
export function recheckRange(
  db: Database,
  slot: number,
  old: { min: number | null; max: number | null },
): Promise<void> {
  const limits = [old.min, old.max].filter((limit) => limit !== null);
  return queueRecheck(db, slot, limits);
}

/** The hours and days of these sites are made anew, because the zone that cuts them has changed. */
export async function markSiteHoursDirty(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length > 0) await recutHours(db, siteIds);
}

/** Everything that was ever stored of these sites. */
export async function removeReadings(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length > 0) await deleteReadings(db, siteIds);
}

/** A measured value as responses contain it: without the noise of binary numbers, not rounded to the channel's decimals. */
export function presentReading<V extends number | null>(value: V): V {
  // Null stays null, a number stays a number.
  return (value === null ? null : presentValue(value)) as V;
}

/** Hours of all sites that have ended and wait for their roll-up. */
export function getRollUpBacklog(pool: Pool, now: number): Promise<Backlog> {
  return readBacklog(pool, now);
}

/** What people have changed of a site's values in `[from, to)`, the last change first. */
export function listManualChanges(
  db: Database,
  siteId: number,
  bounds: readonly [number, number],
  most: number,
): Promise<DataChange[]> {
  return listDataChanges(db, siteId, bounds, most);
}
