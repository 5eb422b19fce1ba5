import type { SiteAlarms } from '@limpid/contract/alarm/alarm-action';
import type { MapSite } from '../map-site.ts';
import type { MapView } from '../map-view.ts';
import type { SiteShade } from '../scale/shade.ts';
import { findNeighbours } from './geometry.ts';

export interface ShownSite {
  site: MapSite;
  look: SiteShade;
  /** Its active alarms, if it has any. */
  alarms?: SiteAlarms | undefined;
  /** What it showed an hour ago on the same scale; undefined if that is unknown or another time is shown. */
  hourAgo?: number | undefined;
  /** Of an hour of the time-lapse: its present state and age do not belong to the value. */
  isPast?: boolean;
}

type Wanted = Pick<MapView, 'search' | 'entityIds' | 'levels' | 'states'>;

/** The sites that match search and filters. Each word must occur in the site's name, its MN or its entity's name. */
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
 * The sites to subscribe to: all that match the search and the entities, because an update may change any of them to a level or
 * state that the filters accept; and the chosen site with its neighbours.
 */
export function listSubscribed(
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

/** Created once: sites are sorted every second, and many have equal values. */
const byName = new Intl.Collator();

/** Current values come first, then old values, then sites without a value. */
function ageRank({ look }: ShownSite): number {
  if (look.value === undefined) return 2;
  return look.isStale ? 1 : 0;
}

/** Worst first; old values follow current ones, and sites without a value come last, by name. */
export function sortByValue(sites: readonly ShownSite[]): ShownSite[] {
  return sites.toSorted(
    (one, other) =>
      ageRank(one) - ageRank(other) ||
      (other.look.value ?? Number.NEGATIVE_INFINITY) - (one.look.value ?? Number.NEGATIVE_INFINITY) ||
      byName.compare(one.site.name, other.site.name),
  );
}
