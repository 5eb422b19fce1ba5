import type { ChosenSite, QueryPermission } from '@limpid/contract/data/site-choice';
import { MINUTE_MS } from '@limpid/contract/durations';
import { defaultZone } from '@limpid/contract/zone';
import { useServerTime } from '../api/server-clock.ts';
import { type Range, resolveComparison, resolvePeriod } from './period.ts';
import type { Query } from './query.ts';
import type { ListedChannel } from './read-channel.ts';
import { useChosenSites } from './sites/use-sites.ts';
import { useChannels } from './use-channels.ts';
import { useSiteQuery } from './use-site-query.ts';

export interface QueryState {
  query: Query;
  change: (part: Partial<Query>) => void;
  /** The chosen sites; undefined while they are loading. */
  sites: readonly ChosenSite[] | undefined;
  /** How many chosen sites are gone or out of reach. */
  missing: number;
  zones: readonly string[];
  /** The zone of the first site, in which days begin. */
  zone: string;
  range: Range;
  compared: Range | undefined;
  channels: readonly ListedChannel[];
}

/** The query of a screen with what it stands for now. */
export function useQueryState(permission: QueryPermission, maxSites: number): QueryState {
  const [query, change] = useSiteQuery();
  const now = useServerTime(MINUTE_MS);
  const channels = useChannels();
  const siteIds = query.siteIds.slice(0, maxSites);
  const { data: sites } = useChosenSites(permission, siteIds);
  const chosen = siteIds.length === 0 ? [] : sites;
  const zones = [...new Set(chosen?.map((site) => site.zone))];
  const [zone = defaultZone] = zones;
  const range = resolvePeriod(query.period, now, zone);
  return {
    query,
    change,
    sites: chosen,
    missing: chosen ? siteIds.length - chosen.length : 0,
    zones,
    zone,
    range,
    compared: resolveComparison(range, query.comparison, zone),
    channels,
  };
}
