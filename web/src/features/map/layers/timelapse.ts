import type { MapHours } from '@limpid/contract/map/hours';
import { type Scale, shadeValue } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';

/** The sites in one hour of the time-lapse; a site that did not report has no value. */
export function showHour(
  all: readonly ShownSite[],
  { sites, values }: MapHours,
  place: number,
  scale: Scale,
): ShownSite[] {
  const numbers = new Map(sites.map((siteId, at) => [siteId, values[place]?.[at] ?? undefined]));
  return all.map(({ site }) => {
    const number = numbers.get(site.siteId);
    return { site, look: { ...shadeValue(scale, number), isStale: number === undefined }, isPast: true };
  });
}

/** Whether no site has a value in any hour. */
export function isEmptyDay({ values }: Pick<MapHours, 'values'>): boolean {
  return !values.some((numbers) => numbers.some((value) => value !== null));
}
