import { useMemo, useState } from 'react';
import type { Channel } from '../../../air/channel.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { serverNow } from '../../../api/server-clock.ts';
import type { Bounds, Surface } from '../../../map/map.ts';
import type { MapView } from '../map-view.ts';
import type { ShownSite } from '../select-sites.ts';
import type { Scale } from '../shade.ts';
import { showHour } from './lapse.ts';
import { type Lapse, useLapse } from './use-lapse.ts';
import { useSurface } from './use-surface.ts';
import { findWinds, type Wind } from './wind.ts';

interface LayerFacts {
  view: MapView;
  all: readonly ShownSite[];
  shown: readonly ShownSite[];
  pick: (sites: readonly ShownSite[]) => ShownSite[];
  scale: Scale;
  preference: IndexPreference;
  channels: readonly Channel[];
  bounds: Bounds | undefined;
}

export interface Layers {
  /** The sites as they are drawn and listed: now, or in the hour of the film, by which they are then filtered. */
  drawn: readonly ShownSite[];
  surface: Surface | null;
  winds: readonly Wind[];
  lapse: Lapse | undefined;
  openLapse: (isOpen: boolean) => void;
}

/** What lies on the map beside the sites. The film has the place of the present while it is open. */
export function useLayers({
  view,
  all,
  shown,
  pick,
  scale,
  preference,
  channels,
  bounds,
}: LayerFacts): Layers {
  const [isLapse, openLapse] = useState(false);
  const lapse = useLapse(isLapse, scale.layer, preference);
  const { hours, place } = lapse;
  const drawn = useMemo(
    () => (hours ? pick(showHour(all, hours, place, scale)) : shown),
    [hours, place, all, shown, pick, scale],
  );
  const surface = useSurface(view.surface, bounds, drawn, scale);
  const winds = useMemo(
    () =>
      view.wind && !isLapse
        ? findWinds(
            shown.map(({ site }) => site),
            channels,
            serverNow(),
          )
        : [],
    [view.wind, isLapse, shown, channels],
  );
  return { drawn, surface, winds, lapse: isLapse ? lapse : undefined, openLapse };
}
