import type { SiteIndices } from '@limpid/contract/map/site-update';
import type { App } from '../../platform/app.ts';
import type { ItemChange } from '../../platform/live/live.ts';
import type { LatestSource } from '../ingest/ingest.api.ts';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { openAirNow } from './air-now.ts';
import { compareRegistries, updateStates, updateValues } from './changes.ts';
import { describeUpdate, findState, readMeasured } from './map-site.ts';
import { listContacts } from './registry.store.ts';
import { type MapRegistry, openMapRegistry } from './registry.ts';

/** What maps show at one moment. A version number changes with any value or state, or with any index. */
export interface MapState {
  registry: MapRegistry;
  indexOf(siteId: number): SiteIndices | null;
  valuesVersion: number;
  indexVersion: number;
}

/** The current state of all sites, and which of them have changed. */
export interface SiteStates {
  read(): Promise<MapState>;
  /** Applies new values and states, once a second; returns the changes to publish, in portions if there are many. */
  tick(): Promise<ItemChange<'site'>[]>;
  /** The current indices of a site; null without an index of the last hours. */
  indexOf(siteId: number): SiteIndices | null;
  /** Recomputes the indices of sites that have a newer hour. */
  refreshIndices(): Promise<void>;
}

type Deps = Pick<App, 'db' | 'bus' | 'clock'>;

/** The process that a station is connected to stores its contacts every few seconds. */
const contactsEveryMs = 5000;
const contactsDelayMs = 30_000;
/** A new hour changes every site; this limits the size of one message. */
const publishedAtOnce = 2000;

export function openSiteStates(app: Deps, newest: LatestSource, hours: AirHourSource): SiteStates {
  const air = openAirNow(hours, () => app.clock.now().getTime());
  const takeChangedSites = newest.watchLatest();
  const refreshContacts = makeContactRefresh(app);
  const readRegistry = openMapRegistry(app, (site, channels) => {
    Object.assign(site, readMeasured(newest.latestOf(site.siteId), channels));
    site.state = findState(site, app.clock.now());
  });
  /** Sites whose values or states, and whose indices, have changes that are not published yet. */
  const valuesChanged = new Set<number>();
  const indicesChanged = new Set<number>();
  const versions = { valuesVersion: 0, indexVersion: 0 };
  let areIndicesNew = false;
  let seen: MapRegistry | undefined;

  function takeChanges(registry: MapRegistry): number[] {
    const now = app.clock.now();
    const differences = seen && seen !== registry ? compareRegistries(seen, registry) : [];
    seen = registry;
    const measured = updateValues(registry, takeChangedSites(), newest.latestOf, now);
    return [...differences, ...measured, ...updateStates(registry, now)];
  }

  return {
    read: async () => ({ registry: await readRegistry(), indexOf: air.get, ...versions }),
    async tick() {
      await refreshContacts(await readRegistry());
      // No await from here on: a concurrent reader sees all of the changes or none.
      const registry = await readRegistry();
      const changed = takeChanges(registry);
      for (const siteId of changed) valuesChanged.add(siteId);
      if (changed.length > 0) versions.valuesVersion += 1;
      if (areIndicesNew) versions.indexVersion += 1;
      areIndicesNew = false;
      return takeSome(valuesChanged, indicesChanged).flatMap((siteId) => {
        const site = registry.sites.get(siteId);
        const index = indicesChanged.delete(siteId) ? air.get(siteId) : undefined;
        valuesChanged.delete(siteId);
        if (!site) return [];
        return [{ id: siteId, deptId: site.deptId, item: describeUpdate(site, registry.channels, index) }];
      });
    },
    indexOf: air.get,
    refreshIndices: () =>
      air.refresh((siteIds) => {
        areIndicesNew = true;
        for (const siteId of siteIds) indicesChanged.add(siteId);
      }),
  };
}

function takeSome(...sets: ReadonlySet<number>[]): number[] {
  const taken = new Set<number>();
  for (const set of sets) {
    for (const id of set) {
      if (taken.size === publishedAtOnce) break;
      taken.add(id);
    }
  }
  return [...taken];
}

/** Reads the last contacts that other processes have stored. */
function makeContactRefresh({ db, clock }: Deps): (registry: MapRegistry) => Promise<void> {
  let askedAt = 0;
  return async ({ sites }) => {
    const now = clock.now().getTime();
    if (now - askedAt < contactsEveryMs) return;
    const contacts = await listContacts(db, askedAt - contactsDelayMs);
    askedAt = now;
    for (const { siteId, lastSeen } of contacts) {
      const site = sites.get(siteId);
      if (site) site.lastSeen = Math.max(site.lastSeen, lastSeen);
    }
  };
}
