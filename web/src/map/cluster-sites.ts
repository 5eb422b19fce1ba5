import type { AlarmRing, SitePoint } from './map.ts';
import { rankSite } from './marker-weight.ts';

/** Sites drawn as one marker. */
export interface SiteGroup {
  /** The site with the greatest rank. */
  worst: SitePoint;
  members: SitePoint[];
  /** Its Mercator coordinates, from 0 to 1 from the north-west. */
  x: number;
  y: number;
}

type Locate = (site: SitePoint) => readonly [x: number, y: number];

/** Clusters sites for engines that cannot: a site joins the first cluster that starts within `reach`. */
export function groupSites(sites: readonly SitePoint[], locate: Locate, reach: number): SiteGroup[] {
  const groups: SiteGroup[] = [];
  const cells = new Map<string, { group: SiteGroup; x: number; y: number }[]>();
  const keyOf = (x: number, y: number) =>
    reach > 0 ? `${Math.floor(x / reach)},${Math.floor(y / reach)}` : `${x},${y}`;
  for (const site of sites) {
    const [x, y] = locate(site);
    const near = [-reach, 0, reach].flatMap((dx) =>
      [-reach, 0, reach].flatMap((dy) => cells.get(keyOf(x + dx, y + dy)) ?? []),
    );
    const found = near.find((begun) => Math.hypot(begun.x - x, begun.y - y) <= reach);
    if (found) {
      join(found.group, site, x, y);
      continue;
    }
    const group = { worst: site, members: [site], x, y };
    groups.push(group);
    const key = keyOf(x, y);
    cells.set(key, [...(cells.get(key) ?? []), { group, x, y }]);
  }
  return groups.sort((a, b) => rankSite(a.worst) - rankSite(b.worst));
}

/** A cluster is drawn in the middle of its members. */
function join(group: SiteGroup, site: SitePoint, x: number, y: number): void {
  group.members.push(site);
  group.x += (x - group.x) / group.members.length;
  group.y += (y - group.y) / group.members.length;
  if (rankSite(site) > rankSite(group.worst)) group.worst = site;
}

/** The highest alarm of sites, and how many of them are in alarm. */
export function countAlarms(members: readonly SitePoint[]): {
  alarm: AlarmRing | undefined;
  alarms: number;
} {
  const alarms = members.flatMap(({ alarm }) => alarm ?? []);
  const highest = Math.max(...alarms.map(({ rank }) => rank));
  return { alarm: alarms.find(({ rank }) => rank === highest), alarms: alarms.length };
}
