import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds, floorToHour } from '@limpid/contract/local-time';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { countSpanFlags } from '../../quality/quality.api.ts';
import { listMeasuredSlots } from '../flags/measured-slots.rule.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import type { SiteStanding } from './standings.rule.ts';
import type { RankingDeps, RankingTableQuery } from './standings.ts';

/** The flags behind the values of the units of a page, by their position; the value of a unit is made of its sites. */
export function readRankingFlags(
  { pool, air }: RankingDeps,
  { measure, index, period }: Pick<RankingTableQuery, 'measure' | 'index' | 'period'>,
  page: readonly (readonly SiteStanding[])[],
): Promise<ReadonlyMap<number, FlagSummary>> {
  const boundsIn = openPeriodBounds(period);
  const spans = page.flatMap((sites, row) =>
    sites.map(({ site: { siteId }, clock: { zone } }) => ({ row, siteId, ...boundsIn(zone) })),
  );
  return countSpanFlags(pool, listMeasuredSlots(measure === 'index' ? index : measure, air), spans);
}

/** The hour or the days of a period on the clock of a zone; thousands of sites share a few zones. */
function openPeriodBounds(period: ComparedPeriod): (zone: string) => { from: number; to: number } {
  const known = new Map<string, { from: number; to: number }>();
  return (zone) => {
    const bounds = known.get(zone) ?? findBounds(period, zone);
    known.set(zone, bounds);
    return bounds;
  };
}

function findBounds(period: ComparedPeriod, zone: string): { from: number; to: number } {
  if ('hour' in period) {
    const from = floorToHour(period.hour.getTime(), zone);
    return { from, to: from + HOUR_MS };
  }
  return { from: dayBounds(period.first, zone)[0], to: dayBounds(period.last, zone)[1] };
}
