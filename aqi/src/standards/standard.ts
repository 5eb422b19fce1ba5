import type { IndexRow } from './row.ts';

export const standardNames = ['HJ 633-2012', 'HJ 633-2026', 'US EPA', 'EU', 'ATMO'] as const;
export type StandardName = (typeof standardNames)[number];
export type IndexMode = 'hourly' | 'daily';

export interface IndexLevel {
  readonly level: number;
  /** Names the level's texts; unique within its standard. */
  readonly key: string;
  readonly colour: string;
  /** The highest index of the level; null in the last one. */
  readonly max: number | null;
}

/** One pollutant of an index: the worst of its averagings counts; the first is what the bare name means. */
export interface IndexPart {
  readonly pollutant: string;
  readonly averagings: readonly [string, ...string[]];
  /** Stands in when the averagings above give no sub-index. */
  readonly substitute?: string;
}

export interface Standard {
  readonly source: string;
  /** The date it came into force, or the year where no day is known. */
  readonly since: string;
  readonly levels: readonly IndexLevel[];
  /** By pollutant and averaging: `O3@8h`. */
  readonly rows: ReadonlyMap<string, IndexRow>;
  /** The pollutants in the standard's order; none where the standard defines no index for the mode. */
  readonly modes: Readonly<Record<IndexMode, readonly IndexPart[]>>;
  /** A full index has one of each of these groups; with fewer it is a reference value. */
  readonly needs: readonly (readonly string[])[];
  /** Up to this index no pollutant is named as primary. */
  readonly primaryAbove: number;
  /** With a pollutant missing, only an index above this one is published; null: every one is. */
  readonly incompletePublishedAbove: number | null;
}

/** Six levels from their keys, colours and highest indices, best air first. */
export function levelsFrom(
  rows: readonly (readonly [key: string, colour: string, max: number | null])[],
): readonly IndexLevel[] {
  return rows.map(([key, colour, max], index) => ({ level: index + 1, key, colour, max }));
}
