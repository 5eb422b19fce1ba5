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

/**
 * How a station looks on the map: a dash where it has none of the chosen index, because the legend tells one scale
 * alone. Nothing where the map is coloured by what stations do not publish.
 */
export function shadeReference(
  reference: MapReference,
  { scale, index }: Omit<ReferenceScales, 'china'>,
  now: number,
): SiteLook | undefined {
  if (scale.layer === indexLayer) return shade(reference, scale, reference.indices[index].aqi, now);
  if (!isComparable({ code: scale.layer, unit: scale.unit })) return undefined;
  return shade(reference, scale, reference.values.get(scale.layer), now);
}

/** The index of a station in words: where it has none of the one that is asked for, China's, which is then named. */
export function shadeIndex(reference: MapReference, { scale, china, index }: ReferenceScales, now: number) {
  const own = reference.indices[index].aqi;
  const told = own === null ? { scale: china, index: 'china' as const } : { scale, index };
  return { ...told, look: shade(reference, told.scale, reference.indices[told.index].aqi, now) };
}

function shade(
  { releasedAt }: MapReference,
  scale: Scale,
  value: number | null | undefined,
  now: number,
): SiteLook {
  const number = value ?? undefined;
  return { ...lookOf(scale, number), isFaded: number === undefined || now - releasedAt > freshMs };
}
