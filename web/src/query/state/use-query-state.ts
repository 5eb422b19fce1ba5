import type { ChosenSite, QueryPermission } from '@limpid/contract/data/site-choice';
import { MINUTE_MS } from '@limpid/contract/durations';
import { defaultZone } from '@limpid/contract/zone';
import { useMemo, useState } from 'react';
import { hasMean } from '../../air/channel.ts';
import { useServerTime } from '../../api/server-clock.ts';
import { useSession } from '../../api/session.ts';
import type { MeasuredQuantity } from '../channel/measured.ts';
import { useChannels } from '../channel/use-channels.ts';
import { useMeasuredIndex } from '../channel/use-measured-index.ts';
import { useChosenSites } from '../sites/use-sites.ts';
import { fitPeriod, type PeriodUnit, type Range, resolveComparison, resolvePeriod } from './period.ts';
import { leaveOutUnshown, type Query } from './query.ts';
import { useSiteQuery } from './use-site-query.ts';

export interface QueryState {
  /** Without sites that are gone or out of reach and channels that the screen does not have; with a period that it can show. */
  query: Query;
  periodUnit: PeriodUnit;
  /** The codes of channels in the address, also of those that the screen does not have. */
  askedChannels: readonly string[];
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
  /** Those that the screen offers, after the index if it offers that too; empty until they are loaded. */
  channels: readonly MeasuredQuantity[];
  /** The first chosen one; undefined until it is loaded. */
  measured: MeasuredQuantity | undefined;
  /** The dialog to choose sites is open. */
  isChoosingSites: boolean;
  setChoosingSites: (isChoosing: boolean) => void;
}

interface QueryOptions {
  /** Analyses of numbers have no directions and states. */
  onlyMeans?: boolean;
  /** The index can be chosen like a channel. */
  hasIndex?: boolean;
  /** What is shown until something is chosen: the first channel of the map, or the index; nothing by default. */
  usual?: 'channel' | 'index';
  periodUnit?: PeriodUnit;
}

/** The query of a screen with what it stands for now. */
export function useQueryState(
  permission: QueryPermission,
  maxSites: number,
  { onlyMeans = false, hasIndex = false, usual, periodUnit = 'moments' }: QueryOptions = {},
): QueryState {
  const [asked, change] = useSiteQuery();
  const [isChoosingSites, setChoosingSites] = useState(false);
  const now = useServerTime(MINUTE_MS);
  const all = useChannels();
  const index = useMeasuredIndex();
  const channels = useMemo((): readonly MeasuredQuantity[] => {
    const offered = onlyMeans ? all.filter(hasMean) : all;
    return hasIndex && offered.length > 0 ? [index, ...offered] : offered;
  }, [all, onlyMeans, hasIndex, index]);
  // All of them, because the first ones may be gone.
  const siteIds = maxSites === 0 ? [] : asked.siteIds;
  const { data: sites, isPlaceholderData } = useChosenSites(permission, siteIds);
  // The sites of the query before say nothing about those of this one.
  const found = isPlaceholderData ? undefined : sites;
  const chosen = siteIds.length === 0 ? [] : sites?.slice(0, maxSites);
  const isWithSites = maxSites > 0;
  const shown = useMemo(
    () =>
      withUsual(
        leaveOutUnshown(asked, { sites: isWithSites ? found : undefined, channels }),
        usual === 'index' ? [index] : usual && asked.channels.length === 0 ? channels : [],
      ),
    [asked, isWithSites, found, channels, usual, index],
  );
  const zones = [...new Set(chosen?.map((site) => site.zone))];
  // Before a site is chosen, and for screens of all sites, days are those of the server.
  const serverZone = useSession((session) => session.zone) || defaultZone;
  const [zone = serverZone] = zones;
  const period = fitPeriod(shown.period, periodUnit, now, zone);
  const query = period === shown.period ? shown : { ...shown, period };
  const range = resolvePeriod(query.period, now, zone);
  return {
    query,
    periodUnit,
    askedChannels: asked.channels,
    change,
    sites: chosen,
    missing: found ? siteIds.length - found.length : 0,
    zones,
    zone,
    range,
    compared: resolveComparison(range, query.comparison, zone),
    channels,
    // The index needs no list of channels.
    measured: [index, ...channels].find(({ code }) => code === query.channels[0]),
    isChoosingSites,
    setChoosingSites,
  };
}

function withUsual(query: Query, offered: readonly MeasuredQuantity[]): Query {
  const usual = offered.find(({ isOnMap }) => isOnMap) ?? offered.find(({ index }) => !index) ?? offered[0];
  return query.channels.length > 0 || !usual ? query : { ...query, channels: [usual.code] };
}
