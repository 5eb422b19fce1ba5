import type { SiteUpdate } from '@limpid/contract/map/site-update';
import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapHandle } from '../../../map/map.ts';

export interface FirstMarkers {
  /** Markers are on the screen, or none is to be expected: what stands beside the map may be computed. */
  areDrawn: boolean;
  /** To be called before the map gets its sites. */
  watch: (map: MapHandle) => void;
  /** None of the sites is in view. */
  expectNone: () => void;
}

/** Makes markers come before lists, rankings and statistics. */
export function useFirstMarkers({ mapMissing }: { mapMissing: boolean }): FirstMarkers {
  const [areSeen, setSeen] = useState(false);
  const finish = useCallback(() => startTransition(() => setSeen(true)), []);
  return {
    areDrawn: areSeen || mapMissing,
    watch(map) {
      map.on('sitesDrawn', finish);
      // Without markers: sites lie below a panel, or have no coordinates.
      map.on('idle', finish);
    },
    expectNone: finish,
  };
}

/** Sites that change together: enough for the busiest second, and few enough not to hold up the page. */
const portion = 1000;
/** Between two portions the page handles input and draws. */
const pauseMs = 300;

/**
 * Holds live updates back until the first markers are drawn, because each would make the map cluster all sites again. Background
 * tabs draw none for hours, so one update of each site is held. What was held is passed on in portions.
 */
export function useHeldUpdates(
  isHeld: boolean,
  onUpdates: (updates: readonly SiteUpdate[]) => void,
): (updates: readonly SiteUpdate[]) => void {
  const held = useRef(new Map<number, SiteUpdate>());
  const isPausing = useRef(false);
  const [pauses, setPauses] = useState(0);
  const passOn = () => {
    const updates = [...held.current.values()].slice(0, portion);
    for (const { siteId } of updates) held.current.delete(siteId);
    isPausing.current = held.current.size > 0;
    if (isPausing.current) setPauses((count) => count + 1);
    if (updates.length > 0) onUpdates(updates);
  };
  const flush = useEffectEvent(passOn);
  useEffect(() => {
    if (isHeld) return undefined;
    if (pauses === 0) {
      flush();
      return undefined;
    }
    const timer = setTimeout(() => flush(), pauseMs);
    return () => clearTimeout(timer);
  }, [isHeld, pauses]);
  return (updates) => {
    for (const next of updates) held.current.set(next.siteId, merge(held.current.get(next.siteId), next));
    if (!isHeld && !isPausing.current) passOn();
  };
}

/** Updates are complete, except for an index that has not changed. */
function merge(before: SiteUpdate | undefined, next: SiteUpdate): SiteUpdate {
  return before?.index === undefined || next.index !== undefined ? next : { ...next, index: before.index };
}
