import { roundHalfEven } from '@limpid/aqi/decimal';
import type { MeasuredSite } from '@limpid/contract/analysis/distribution';
import { dash } from '../../../air/describe-value.ts';
import { findBand, type LevelStep } from '../../../air/level.ts';
import type { SitePoint } from '../../../map/map.ts';
import { weighMarker } from '../../../map/marker-weight.ts';

interface StatisticScale {
  steps: readonly LevelStep[];
  decimals: number;
  /** The number on a marker. */
  format: (value: number) => string;
}

/** Sites with coordinates as points of the map; those without a value are hollow and grey. */
export function toStatisticPoints(
  sites: readonly MeasuredSite[],
  { steps, decimals, format }: StatisticScale,
): SitePoint[] {
  return sites.flatMap(({ siteId, siteName, longitude, latitude, value }): SitePoint[] => {
    if (longitude === null || latitude === null) return [];
    // The number that is shown decides the colour.
    const step = value === null ? undefined : findBand(steps, roundHalfEven(value, decimals));
    const place = step ? steps.indexOf(step) + 1 : 0;
    return [
      {
        id: siteId,
        position: [longitude, latitude],
        name: siteName,
        text: value === null ? dash : format(value),
        fill: step?.fill ?? '#d5dbe3',
        ink: step?.ink ?? '#000000',
        weight: value === null ? 0 : weighMarker(place, value),
        isStale: value === null,
      },
    ];
  });
}
