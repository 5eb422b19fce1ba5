import { useMemo, useState } from 'react';
import type { Channel } from '../../../air/channel.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { serverNow } from '../../../api/server-clock.ts';
import type { Bounds, SurfaceImage } from '../../../map/map.ts';
import type { SurfacePoint } from '../../../map/surface/interpolate.ts';
import type { MapView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { showHour } from './timelapse.ts';
import { useSurface } from './use-surface.ts';
import { type Timelapse, useTimelapse } from './use-timelapse.ts';
import { findWinds, type Wind } from './wind/wind.ts';

interface LayerFacts {
  view: MapView;
  all: readonly ShownSite[];
  shown: readonly ShownSite[];
  pick: (sites: readonly ShownSite[]) => ShownSite[];
  scale: Scale;
  preference: IndexPreference;
  channels: readonly Channel[];
  bounds: Bounds | undefined;
  /** The current values of reference stations; the time-lapse has none of other hours. */
  references: readonly SurfacePoint[];
}

const noReferences: readonly SurfacePoint[] = [];

export interface Layers {
  /** The sites that the map and the list show: now, or in the hour of the time-lapse; filters apply to that time. */
  drawn: readonly ShownSite[];
  surface: SurfaceImage | null;
  winds: readonly Wind[];
  timelapse: Timelapse | undefined;
  openTimelapse: (isOpen: boolean) => void;
}

/** The layers of the map. While it is open, the time-lapse replaces the present. */
export function useLayers({
  view,
  all,
  shown,
  pick,
  scale,
  preference,
  channels,
  bounds,
  references,
}: LayerFacts): Layers {
  const { hour: start } = view;
  const [isTimelapseOpen, openTimelapse] = useState(start !== undefined);
  const [seenStart, setSeenStart] = useState(start);
  if (start !== seenStart) {
    setSeenStart(start);
    openTimelapse(start !== undefined);
  }
  const timelapse = useTimelapse({ isOn: isTimelapseOpen, start, layer: scale.layer, preference });
  const { hours, place } = timelapse;
  const drawn = useMemo(
    () => (hours ? pick(showHour(all, hours, place, scale)) : shown),
    [hours, place, all, shown, pick, scale],
  );
  const surface = useSurface(view.surface, {
    bounds,
    shown: drawn,
    references: isTimelapseOpen ? noReferences : references,
    scale,
  });
  const winds = useMemo(
    () =>
      view.wind && !isTimelapseOpen
        ? findWinds(
            shown.map(({ site }) => site),
            channels,
            serverNow(),
          )
        : [],
    [view.wind, isTimelapseOpen, shown, channels],
  );
  return { drawn, surface, winds, timelapse: isTimelapseOpen ? timelapse : undefined, openTimelapse };
}
