import { roundHalfEven } from '@limpid/aqi/decimal';
import { type MapIndex, mapPollutants } from '@limpid/contract/map/news';
import { indexLayer } from '../map-view.ts';
import { lookOf, type MapChannel, type Scale, type SiteLook } from '../shade.ts';
import type { MapReference } from './reference.ts';

/** What is coloured by, and China's index for those who have no other. */
export interface ReferenceScales {
  scale: Scale;
  china: Scale;
  index: MapIndex;
}

/** How a station looks, and on which scale. */
export interface ReferenceLook {
  look: SiteLook;
  scale: Scale;
  /** Of the scale, where that is an index. */
  index: MapIndex;
}

/** A publication is told as the present for so long after its hour has ended. */
const freshMs = 3 * 3_600_000;

const microgram = 'µg/m³';
const units = new Map<string, string>(
  mapPollutants.map((code) => [code, code === 'CO' ? 'mg/m³' : microgram]),
);

/** The unit that stations publish a pollutant in. */
export function unitOf(pollutant: string): string {
  return units.get(pollutant) ?? '';
}

/** Whether the bands of a channel can be laid on what stations publish: the same pollutant in the same unit. */
export function isComparable({ code, unit }: Pick<MapChannel, 'code' | 'unit'>): boolean {
  return units.has(code) && unit?.replace('μ', 'µ') === unitOf(code);
}

/** None where what the map is coloured by is nothing that stations publish. */
export function shadeReference(
  reference: MapReference,
  { scale, china, index }: ReferenceScales,
  now: number,
): ReferenceLook | undefined {
  const isOld = now - reference.releasedAt > freshMs;
  const shade = (value: number | null | undefined, on: Scale, key: MapIndex): ReferenceLook => {
    const shown = typeof value === 'number' ? roundHalfEven(value, on.decimals) : undefined;
    return { look: { ...lookOf(on, shown), isFaded: shown === undefined || isOld }, scale: on, index: key };
  };
  if (scale.layer === indexLayer) {
    const own = reference.indices[index].aqi;
    return own === null ? shade(reference.indices.china.aqi, china, 'china') : shade(own, scale, index);
  }
  if (!isComparable({ code: scale.layer, unit: scale.unit })) return undefined;
  return shade(reference.values.get(scale.layer), scale, index);
}
