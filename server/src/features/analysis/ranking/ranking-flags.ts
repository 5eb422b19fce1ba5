import { HOUR_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { countSpanFlags } from '../../quality/quality.api.ts';
import { listFlaggableSlots } from '../../rollup/rollup.api.ts';
import { findDateBounds, openZoneBounds } from '../flags/zone-bounds.rule.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import type { SiteStanding } from './standings.rule.ts';
import type { RankingDeps, RankingTableQuery } from './standings.ts';

/** The flags behind the values of the units of a page, by their position; the value of a unit is made of its sites. */
export function readRankingFlags(
  { pool, air }: RankingDeps,
  { measure, index, period }: Pick<RankingTableQuery, 'measure' | 'index' | 'period'>,
  page: readonly (readonly SiteStanding[])[],
): Promise<ReadonlyMap<number, FlagSummary>> {
  const boundsIn = openZoneBounds((zone) => findBounds(period, zone));
  const spans = page.flatMap((sites, row) =>
    sites.map(({ site: { siteId }, clock: { zone } }) => ({ row, siteId, ...boundsIn(zone) })),
  );
  return countSpanFlags(pool, listFlaggableSlots(measure === 'index' ? index : measure, air), spans);
}

/** The hour or the days of a period on the clock of a zone. */
function findBounds(period: ComparedPeriod, zone: string): { from: number; to: number } {
  if (!('hour' in period)) return findDateBounds([period.first, period.last], zone);
  const from = floorToHour(period.hour.getTime(), zone);
  return { from, to: from + HOUR_MS };
}
