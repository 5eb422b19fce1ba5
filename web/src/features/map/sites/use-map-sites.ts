import { MINUTE_MS } from '@limpid/contract/durations';
import type { SiteUpdate } from '@limpid/contract/map/site-update';
import { type MapSnapshot, readMapSites } from '@limpid/contract/map/sites';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useDeferredValue, useState } from 'react';
import { call } from '../../../api/call.ts';
import { takeEarly } from '../../../api/early-call.ts';
import { useReconnect } from '../../../api/live/live-sites.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapSites } from '../map-site.ts';
import { usePublishedNewestHour } from './newest-hour.ts';
import { applyUpdates, keepNewer, renewSites } from './read-snapshot.ts';

/** Added, removed and moved sites appear within this time; values arrive by live updates. */
const snapshotMs = MINUTE_MS;
const none: MapSites = new Map();

export interface KnownSites {
  sites: MapSites;
  snapshot: MapSnapshot | undefined;
  error: Error | null;
  refresh: () => void;
  receive: (updates: readonly SiteUpdate[]) => void;
}

interface Renewed {
  snapshot: MapSnapshot;
  sites: MapSites;
}

/** All sites within the caller's scope: a snapshot and the live updates since. */
export function useMapSites(): KnownSites {
  const language = useLanguage();
  const [merged, setMerged] = useState<{ of: Renewed | undefined; sites: MapSites }>({
    of: undefined,
    sites: none,
  });
  const {
    data: newest,
    error,
    refetch,
  } = useQuery({
    queryKey: [readMapSites.path, language],
    queryFn: async ({ signal }): Promise<Renewed> => {
      const snapshot = await (takeEarly(readMapSites) ?? call(readMapSites, { signal, quiet: true }));
      return { snapshot, sites: await renewSites(merged.sites, snapshot) };
    },
    refetchInterval: snapshotMs,
    // Sites that have not changed keep their objects already.
    structuralSharing: false,
  });
  // A renewed snapshot concerns all sites, so it is rendered in portions.
  const renewed = useDeferredValue(newest);
  useReconnect(() => void refetch());
  if (renewed !== merged.of && renewed)
    setMerged({ of: renewed, sites: keepNewer(merged.sites, renewed.sites) });
  usePublishedNewestHour(merged.sites);
  return {
    sites: merged.sites,
    snapshot: renewed?.snapshot,
    error: renewed ? null : error,
    refresh: () => void refetch(),
    receive: (updates) =>
      startTransition(() => setMerged((old) => ({ ...old, sites: applyUpdates(old.sites, updates) }))),
  };
}
