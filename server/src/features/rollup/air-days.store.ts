import { minValidHours } from '@limpid/aqi/validity';
import type pg from 'pg';
import { measuredDays } from './air-hours.store.ts';

/** A day whose index has fewer pollutants than the standard requires; bits are positions in the requested slots. */
export interface IncompleteDay {
  siteId: number;
  day: string;
  aqi: number;
  /** The slots with any value within the days up to this one. */
  measured: number;
  /** The slots whose value of the day counts for the index. */
  valid: number;
}

/** A slot of a pollutant; the index of a day takes ozone from its own column. */
export interface DaySlot {
  slot: number;
  isOzone: boolean;
}

/** The incomplete days of sites from the first to the last date, both included. */
export async function listIncompleteDays(
  pool: pg.Pool,
  siteIds: readonly number[],
  [first, last]: readonly [string, string],
  slots: readonly DaySlot[],
): Promise<IncompleteDay[]> {
  if (siteIds.length === 0 || slots.length === 0) return [];
  const toBits = (conditions: readonly string[]) =>
    conditions.map((condition, place) => `case when ${condition} then ${1 << place} else 0 end`).join(' | ');
  const measured = slots.map(({ slot }) => `c${slot} > 0`);
  // Negative values are not concentrations.
  const valid = slots.map(({ slot, isOzone }) =>
    isOzone ? 'o3_8h >= 0' : `c${slot} >= ${minValidHours} and a${slot} >= 0`,
  );
  const { rows } = await pool.query<Omit<IncompleteDay, 'siteId'> & { site_id: number }>(
    `select site_id, day::text, aqi, measured, valid from (
       select site_id, day, aqi, whole, ${toBits(valid)} as valid,
         bit_or(${toBits(measured)}) over (
           partition by site_id order by day range between interval '${measuredDays - 1} days' preceding and current row
         ) as measured
       from reading_day
       where site_id = any($1::integer[]) and day > $2::date - ${measuredDays} and day <= $3::date
     ) as days
     where day >= $2::date and aqi is not null and not whole`,
    [siteIds, first, last],
  );
  return rows.map(({ site_id: siteId, ...day }) => ({ siteId, ...day }));
}
