import { useEffect, useEffectEvent, useState } from 'react';
import type { MapHandle } from '../../../map/map.ts';
import { placeZoom } from '../canvas/choose-start.ts';
import type { NamedPlace } from '../places/name-places.ts';

/** Long enough to read the ranking of a place. */
const stayMs = 25_000;

/** Moves the map from place to place, the one with most sites first; returns the place that it shows. */
export function useTour(
  map: MapHandle | undefined,
  places: readonly NamedPlace[],
  padding: { left: number; right: number; top: number; bottom: number },
): NamedPlace | undefined {
  const [stop, setStop] = useState(0);
  const place = places[stop % Math.max(1, places.length)];
  const key = place?.bounds.join();
  const show = useEffectEvent(() => {
    if (map && place) map.fit(place.bounds, { zoom: placeZoom, padding });
  });
  useEffect(() => {
    if (map && key !== undefined) show();
  }, [map, key]);
  const count = places.length;
  useEffect(() => {
    if (count < 2) return undefined;
    const timer = setInterval(() => setStop((before) => before + 1), stayMs);
    return () => clearInterval(timer);
  }, [count]);
  return place;
}
