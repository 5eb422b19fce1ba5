import type { NewestSource } from '../ingest/ingest.api.ts';
import type { Fleet } from './fleet.ts';
import { findState, isSameMeasured, readMeasured } from './map-site.ts';

/** Writes the newest values of these sites into the fleet; gives those that say something else than before. */
export function takeValues(
  { sites, channels }: Fleet,
  siteIds: readonly number[],
  newestOf: NewestSource['newestOf'],
  now: Date,
): number[] {
  return siteIds.filter((siteId) => {
    const site = sites.get(siteId);
    if (!site) return false;
    const measured = readMeasured(newestOf(siteId), channels);
    // Its station has just been heard, before that is written down.
    site.lastSeen = Math.max(site.lastSeen, Math.min(measured.ts ?? 0, now.getTime()));
    if (isSameMeasured(site, measured)) return false;
    Object.assign(site, measured);
    return true;
  });
}

/** Finds who is heard and who is silent by now; gives those with whom that has changed. */
export function takeStates({ sites }: Fleet, now: Date): number[] {
  const changed: number[] = [];
  for (const site of sites.values()) {
    const state = findState(site, now);
    if (state !== site.state) changed.push(site.siteId);
    site.state = state;
  }
  return changed;
}

/** What people have changed so that maps show it: a site that was stopped, a channel that is shown from now on. */
export function compareFleets(before: Fleet, after: Fleet): number[] {
  return [...after.sites.values()]
    .filter((site) => {
      const known = before.sites.get(site.siteId);
      return known?.state !== site.state || !isSameMeasured(known, site);
    })
    .map(({ siteId }) => siteId);
}
