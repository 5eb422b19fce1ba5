import type { MapIndex } from '@limpid/contract/map/site-update';
import type { Database } from '../../../platform/db/database.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { type FilledDay, fillCalendarDays } from './calendar.rule.ts';
import { listDays } from './calendar.store.ts';

interface DayOptions {
  /** Today at the site. */
  today: string;
  /** A channel that is read beside the index. */
  slot?: number | undefined;
  /** By default that of HJ 633. */
  index?: MapIndex | undefined;
}

/** These dates of a site in their order, with the index as it may be published. */
export async function readIndexDays(
  { db, air }: { db: Database; air: AirHourSource },
  siteId: number,
  dates: readonly string[],
  { today, slot, index = 'china' }: DayOptions,
): Promise<FilledDay[]> {
  const bounds = [dates[0] ?? '', dates.at(-1) ?? ''] as const;
  if (dates.length === 0) return [];
  const stored = await listDays(db, siteId, bounds, slot, index);
  const isDoubtful = index === 'china' && stored.some(({ aqi, whole }) => aqi !== null && !whole);
  const withheld = isDoubtful ? (await air.withheldDays([siteId], bounds)).get(siteId) : undefined;
  return fillCalendarDays(dates, stored, today, { index, withheld });
}
