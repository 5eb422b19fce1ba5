import type { SiteAlarms } from '@limpid/contract/alarm/alarm-action';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useServerTime } from '../../../api/server-clock.ts';
import type { MapSites } from '../map-site.ts';
import type { MapView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import { listSubscribed, type ShownSite, selectSites } from './select-sites.ts';
import { makeShowSites } from './show-sites.ts';
import type { HoursAgo } from './use-hour-ago.ts';
import type { FlagsBySite } from './use-site-flags.ts';

/** How often values are checked for their age. */
const agingMs = 15_000;

export interface ShownSites {
  /** Every site, with its look. */
  all: readonly ShownSite[];
  /** The sites that match search and filters. */
  shown: readonly ShownSite[];
  /** Applies search and filters to sites as they look at another time. */
  pick: (sites: readonly ShownSite[]) => readonly ShownSite[];
  /** The sites to subscribe to: all that could be shown, and the chosen one with its neighbours. */
  subscribedIds: readonly number[];
}

interface SiteFacts {
  sites: MapSites;
  alarms: ReadonlyMap<number, SiteAlarms>;
  /** What sites showed an hour ago, by site. */
  hoursAgo?: HoursAgo;
  /** What data rules have found, by site. */
  flags?: FlagsBySite;
  scale: Scale;
  entities: MapSnapshot['entities'];
}

export function useShownSites(
  { sites, alarms: newestAlarms, hoursAgo: newestHours, flags: newestFlags, scale, entities }: SiteFacts,
  { search, entityIds, levels, states, siteId }: MapView,
): ShownSites {
  // What concerns all sites at once is rendered in portions.
  const now = useDeferredValue(useServerTime(agingMs));
  const alarms = useDeferredValue(newestAlarms);
  const hoursAgo = useDeferredValue(newestHours);
  const flags = useDeferredValue(newestFlags);
  const show = useMemo(() => makeShowSites(scale), [scale]);
  const all = useMemo(
    () => show(sites, now, { alarms, hoursAgo, flags }),
    [show, sites, now, alarms, hoursAgo, flags],
  );
  const names = useMemo(() => new Map(entities.map(({ id, name }) => [id, name])), [entities]);
  // The arrays are new objects with every address, so they are compared by content.
  const wanted = JSON.stringify({ search, entityIds, levels, states });
  const pick = useCallback(
    (some: readonly ShownSite[]) => selectSites(some, JSON.parse(wanted), names),
    [names, wanted],
  );
  const shown = useMemo(() => pick(all), [pick, all]);
  const subscribedIds = useMemo(
    () => listSubscribed(all, { ...JSON.parse(wanted), siteId }, names),
    [all, names, wanted, siteId],
  );
  return { all, shown, pick, subscribedIds };
}
