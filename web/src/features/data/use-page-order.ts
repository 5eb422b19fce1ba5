import { useState } from 'react';
import type { ResourceList, Sort } from '../../resource/use-resource-list.ts';
import type { RealtimeColumn } from './realtime-columns.ts';
import { type SiteNow, sortSites } from './site-now.ts';

export interface PageOrder {
  /** By an index or a channel; the order by a field is the list's. */
  sort: Sort | undefined;
  /** The column by which the page is sorted. */
  column: RealtimeColumn | undefined;
  sites: SiteNow[];
  sortBy: (sort: Sort | undefined) => void;
}

/** Fields are sorted by the server, over all pages; numbers change all the time and are sorted within the page. */
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
      // Leaving an order of the page brings back the one that it was read in.
      if (!byNumber && !(next === undefined && sort)) list.sortBy(next);
    },
  };
}
