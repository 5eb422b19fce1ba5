import type { MapIndex } from '@limpid/contract/map/site-update';
import type { Database } from '../../../platform/db/database.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import type { AskedSitesQuery, ListAskedSites } from './asked-sites.store.ts';
import type { Measure } from './measure.store.ts';
import { type ComparedPeriod, measureSites } from './measured-sites.store.ts';
import { compareSites, type SiteStanding } from './standings.rule.ts';

export interface RankingTableQuery extends AskedSitesQuery {
  measure: Measure;
  /** The index that sites are ranked by without a channel. */
  index: MapIndex;
  period: ComparedPeriod;
  compared: ComparedPeriod | undefined;
  order: 'asc' | 'desc';
  /** The slots of the pollutants; empty if indices cannot be withheld. */
  pollutantSlots: readonly number[];
}

export interface RankingDeps {
  db: Database;
  pool: Pool;
  air: AirHourSource;
  listAskedSites: ListAskedSites;
}

/** Every site of the query with its values in both periods. */
export async function readStandings(deps: RankingDeps, query: RankingTableQuery): Promise<SiteStanding[]> {
  const listed = deps.listAskedSites(query);
  const siteIds = listed.then(({ sites }) => sites.map(({ siteId }) => siteId));
  const measure = async (period: ComparedPeriod) => ({
    period,
    measures: await measureSites(deps, period, query, siteIds),
  });
  const [asked, present, past] = await Promise.all([
    listed,
    measure(query.period),
    query.compared && measure(query.compared),
  ]);
  return compareSites(asked, query.now.getTime(), present, past);
}
