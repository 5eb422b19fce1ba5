import type { IndexRow } from './row.ts';

export const standardNames = ['HJ 633-2012', 'HJ 633-2026', 'US EPA', 'EU', 'ATMO'] as const;
export type StandardName = (typeof standardNames)[number];
export type IndexMode = 'hourly' | 'daily';

export interface IndexLevel {
  readonly level: number;
  /** The key of the level's texts; unique within its standard. */
  readonly key: string;
  readonly colour: string;
  /** The highest index of the level; null in the last one. */
  readonly max: number | null;
}

/** One pollutant of an index: the worst of its averagings counts; the first one is meant by the bare name. */
export interface IndexPart {
  readonly pollutant: string;
  readonly averagings: readonly [string, ...string[]];
  /** Used if the averagings above give no sub-index. */
  readonly substitute?: string;
}

export interface Standard {
  readonly source: string;
  /** The date on which the standard came into force, or the year if the day is unknown. */
  readonly since: string;
  readonly levels: readonly IndexLevel[];
  /** Rows by pollutant and averaging: `O3@8h`. */
  readonly rows: ReadonlyMap<string, IndexRow>;
  /** The pollutants in the standard's order; empty if the standard defines no index for the mode. */
  readonly modes: Readonly<Record<IndexMode, readonly IndexPart[]>>;
  /** A full index needs one pollutant of each of these groups; otherwise it is a reference value. */
  readonly needs: readonly (readonly string[])[];
  /** Up to this index no pollutant is named as primary. */
  readonly primaryAbove: number;
  /** With a pollutant missing, only an index above this one is published; null if every index is published. */
  readonly incompletePublishedAbove: number | null;
}

/** Six levels from their keys, colours and highest indices, best air first. */
export function levelsFrom(
  rows: readonly (readonly [key: string, colour: string, max: number | null])[],
): readonly IndexLevel[] {
  return rows.map(([key, colour, max], index) => ({ level: index + 1, key, colour, max }));
}
