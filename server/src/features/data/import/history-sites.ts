import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import { fail } from '@limpid/contract/errors';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PlannedColumn } from './history-mapping.rule.ts';
import type { FoundSite, SiteFinder } from './history-rows.rule.ts';
import { listNamedSites, listSitesById, type NamedSite } from './history-site.store.ts';

/** A column with more distinct names is not a column of stations. */
const maxNames = 20_000;
const longestName = 200;

/** Finds the sites of a file's stations, within the caller's reach. */
export interface HistorySites extends SiteFinder {
  /** Looks up names that have not been looked up before. */
  lookUp(names: Iterable<string>): Promise<void>;
  /** Whether the request leaves this station out. */
  isExcluded(names: readonly string[]): boolean;
  /** The stations named by rows since the last count, by their first name. */
  listStations(): { name: string; found: FoundSite; rows: number }[];
  resetCounts(): void;
}

interface SiteOptions {
  /** The site of all rows, if the request names one. */
  siteId: number | undefined;
  sites: ImportMapping['sites'];
  columns: readonly PlannedColumn[];
}

export async function openHistorySites(
  db: Database,
  scope: Scope,
  { siteId, sites: mapped = {}, columns }: SiteOptions,
): Promise<HistorySites> {
  const ids = [siteId, ...Object.values(mapped), ...columns.map((column) => column.siteId)];
  const wanted = [...new Set(ids.filter((id): id is number => typeof id === 'number'))];
  const byId = new Map((await listSitesById(db, scope, wanted)).map((site) => [site.siteId, site]));
  if (wanted.some((id) => !byId.has(id))) fail('scope.denied');
  const chosen = siteId === undefined ? undefined : byId.get(siteId);
  const byName = new Map<string, Set<NamedSite>>();
  const mappedBy = new Map(Object.entries(mapped).map(([name, id]) => [plain(name), id]));
  const lookedUp = new Set<string>();

  const findMapped = (names: readonly string[]): FoundSite | undefined => {
    const name = names.find((one) => mappedBy.has(plain(one)));
    if (name === undefined) return undefined;
    const site = byId.get(mappedBy.get(plain(name)) ?? 0);
    return site ? { site } : { skip: true };
  };

  function find(given: readonly string[]): FoundSite {
    const names = given.filter((name) => name !== '');
    if (names.length === 0) return { key: 'site_missing', params: {} };
    const asMapped = findMapped(names);
    if (asMapped) return asMapped;
    const found = names
      .map((name) => [...(byName.get(plain(name)) ?? [])])
      .find((matches) => matches.length > 0);
    const [site, ...others] = found ?? [];
    const params = { name: names[0] ?? '' };
    if (!site) return { key: 'site', params };
    return others.length > 0 ? { key: 'site_ambiguous', params } : { site };
  }

  const ofColumns = new Map<PlannedColumn, FoundSite | undefined>();
  const findOfColumn = ({ siteId: mappedSiteId, stations }: PlannedColumn): FoundSite | undefined => {
    const site = mappedSiteId === undefined ? undefined : byId.get(mappedSiteId);
    if (site) return { site };
    if (chosen || stations.length === 0) return undefined;
    const found = find(stations);
    return 'key' in found ? { skip: true } : found;
  };

  const counts = new Map<string, { found: FoundSite; rows: number }>();
  return {
    isExcluded: (names) => findMapped(names) !== undefined,
    resetCounts: () => counts.clear(),
    listStations: () => [...counts].map(([name, count]) => ({ name, ...count })),
    ofRow(names) {
      const found: FoundSite = chosen ? { site: chosen } : find(names);
      const name = names.find((one) => one !== '')?.slice(0, longestName);
      const count = name === undefined ? undefined : counts.get(name);
      if (count) count.rows++;
      else if (name !== undefined && counts.size < maxNames) counts.set(name, { found, rows: 1 });
      return found;
    },
    ofColumn(column) {
      if (!ofColumns.has(column)) ofColumns.set(column, findOfColumn(column));
      return ofColumns.get(column);
    },
    async lookUp(names) {
      if (chosen) return;
      const fresh = [...new Set(names)].filter(
        (name) => name !== '' && name.length <= longestName && !lookedUp.has(plain(name)),
      );
      if (fresh.length === 0 || lookedUp.size > maxNames) return;
      for (const name of fresh) lookedUp.add(plain(name));
      for (const site of await listNamedSites(db, scope, fresh)) {
        for (const name of [site.mn, site.siteCode, site.siteName])
          byName.set(plain(name), (byName.get(plain(name)) ?? new Set()).add(site));
      }
    },
  };
}

function plain(name: string): string {
  return name.trim().toUpperCase();
}
