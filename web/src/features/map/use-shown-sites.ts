import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useCallback, useMemo } from 'react';
import { useServerTime } from '../../api/use-server-time.ts';
import type { MapSites } from './map-site.ts';
import type { MapView } from './map-view.ts';
import { listHeard, type ShownSite, selectSites, sortByValue } from './select-sites.ts';
import { lookAt, type Scale } from './shade.ts';

/** Sites grow old by the minute at most. */
const agingMs = 15_000;

export interface ShownSites {
  /** Every site, with its look. */
  all: readonly ShownSite[];
  /** Those that search and filters leave, the worst first. */
  shown: readonly ShownSite[];
  /** Search and filters, for sites as they look at another time. */
  pick: (sites: readonly ShownSite[]) => ShownSite[];
  /** Those whose news are wanted: all that could be shown, and the chosen one with its neighbours. */
  heardIds: readonly number[];
}

export function useShownSites(
  sites: MapSites,
  scale: Scale,
  entities: MapSnapshot['entities'],
  { search, entityIds, levels, states, siteId }: MapView,
): ShownSites {
  const now = useServerTime(agingMs);
  const all = useMemo(
    () => [...sites.values()].map((site) => ({ site, look: lookAt(site, scale, now) })),
    [sites, scale, now],
  );
  const names = useMemo(() => new Map(entities.map(({ id, name }) => [id, name])), [entities]);
  // The lists are new with every address; what is in them is not.
  const wanted = JSON.stringify({ search, entityIds, levels, states });
  const pick = useCallback(
    (some: readonly ShownSite[]) => sortByValue(selectSites(some, JSON.parse(wanted), names)),
    [names, wanted],
  );
  const shown = useMemo(() => pick(all), [pick, all]);
  const heardIds = useMemo(
    () => listHeard(all, { ...JSON.parse(wanted), siteId }, names),
    [all, names, wanted, siteId],
  );
  return { all, shown, pick, heardIds };
}
