import {
  type ChosenSite,
  listEntityChoices,
  listSiteChoices,
  maxSiteChoices,
  type QueryPermission,
} from '@limpid/contract/data/site-choice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

interface SiteSearch {
  search?: string;
  entityId?: number | undefined;
}

/** Sites that match a search, for a screen with this permission. */
export function useSiteSearch(permission: QueryPermission, search: SiteSearch) {
  return useQuery({
    queryKey: [listSiteChoices.path, permission, search],
    queryFn: ({ signal }) => call(listSiteChoices, { query: { permission, ...search }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** The sites of these ids in their order; those that are gone or out of reach are missing. */
export async function fetchSites(
  permission: QueryPermission,
  siteIds: readonly number[],
  signal?: AbortSignal,
): Promise<ChosenSite[]> {
  const count = Math.ceil(siteIds.length / maxSiteChoices);
  const parts = Array.from({ length: count }, (_, part) =>
    siteIds.slice(part * maxSiteChoices, (part + 1) * maxSiteChoices),
  );
  const found = await Promise.all(
    parts.map((ids) => {
      const query = { permission, siteIds: ids };
      return call(listSiteChoices, { query, quiet: true, ...(signal && { signal }) });
    }),
  );
  return found
    .flatMap(({ sites }) => sites)
    .toSorted((a, b) => siteIds.indexOf(a.siteId) - siteIds.indexOf(b.siteId));
}

/** The sites of a query in its order; those that are gone or out of reach are missing. */
export function useChosenSites(permission: QueryPermission, siteIds: readonly number[]) {
  return useQuery({
    queryKey: [listSiteChoices.path, permission, siteIds],
    queryFn: ({ signal }) => fetchSites(permission, siteIds, signal),
    enabled: siteIds.length > 0,
    placeholderData: keepPreviousData,
  });
}

export function useSiteEntities(permission: QueryPermission) {
  return useQuery({
    queryKey: [listEntityChoices.path, permission],
    queryFn: ({ signal }) => call(listEntityChoices, { query: { permission }, signal, quiet: true }),
  });
}
