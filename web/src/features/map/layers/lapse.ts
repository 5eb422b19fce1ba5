import type { MapHours } from '@limpid/contract/map/hours';
import type { ShownSite } from '../select-sites.ts';
import { lookOf, type Scale } from '../shade.ts';

/** The sites as they were in one hour of the film; what did not report then has no number. */
export function showHour(
  all: readonly ShownSite[],
  { sites, values }: MapHours,
  place: number,
  scale: Scale,
): ShownSite[] {
  const numbers = new Map(sites.map((siteId, at) => [siteId, values[place]?.[at] ?? undefined]));
  return all.map(({ site }) => {
    const number = numbers.get(site.siteId);
    return { site, look: { ...lookOf(scale, number), isFaded: number === undefined } };
  });
}
