import type { RankingEntry, RankingTable } from '@limpid/contract/analysis/ranking-table';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { presentReading } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { computeHourIndices } from './foreign-hour.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import { countUnits, openRanks, pageUnits, type UnitOrder, type WithRanks } from './rank-units.rule.ts';
import { readRankingFlags } from './ranking-flags.ts';
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
  const zones = [...new Set(sites.map(({ clock }) => clock.zone))].toSorted();
  return async ({ search, sort, language, limit, offset }) => {
    const matches = search?.trim() ? await findSitesByText(deps.db, search) : undefined;
    const names = sort.by === 'name' ? await listAllSiteNames(deps.db) : undefined;
    const found = matches ? sites.filter(({ site }) => matches.has(site.siteId)) : sites;
    const nameOf = ({ site }: SiteStanding) => names?.get(site.siteId) ?? '';
    const sorting = { sort, order, ranksOf, nameOf, language };
    const page = pageUnits(found, sorting, { offset, limit }).map((one) => ({ ...one, ...ranksOf(one) }));
    return { rows: await describeSites(deps, query, page), total: found.length, ...totals, zones };
  };
}

/** Reads the names only of the few sites of a page. */
async function describeSites(
  deps: RankingDeps,
  query: RankingTableQuery,
  page: readonly RankedSite[],
): Promise<RankingEntry[]> {
  const { db, air } = deps;
  const { measure, index, period } = query;
  const idsOf = (ranked: readonly RankedSite[]) => ranked.map(({ site }) => site.siteId);
  const withheld = idsOf(page.filter(({ withheld: isWithheld }) => isWithheld));
  const isComputed = 'hour' in period && measure === 'index' && index !== 'china';
  const [details, missing, computed, flags] = await Promise.all([
    readSiteDetails(db, idsOf(page), { measure, index, period, withheld }),
    findMissing(air, idsOf(page.filter(({ reason }) => reason === 'withheld')), period),
    isComputed ? computeHourIndices(air, idsOf(page), period.hour, index) : [],
    readRankingFlags(
      deps,
      query,
      page.map((ranked) => [ranked]),
    ),
  ]);
  return page.flatMap((ranked, place): RankingEntry[] => {
    const { siteId } = ranked.site;
    const found = details.get(siteId);
    if (!found) return [];
    const primary = isComputed
      ? (computed.find((one) => one.siteId === siteId)?.main ?? null)
      : found.primary;
    return [
      { ...presentSite(ranked, { ...found, primary }, missing.get(siteId)), flags: flags.get(place) ?? null },
    ];
  });
}

function presentSite(
  ranked: RankedSite,
  { primary, incomplete, ...names }: SiteDetails,
  missing: readonly string[] = [],
): Omit<RankingEntry, 'flags'> {
  const { rank, reason, counted, rankChange, whole } = ranked;
  const { siteId, entityId, simulated } = ranked.site;
  const { expected, soFar } = ranked.clock;
  const [value, before] = [presentReading(ranked.value), presentReading(ranked.before)];
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
    expected: Math.max(expected, counted),
    primary: value === null ? null : primary,
    reference: value !== null && (incomplete || !whole),
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
