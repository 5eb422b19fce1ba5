import type { SiteUpdate } from '@limpid/contract/map/site-update';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapHandle } from '../../../map/map.ts';

/** What stands beside fewer sites takes no noticeable time. */
const fewSites = 500;
/** A map in a hidden tab draws nothing. */
const latestMs = 10_000;

export interface FirstMarkers {
  /** Markers are on the screen, none is to be expected, or there are few: what stands beside the map may be computed. */
  areDrawn: boolean;
  watch: (map: MapHandle) => void;
}

/** Makes the markers of many sites come before lists, rankings and statistics. */
export function useFirstMarkers({ count, mapMissing }: { count: number; mapMissing: boolean }): FirstMarkers {
  const [map, watch] = useState<MapHandle>();
  const [areDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!map) return undefined;
    const finish = () => startTransition(() => setDrawn(true));
    // Idle without markers: none of the sites is in view.
    const stops = [map.on('sitesDrawn', finish), map.on('idle', finish)];
    const timer = setTimeout(finish, latestMs);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [map]);
  return { areDrawn: areDrawn || mapMissing || count < fewSites, watch };
}

/** Holds live updates back until the first markers are drawn, because each would make the map cluster all sites again. */
export function useHeldUpdates(
  isHeld: boolean,
  onUpdates: (updates: readonly SiteUpdate[]) => void,
): (updates: readonly SiteUpdate[]) => void {
  const held = useRef<(readonly SiteUpdate[])[]>([]);
  const flush = useEffectEvent(() => {
    for (const updates of held.current.splice(0)) onUpdates(updates);
  });
  useEffect(() => {
    if (!isHeld) flush();
  }, [isHeld]);
  return (updates) => {
    held.current.push(updates);
    // One after the other: an update without an index keeps that of the update before.
    if (!isHeld) for (const next of held.current.splice(0)) onUpdates(next);
  };
}
