import { useMemo } from 'react';
import type { Channel } from '../../../air/channel.ts';
import type { Bounds, SurfaceImage } from '../../../map/map.ts';
import type { SurfacePoint } from '../../../map/surface/interpolate.ts';
import type { MapView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { showHour } from './timelapse.ts';
import { useSurface } from './use-surface.ts';
import type { Timelapse } from './use-timelapse.ts';
import { useWinds } from './wind/use-winds.ts';
import type { Wind } from './wind/wind.ts';

interface LayerFacts {
  view: MapView;
  all: readonly ShownSite[];
  shown: readonly ShownSite[];
  pick: (sites: readonly ShownSite[]) => readonly ShownSite[];
  scale: Scale;
  channels: readonly Channel[];
  bounds: Bounds | undefined;
  /** The values of reference stations: now, or in the hour of the time-lapse. */
  references: readonly SurfacePoint[];
  timelapse: Timelapse | undefined;
}

export interface Layers {
  /** Every site: now, or in the hour of the time-lapse. */
  all: readonly ShownSite[];
  /** The sites that the map and the list show: now, or in the hour of the time-lapse; filters apply to that time. */
  drawn: readonly ShownSite[];
  surface: SurfaceImage | null;
  winds: readonly Wind[];
  timelapse: Timelapse | undefined;
}

/** The layers of the map. While it is open, the time-lapse replaces the present. */
export function useLayers({
  view,
  all,
  shown,
  pick,
  scale,
  channels,
  bounds,
  references,
  timelapse,
}: LayerFacts): Layers {
  const hours = timelapse?.hours;
  const place = timelapse?.place ?? 0;
  const allThen = useMemo(
    () => (hours ? showHour(all, hours, place, scale) : all),
    [hours, place, all, scale],
  );
  const drawn = useMemo(() => (hours ? pick(allThen) : shown), [hours, allThen, shown, pick]);
  const surface = useSurface(view.surface, { bounds, shown: drawn, references, scale });
  const winds = useWinds(view.wind, { shown: drawn, channels, timelapse });
  return { all: allThen, drawn, surface, winds, timelapse };
}
