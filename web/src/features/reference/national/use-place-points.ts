import { useMemo } from 'react';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { ringLevel } from '../../../air/ring-level.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import type { SitePoint } from '../../../map/map.ts';
import { weighMarker } from '../../../map/marker-weight.ts';
import {
  type NationalCity,
  type NationalMeasure,
  readMeasure,
  type ShownStation,
} from './national-places.ts';

interface PlacePoints {
  cities: readonly NationalCity[];
  stations: readonly ShownStation[];
  open: NationalCity | undefined;
  measure: NationalMeasure;
  scale: MeasureScale;
}

/** The colour of a value without a level. */
const plain = '#d5dbe3';

/** The cities as discs; the open one is replaced by its stations as squares. */
export function usePlacePoints({ cities, stations, open, measure, scale }: PlacePoints): SitePoint[] {
  const [{ colourBlindSafe }] = useIndexPreference();
  return useMemo(() => {
    const { steps, format, findStep } = scale;
    const draw = (place: NationalCity | ShownStation): SitePoint[] => {
      if (!place.position) return [];
      const value = readMeasure(place, measure);
      const step = value === null ? undefined : findStep(value);
      const level = step ? steps.indexOf(step) + 1 : 0;
      const text = value === null ? '—' : format(value);
      return [
        {
          id: place.id,
          position: place.position,
          name: place.name,
          text: colourBlindSafe && level > 0 ? `${text}\u00a0${ringLevel(level)}` : text,
          fill: step?.fill ?? plain,
          ink: step?.ink ?? '#000000',
          weight: value === null ? 0 : weighMarker(level, value),
          isStale: value === null,
          isReference: place.id < 0,
        },
      ];
    };
    const isShown = (city: NationalCity) =>
      city.id !== open?.id || !stations.some(({ position }) => position);
    return [...cities.filter(isShown).flatMap(draw), ...stations.flatMap(draw)];
  }, [cities, stations, open, measure, scale, colourBlindSafe]);
}
