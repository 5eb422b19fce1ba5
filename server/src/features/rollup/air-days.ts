import { type IndexPollutant, toTableUnit } from '@limpid/aqi/pollutant';
import type { Pool } from '../../platform/db/transaction.ts';
import { listIncompleteDays } from './air-days.store.ts';
import { findWithholding, type PollutantSlot } from './air-index.rule.ts';

/** By site and date, the pollutants whose absence withholds the index of the day. */
export type WithheldDays = ReadonlyMap<number, ReadonlyMap<string, readonly IndexPollutant[]>>;

/** The days of sites, from the first to the last date, whose index is withheld. */
export async function findWithheldDays(
  pool: Pool,
  siteIds: readonly number[],
  dates: readonly [first: string, last: string],
  pollutants: readonly PollutantSlot[],
): Promise<WithheldDays> {
  const slots = pollutants.map(({ pollutant, slot }) => ({ slot, isOzone: pollutant === 'O3' }));
  const found = new Map<number, Map<string, readonly IndexPollutant[]>>();
  for (const { siteId, day, aqi, measured, valid } of await listIncompleteDays(pool, siteIds, dates, slots)) {
    const isThere = (bits: number, place: number) => (bits & (1 << place)) !== 0;
    const values: Partial<Record<IndexPollutant, number>> = {};
    for (const [place, { pollutant, unit }] of pollutants.entries()) {
      const value = isThere(valid, place) ? toTableUnit(pollutant, 1, unit) : null;
      if (value !== null) values[pollutant] = value;
    }
    const measuredPollutants = pollutants.filter((_, place) => isThere(measured, place));
    const missing = findWithholding(
      aqi,
      values,
      new Set(measuredPollutants.map(({ pollutant }) => pollutant)),
      () => day,
    );
    if (missing.length === 0) continue;
    const days = found.get(siteId) ?? new Map<string, readonly IndexPollutant[]>();
    found.set(siteId, days.set(day, missing));
  }
  return found;
}
