import type { App } from '../../../platform/app.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { siteChanged } from '../../reading/model.api.ts';
import { indexNeighbours } from '../../site/site.api.ts';
import { type LocatedSite, listLocatedSites } from './rule.store.ts';

/** Only the nearest ones are asked. */
const most = 5;

/** The sites around each site; simulated ones only around simulated ones. */
export interface Neighbours {
  of(siteId: number, km: number): readonly number[];
  /** The sites that ask one of these. */
  asking(siteIds: Iterable<number>, km: number): Set<number>;
}

/** Reads the places of sites again after a site has changed. */
export function openNeighbours({ bus }: Pick<App, 'bus'>): (client: Connection) => Promise<Neighbours> {
  let cached: Neighbours | undefined;
  bus.subscribe(siteChanged, () => {
    cached = undefined;
  });
  return async (client) => (cached ??= openNearestSites(await listLocatedSites(client)));
}

export function openNearestSites(places: readonly LocatedSite[]): Neighbours {
  const indices = new Map<number, { nearest: Map<number, number[]>; asked: Map<number, number[]> }>();
  const indexOf = (km: number) => {
    const index = indices.get(km) ?? indexWithin(places, km);
    indices.set(km, index);
    return index;
  };
  return {
    of: (siteId, km) => indexOf(km).nearest.get(siteId) ?? [],
    asking(siteIds, km) {
      const { asked } = indexOf(km);
      return new Set([...siteIds].flatMap((siteId) => asked.get(siteId) ?? []));
    },
  };
}

function indexWithin(places: readonly LocatedSite[], km: number) {
  const around = indexNeighbours(places, km);
  const nearest = new Map<number, number[]>();
  const asked = new Map<number, number[]>();
  for (const [position, site] of places.entries()) {
    const found = around(position)
      .map((other) => places[other] ?? site)
      .filter((other) => site.simulated || !other.simulated);
    const sorted = found.toSorted((a, b) => squareOf(site, a) - squareOf(site, b) || a.siteId - b.siteId);
    const ids = sorted.slice(0, most).map(({ siteId }) => siteId);
    nearest.set(site.siteId, ids);
    for (const id of ids) asked.set(id, [...(asked.get(id) ?? []), site.siteId]);
  }
  return { nearest, asked };
}

/** For comparing distances of a few kilometres. */
function squareOf(one: LocatedSite, other: LocatedSite): number {
  const shrink = Math.cos(((one.latitude ?? 0) * Math.PI) / 180);
  const east = ((other.longitude ?? 0) - (one.longitude ?? 0)) * shrink;
  return east ** 2 + ((other.latitude ?? 0) - (one.latitude ?? 0)) ** 2;
}
