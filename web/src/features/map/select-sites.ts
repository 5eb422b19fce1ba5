import { findNeighbours } from './geometry.ts';
import type { MapSite } from './map-site.ts';
import type { MapView } from './map-view.ts';
import type { SiteLook } from './shade.ts';

export interface ShownSite {
  site: MapSite;
  look: SiteLook;
}

type Wanted = Pick<MapView, 'search' | 'entityIds' | 'levels' | 'states'>;

/** The sites that the search and the filters leave. Words may stand in the name of the site or of its entity, or in its MN. */
export function selectSites(
  sites: readonly ShownSite[],
  wanted: Wanted,
  entityNames: ReadonlyMap<number, string>,
): ShownSite[] {
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  return sites.filter(({ site, look }) => {
    if (wanted.entityIds.length > 0 && !wanted.entityIds.includes(site.entityId)) return false;
    if (wanted.levels.length > 0 && !wanted.levels.includes(look.level)) return false;
    if (wanted.states.length > 0 && !wanted.states.includes(site.state)) return false;
    if (words.length === 0) return true;
    const text = `${site.name} ${site.mn} ${entityNames.get(site.entityId) ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export const neighbourCount = 3;

/**
 * The sites whose news are wanted: all that the search and the entities leave, for news may bring any of them to a level or a
 * state that is filtered by; and the one that is looked at, with its neighbours.
 */
export function listHeard(
  sites: readonly ShownSite[],
  { search, entityIds, siteId }: Pick<MapView, 'search' | 'entityIds' | 'siteId'>,
  entityNames: ReadonlyMap<number, string>,
): number[] {
  const left = selectSites(sites, { search, entityIds, levels: [], states: [] }, entityNames);
  const isWhole = left.length === sites.length || siteId === undefined;
  const chosen = isWhole ? [] : sites.filter(({ site }) => site.siteId === siteId);
  const near = isWhole ? [] : findNeighbours(sites, siteId, neighbourCount);
  return [...new Set([...left, ...chosen, ...near].map(({ site }) => site.siteId))];
}

/** Made once: whole numbers are shared by many sites, and all of them are sorted every second. */
const byName = new Intl.Collator();

/** What is of now comes before what is of the past, and that before what has no value. */
function ageRank({ look }: ShownSite): number {
  if (look.value === undefined) return 2;
  return look.isFaded ? 1 : 0;
}

/** The worst first; an old value never leads, and what has none comes last, by name. */
export function sortByValue(sites: readonly ShownSite[]): ShownSite[] {
  return sites.toSorted(
    (one, other) =>
      ageRank(one) - ageRank(other) ||
      (other.look.value ?? Number.NEGATIVE_INFINITY) - (one.look.value ?? Number.NEGATIVE_INFINITY) ||
      byName.compare(one.site.name, other.site.name),
  );
}
