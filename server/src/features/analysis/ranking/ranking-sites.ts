import type { RankingEntry, RankingTable } from '@limpid/contract/analysis/ranking-table';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { presentReading } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { computeHourIndices } from './foreign-hour.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import { countUnits, openRanks, pageUnits, type UnitOrder, type WithRanks } from './rank-units.rule.ts';
import {
  findSitesByText,
  listAllSiteNames,
  readSiteDetails,
  type SiteDetails,
} from './ranking-table.store.ts';
import type { SiteStanding } from './standings.rule.ts';
import { type RankingDeps, type RankingTableQuery, readStandings } from './standings.ts';

export interface RankingPage {
  search: string | undefined;
  sort: UnitOrder;
  language: Language;
  limit: number;
  offset: number;
}

/** Pages of a ranking that is computed once. */
export type RankingPages = (page: RankingPage) => Promise<RankingTable>;

type RankedSite = WithRanks<SiteStanding>;

export async function rankSites(deps: RankingDeps, query: RankingTableQuery): Promise<RankingPages> {
  const { order } = query;
  const sites = await readStandings(deps, query);
  const ranksOf = openRanks(sites, order);
  const totals = countUnits(sites);
  const zones = [...new Set(sites.map(({ zone }) => zone))].toSorted();
  return async ({ search, sort, language, limit, offset }) => {
    const matches = search?.trim() ? await findSitesByText(deps.db, search) : undefined;
    const names = sort.by === 'name' ? await listAllSiteNames(deps.db) : undefined;
    const found = matches ? sites.filter(({ siteId }) => matches.has(siteId)) : sites;
    const nameOf = ({ siteId }: SiteStanding) => names?.get(siteId) ?? '';
    const sorting = { sort, order, ranksOf, nameOf, language };
    const page = pageUnits(found, sorting, { offset, limit }).map((site) => ({ ...site, ...ranksOf(site) }));
    return { rows: await describeSites(deps, query, page), total: found.length, ...totals, zones };
  };
}

/** Reads the names only of the few sites of a page. */
async function describeSites(
  { db, air }: RankingDeps,
  { measure, index, period }: RankingTableQuery,
  page: readonly RankedSite[],
): Promise<RankingEntry[]> {
  const idsOf = (sites: readonly RankedSite[]) => sites.map(({ siteId }) => siteId);
  const withheld = idsOf(page.filter((site) => site.withheld));
  const isComputed = 'hour' in period && measure === 'index' && index !== 'china';
  const [details, missing, computed] = await Promise.all([
    readSiteDetails(db, idsOf(page), { measure, index, period, withheld }),
    findMissing(air, idsOf(page.filter(({ reason }) => reason === 'withheld')), period),
    isComputed ? computeHourIndices(air, idsOf(page), period.hour, index) : [],
  ]);
  return page.flatMap((site): RankingEntry[] => {
    const found = details.get(site.siteId);
    if (!found) return [];
    const primary = isComputed
      ? (computed.find(({ siteId }) => siteId === site.siteId)?.main ?? null)
      : found.primary;
    return [presentSite(site, { ...found, primary }, missing.get(site.siteId))];
  });
}

function presentSite(
  site: RankedSite,
  { primary, incomplete, ...names }: SiteDetails,
  missing: readonly string[] = [],
): RankingEntry {
  const { siteId, entityId, rank, reason, counted, rankChange, soFar, simulated } = site;
  const [value, before] = [presentReading(site.value), presentReading(site.before)];
  const change = value === null || before === null ? null : presentReading(value - before);
  return {
    ...names,
    siteId,
    entityId,
    rank,
    reason,
    counted,
    rankChange,
    soFar,
    simulated,
    value,
    before,
    change,
    // The running day may be valid already.
    expected: Math.max(site.expected, counted),
    primary: value === null ? null : primary,
    reference: value !== null && (incomplete || !site.whole),
    missing: [...missing],
    sites: 1,
    allSites: 1,
  };
}

/** Of sites whose index is withheld, the pollutants whose absence withholds it. */
async function findMissing(
  air: AirHourSource,
  siteIds: readonly number[],
  period: ComparedPeriod,
): Promise<Map<number, readonly string[]>> {
  if (siteIds.length === 0) return new Map();
  if ('hour' in period) {
    const at = period.hour.getTime();
    const hours = await air.hours(siteIds, [at - HOUR_MS + 1, at + 1]);
    return new Map([...hours].map(([siteId, found]) => [siteId, found.at(-1)?.missing ?? []]));
  }
  const days = await air.withheldDays(siteIds, [period.first, period.last]);
  return new Map([...days].map(([siteId, found]) => [siteId, [...new Set([...found.values()].flat())]]));
}
