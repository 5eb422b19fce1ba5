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
import { applyUpdates, keepNewer, readSnapshot } from './read-snapshot.ts';

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

/** All sites within the caller's scope: a snapshot and the live updates since. */
export function useMapSites(): KnownSites {
  const language = useLanguage();
  const {
    data: newest,
    error,
    refetch,
  } = useQuery({
    queryKey: [readMapSites.path, language],
    queryFn: ({ signal }) => takeEarly(readMapSites) ?? call(readMapSites, { signal, quiet: true }),
    refetchInterval: snapshotMs,
    // The columns are always read as a whole, so comparing them would be wasted.
    structuralSharing: false,
  });
  // A renewed snapshot concerns all sites, so it is rendered in portions.
  const snapshot = useDeferredValue(newest);
  useReconnect(() => void refetch());
  const [merged, setMerged] = useState<{ of: MapSnapshot | undefined; sites: MapSites }>({
    of: undefined,
    sites: none,
  });
  if (snapshot !== merged.of && snapshot)
    setMerged({ of: snapshot, sites: keepNewer(merged.sites, readSnapshot(snapshot)) });
  return {
    sites: merged.sites,
    snapshot,
    error: snapshot ? null : error,
    refresh: () => void refetch(),
    receive: (updates) =>
      startTransition(() => setMerged((old) => ({ ...old, sites: applyUpdates(old.sites, updates) }))),
  };
}
