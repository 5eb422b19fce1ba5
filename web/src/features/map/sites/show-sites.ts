import type { SiteAlarms } from '@limpid/contract/alarm/alarm-action';
import type { MapSite, MapSites } from '../map-site.ts';
import { type Scale, type SiteShade, shadeSite } from '../scale/shade.ts';
import type { ShownSite } from './select-sites.ts';
import { findHourAgo, type HoursAgo } from './use-hour-ago.ts';
import type { FlagsBySite } from './use-site-flags.ts';

interface SiteExtras {
  alarms: ReadonlyMap<number, SiteAlarms>;
  hoursAgo: HoursAgo | undefined;
  flags?: FlagsBySite | undefined;
}

/** Shows sites on a scale at a moment. A site that looks as before keeps its object, and all that was derived from it. */
type ShowSites = (sites: MapSites, now: number, extras: SiteExtras) => readonly ShownSite[];

interface Kept {
  now: number;
  shown: ShownSite;
}

/** For one scale. Only some of thousands of sites change in a second. */
export function makeShowSites(scale: Scale): ShowSites {
  // By site, because collecting garbage takes long beside thousands of weak references.
  let kept = new Map<number, Kept>();
  const show = (site: MapSite, now: number, { alarms, hoursAgo, flags }: SiteExtras): Kept => {
    const known = kept.get(site.siteId);
    const before = known?.shown.site === site ? known : undefined;
    const alarmsHere = alarms.get(site.siteId);
    const hourAgo = hoursAgo && findHourAgo(hoursAgo, site);
    const flagsHere = flags?.get(site.siteId);
    const isSame =
      before?.shown.alarms === alarmsHere &&
      before?.shown.hourAgo === hourAgo &&
      before?.shown.flags === flagsHere;
    if (before && isSame && before.now === now) return before;
    const look = before?.now === now ? before.shown.look : keepLook(before, shadeSite(site, scale, now));
    // A new object also where only its age has grown, which the list shows.
    return { now, shown: { site, look, alarms: alarmsHere, hourAgo, flags: flagsHere } };
  };
  return (sites, now, extras) => {
    kept = new Map(Array.from(sites, ([siteId, site]) => [siteId, show(site, now, extras)]));
    return Array.from(kept.values(), ({ shown }) => shown);
  };
}

/** Time alone changes whether a value is old, and what stands in for it. */
function keepLook(before: Kept | undefined, look: SiteShade): SiteShade {
  const old = before?.shown.look;
  const isSame =
    old?.isStale === look.isStale &&
    old.substitute?.value === look.substitute?.value &&
    old.substitute?.channel === look.substitute?.channel;
  return isSame ? old : look;
}
