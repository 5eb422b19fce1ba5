import type { MapReferenceHours } from '@limpid/contract/reference/reference-hours';
import type { LngLat } from '../../../map/map.ts';
import { type Scale, type SiteShade, shadeValue } from '../scale/shade.ts';

/** A reference station as the map draws it. */
export interface DrawnReference {
  /** Negative, so that it differs from every site's id. */
  id: number;
  code: string;
  name: string;
  place: LngLat;
  look: SiteShade;
}

/** The reference stations in an hour of the time-lapse; a station that did not publish shows a dash. */
export function drawReferenceHour(
  { hours, stations, values }: MapReferenceHours,
  moment: number,
  scale: Scale,
): DrawnReference[] {
  const row = values[hours.indexOf(moment)] ?? [];
  return stations.code.map((code, at) => {
    const value = row[at] ?? undefined;
    return {
      id: -1 - at,
      code,
      name: stations.name[at] ?? code,
      place: [stations.longitude[at] ?? 0, stations.latitude[at] ?? 0],
      look: { ...shadeValue(scale, value), isStale: value === undefined },
    };
  });
}
