import type { IndexPollutant } from '@limpid/aqi/pollutant';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { Database } from '../../platform/db/database.ts';
import type { Pool } from '../../platform/db/transaction.ts';
import { rebuildHoursForZone } from '../reading/storage.api.ts';
import { measuredDays } from './air-hours.store.ts';
import { type PollutantSlot, withholding } from './air-index.rule.ts';
import { type Backlog, readBacklog } from './roll-up.store.ts';

export { findWithholding, type PollutantSlot, toIndexValue } from './air-index.rule.ts';
export { lookBackHours, openHourlyIndex, windowHours } from './foreign-index.rule.ts';
export type { HourJudge, HourJudging } from './hour-judge.ts';
export { hoursRolledUp } from './hours-rolled-up.ts';
export {
  findIndexLevel,
  levelCount,
  listIndexBounds,
  listIndexPollutants,
} from './levels/level.rule.ts';
export { listFlaggableSlots } from './levels/measured-slots.rule.ts';
export { excludeRollUps } from './roll-up.store.ts';
export type { RollUp } from './roll-up.ts';

type Bounds = readonly [from: number, to: number];

/** The facts of a closed hour that indices need. */
export interface AirHour {
  at: number;
  aqi: number | null;
  main: string | null;
  whole: boolean;
  /** Valid means in the units of the Chinese tables: µg/m³, for CO mg/m³. */
  means: Partial<Record<IndexPollutant, number>>;
  /** The pollutants whose absence withholds the index (HJ 633-2026 §5.3); `aqi` is null then. */
  missing?: readonly IndexPollutant[];
}

/** The newest closed hour of a site, and a hash of its content. */
export interface HourMark {
  siteId: number;
  at: number;
  mark: number;
}

interface HourOptions {
  /** The index of the hours; by default that of HJ 633, the only one that is withheld. */
  index?: MapIndex;
  /** The moment up to which stored values decide what sites measure; by default the end of the bounds, at most now. */
  measuredUntil?: number;
}

export interface AirHourSource {
  /** For every site that has one within these bounds. */
  newest(bounds: Bounds): Promise<HourMark[]>;
  /** In the order of time. */
  hours(
    siteIds: readonly number[],
    bounds: Bounds,
    options?: HourOptions,
  ): Promise<ReadonlyMap<number, readonly AirHour[]>>;
  /** By site and date, from the first to the last one: the pollutants whose absence withholds the index of the day. */
  withheldDays(
    siteIds: readonly number[],
    dates: readonly [first: string, last: string],
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, readonly IndexPollutant[]>>>;
  /** The slots of all pollutants of an index; empty if one of them has no channel. */
  pollutantSlots(): number[];
  /** The pollutants that have a channel, with its slot and unit. */
  pollutants(): readonly PollutantSlot[];
}

/**
 * The rule of withheld indices as bounds, for statements over many sites: an incomplete index is withheld from `since` on
 * and up to `upTo`, if the site has stored each pollutant within `measuredDays`.
 */
export const withholdingBounds = { ...withholding, measuredDays };

/** Queues all hours and days of these sites for a rebuild: a new time zone changes where they begin. */
export async function markSiteHoursDirty(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length > 0) await rebuildHoursForZone(db, siteIds);
}

/** Closed hours of all sites that wait for their roll-up. */
export function getRollUpBacklog(pool: Pool, now: number): Promise<Backlog> {
  return readBacklog(pool, now);
}
