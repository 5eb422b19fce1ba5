import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo } from 'react';
import { useServerTime } from '../../api/use-server-time.ts';
import type { MapSites } from './map-site.ts';
import type { MapView } from './map-view.ts';
import { type ShownSite, selectSites, sortByValue } from './select-sites.ts';
import { lookAt, type Scale } from './shade.ts';

/** Sites grow old by the minute at most. */
const agingMs = 15_000;

export interface ShownSites {
  /** Every site, with its look. */
  all: readonly ShownSite[];
  /** Those that search and filters leave, the worst first. */
  shown: readonly ShownSite[];
}

export function useShownSites(
  sites: MapSites,
  scale: Scale,
  entities: MapSnapshot['entities'],
  { search, entityIds, levels, states }: MapView,
): ShownSites {
  const now = useServerTime(agingMs);
  const all = useMemo(
    () => [...sites.values()].map((site) => ({ site, look: lookAt(site, scale, now) })),
    [sites, scale, now],
  );
  const names = useMemo(() => new Map(entities.map(({ id, name }) => [id, name])), [entities]);
  // The lists are new with every address; what is in them is not.
  const wanted = JSON.stringify({ search, entityIds, levels, states });
  const shown = useMemo(() => sortByValue(selectSites(all, JSON.parse(wanted), names)), [all, names, wanted]);
  return { all, shown };
}
