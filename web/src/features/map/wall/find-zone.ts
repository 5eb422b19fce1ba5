import type { MapSnapshot } from '@limpid/contract/map/sites';
import type { MapSite } from '../map-site.ts';

/** The time zone of most of the sites, which is that of their entity; undefined without sites. */
export function findZone(
  sites: readonly { site: Pick<MapSite, 'entityId'> }[],
  entities: MapSnapshot['entities'],
): string | undefined {
  const zones = new Map(entities.map(({ id, zone }) => [id, zone]));
  const counts = new Map<string, number>();
  for (const { site } of sites) {
    const zone = zones.get(site.entityId);
    if (zone) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
