import type { LatestSource } from '../ingest/ingest.api.ts';
import { findState, isSameMeasured, readMeasured } from './map-site.ts';
import type { MapRegistry } from './registry.ts';

/** Writes the newest values of these sites into the registry; returns the sites whose values changed. */
export function updateValues(
  { sites, channels }: MapRegistry,
  siteIds: readonly number[],
  latestOf: LatestSource['latestOf'],
  now: Date,
): number[] {
  return siteIds.filter((siteId) => {
    const site = sites.get(siteId);
    if (!site) return false;
    const measured = readMeasured(latestOf(siteId), channels);
    // New values are a contact, which is stored later.
    site.lastSeen = Math.max(site.lastSeen, Math.min(measured.ts ?? 0, now.getTime()));
    if (isSameMeasured(site, measured)) return false;
    Object.assign(site, measured);
    return true;
  });
}

/** Updates which sites are online; returns the sites whose state changed. */
export function updateStates({ sites }: MapRegistry, now: Date): number[] {
  const changed: number[] = [];
  for (const site of sites.values()) {
    const state = findState(site, now);
    if (state !== site.state) changed.push(site.siteId);
    site.state = state;
  }
  return changed;
}

/** The sites that differ after an edit, such as a disabled site or a channel that maps now show. */
export function compareRegistries(before: MapRegistry, after: MapRegistry): number[] {
  return [...after.sites.values()]
    .filter((site) => {
      const previous = before.sites.get(site.siteId);
      return previous?.state !== site.state || !isSameMeasured(previous, site);
    })
    .map(({ siteId }) => siteId);
}
