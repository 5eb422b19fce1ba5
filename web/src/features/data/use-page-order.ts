import { useState } from 'react';
import type { ResourceList } from '../../resource/list/use-resource-list.ts';
import type { Sort } from '../../resource/list-query.ts';
import type { RealtimeColumn } from './realtime-columns.ts';
import { type SiteNow, sortSites } from './site-now.ts';

export interface PageOrder {
  /** By an index or a channel; sorting by a field belongs to the list. */
  sort: Sort | undefined;
  /** The column by which the page is sorted. */
  column: RealtimeColumn | undefined;
  sites: SiteNow[];
  sortBy: (sort: Sort | undefined) => void;
}

/** The server sorts by fields, across all pages; values change all the time and are sorted within the page. */
export function usePageOrder(
  list: ResourceList,
  sites: SiteNow[],
  columns: readonly RealtimeColumn[],
): PageOrder {
  const [wanted, setWanted] = useState<Sort>();
  const column = columns.find(({ name, read }) => read && name === wanted?.by);
  const sort = column && wanted;
  const isNumber = (by: string) => columns.some(({ name, read }) => read && name === by);
  return {
    sort,
    column,
    sites: sort && column.read ? sortSites(sites, column.read, sort.desc) : sites,
    sortBy(next) {
      const byNumber = next && isNumber(next.by);
      setWanted(byNumber ? next : undefined);
      // Clearing the order of the page restores the order of the list.
      if (!byNumber && !(next === undefined && sort)) list.sortBy(next);
    },
  };
}
