import { isPeriodValid } from '@limpid/aqi/validity';
import type { Database } from '../../../platform/db/database.ts';
import { type AirHourSource, type PollutantSlot, toIndexValue } from '../../rollup/rollup.api.ts';
import type { ReportDay } from './report-day.ts';
import { listSiteDays, type StoredSiteDay } from './site-days.store.ts';

interface Deps {
  db: Database;
  air: AirHourSource;
}

/** The stored days of sites, with the index as the calendar publishes it. */
export async function readSiteDays(
  { db, air }: Deps,
  siteIds: readonly number[],
  dates: readonly [first: string, last: string],
): Promise<Map<number, ReportDay[]>> {
  if (dates[0] > dates[1]) return new Map();
  const pollutants = air.pollutants();
  const stored = await listSiteDays(db, siteIds, dates, pollutants);
  const isDoubtful = stored.some(({ aqi, whole }) => aqi !== null && !whole);
  const withheld = isDoubtful ? await air.withheldDays(siteIds, dates) : undefined;
  const present = (row: StoredSiteDay) =>
    presentDay(row, pollutants, withheld?.get(row.siteId)?.has(row.day) ?? false);
  return new Map(
    [...Map.groupBy(stored, ({ siteId }) => siteId)].map(([siteId, rows]) => [siteId, rows.map(present)]),
  );
}

function presentDay(
  { day, aqi, main, whole, ozone, means, hours }: StoredSiteDay,
  pollutants: readonly PollutantSlot[],
  isWithheld: boolean,
): ReportDay {
  const published = isWithheld ? null : aqi;
  const values: ReportDay['values'] = {};
  for (const [place, { pollutant, unit }] of pollutants.entries()) {
    const isOzone = pollutant === 'O3';
    const mean = means[place] ?? null;
    // The highest 8-hour mean is stored in the unit of the tables, and only if it is valid.
    const value = isOzone ? ozone : mean === null ? null : toIndexValue(pollutant, mean, unit);
    if (value === null || value < 0) continue;
    values[pollutant] = { value, valid: isOzone || isPeriodValid('day', hours[place] ?? 0) };
  }
  return {
    day,
    aqi: published,
    primary: published === null || !main ? [] : main.split(','),
    reference: published !== null && !whole,
    values,
  };
}
