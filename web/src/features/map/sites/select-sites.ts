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
  /** What data rules have found behind its value, in words; of the present only. */
  flags?: readonly string[] | undefined;
  /** Of an hour of the time-lapse: its present state and age do not belong to the value. */
  isPast?: boolean;
}

type Wanted = Pick<MapView, 'search' | 'entityIds' | 'levels' | 'states'>;

/** The sites that match search and filters. Each word must occur in the site's name, its MN or its entity's name. */
export function selectSites(
  sites: readonly ShownSite[],
  wanted: Wanted,
  entityNames: ReadonlyMap<number, string>,
): readonly ShownSite[] {
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  const filters = wanted.entityIds.length + wanted.levels.length + wanted.states.length;
  if (words.length + filters === 0) return sites;
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
  if (left.length === sites.length || siteId === undefined) return left.map(({ site }) => site.siteId);
  const chosen = sites.filter(({ site }) => site.siteId === siteId);
  const near = findNeighbours(sites, siteId, neighbourCount);
  return [...new Set([...left, ...chosen, ...near].map(({ site }) => site.siteId))];
}

/** Created once: sites are sorted every second, and many have equal values. */
const byName = new Intl.Collator();

/** Current values come first, then old values, then sites without a value. */
function ageRank({ look }: ShownSite): number {
  if (look.value === undefined) return 2;
  return look.isStale ? 1 : 0;
}

const valueOf = ({ look }: ShownSite) => look.value ?? Number.NEGATIVE_INFINITY;

function compareWorst(one: ShownSite, other: ShownSite): number {
  return (
    ageRank(one) - ageRank(other) ||
    (valueOf(other) > valueOf(one) ? 1 : valueOf(other) < valueOf(one) ? -1 : 0) ||
    byName.compare(one.site.name, other.site.name)
  );
}

/** The first sites by name, for values without an order. */
export function listByName(sites: readonly ShownSite[], count: number): ShownSite[] {
  return sites.toSorted((one, other) => byName.compare(one.site.name, other.site.name)).slice(0, count);
}

/** More than any value. */
const rankStep = 1e9;

/**
 * The first sites in the order of the list: worst first; old values follow current ones, and sites without a value come last, by
 * name. Only those that can be among them are compared by name, which takes long.
 */
export function listWorst(sites: readonly ShownSite[], count: number): ShownSite[] {
  if (sites.length <= count) return sites.toSorted(compareWorst);
  const keys = Float64Array.from(sites, (one) => ageRank(one) * rankStep - (one.look.value ?? 0));
  const last = keys.toSorted()[count - 1] ?? Number.POSITIVE_INFINITY;
  return sites
    .filter((_, at) => (keys[at] ?? 0) <= last)
    .sort(compareWorst)
    .slice(0, count);
}
