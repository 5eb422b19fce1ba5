import { type MapIndex, mapPollutants } from '@limpid/contract/map/site-update';
import type { Channel } from '../../../air/channel.ts';
import { isPublicationStale } from '../../../air/freshness.ts';
import { indexLayer } from '../map-view.ts';
import { type Scale, type SiteShade, shadeValue } from '../scale/shade.ts';
import type { MapReference } from './reference.ts';

/** The scale of the map, and that of China's index, which every reference station has. */
export interface ReferenceScales {
  scale: Scale;
  china: Scale;
  index: MapIndex;
}

const microgram = 'µg/m³';
const units = new Map<string, string>(
  mapPollutants.map((code) => [code, code === 'CO' ? 'mg/m³' : microgram]),
);

/** The unit that stations publish a pollutant in. */
export function getPollutantUnit(pollutant: string): string {
  return units.get(pollutant) ?? '';
}

/** Whether the levels of a channel apply to published values: the same pollutant in the same unit. */
export function isComparable({ code, unit }: Pick<Channel, 'code' | 'unit'>): boolean {
  return units.has(code) && unit.replace('μ', 'µ') === getPollutantUnit(code);
}

/**
 * How a station looks on the map. A station without the chosen index shows a dash, because the legend explains one scale only.
 * Undefined where the map is coloured by a channel that stations do not publish.
 */
export function shadeReference(
  reference: MapReference,
  { scale, index }: Omit<ReferenceScales, 'china'>,
  now: number,
): SiteShade | undefined {
  if (scale.layer === indexLayer) return shade(reference, scale, reference.indices[index].aqi, now);
  if (!isComparable({ code: scale.layer, unit: scale.unit })) return undefined;
  return shade(reference, scale, reference.values.get(scale.layer), now);
}

/** The index for the station's panel: the preferred one, or China's where the station has no other. */
export function shadeIndex(reference: MapReference, { scale, china, index }: ReferenceScales, now: number) {
  const published = reference.indices[index].aqi;
  const chosen = published === null ? { scale: china, index: 'china' as const } : { scale, index };
  return { ...chosen, look: shade(reference, chosen.scale, reference.indices[chosen.index].aqi, now) };
}

function shade(
  { releasedAt }: MapReference,
  scale: Scale,
  value: number | null | undefined,
  now: number,
): SiteShade {
  const number = value ?? undefined;
  return {
    ...shadeValue(scale, number),
    isStale: number === undefined || isPublicationStale(releasedAt, now),
  };
}
