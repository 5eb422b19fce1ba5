import { useState } from 'react';
import type { ResourceList, Sort } from '../../resource/use-resource-list.ts';
import type { RealtimeColumn } from './realtime-columns.ts';
import { type SiteNow, sortSites } from './site-now.ts';

export interface ChannelOrder {
  /** By a channel; the order by a field is the list's. */
  sort: Sort | undefined;
  /** The channel by which the page is sorted. */
  column: RealtimeColumn | undefined;
  sites: SiteNow[];
  sortBy: (sort: Sort | undefined) => void;
}

/** Fields are sorted by the server, over all pages; values change all the time and are sorted within the page. */
export function useChannelOrder(
  list: ResourceList,
  sites: SiteNow[],
  columns: readonly RealtimeColumn[],
): ChannelOrder {
  const [wanted, setWanted] = useState<Sort>();
  const column = columns.find(({ name, channel }) => channel && name === wanted?.by);
  const sort = column && wanted;
  const isChannel = (by: string) => columns.some(({ name, channel }) => channel && name === by);
  return {
    sort,
    column,
    sites: sort && column.channel ? sortSites(sites, { code: column.channel.code, desc: sort.desc }) : sites,
    sortBy(next) {
      const byChannel = next && isChannel(next.by);
      setWanted(byChannel ? next : undefined);
      // Leaving a channel's order brings back the one that the page was read in.
      if (!byChannel && !(next === undefined && sort)) list.sortBy(next);
    },
  };
}
