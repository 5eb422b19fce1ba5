import type { App } from '../../platform/app.ts';
import { busReconnected } from '../../platform/bus.ts';
import { siteChanged } from '../reading/model.api.ts';
import { listSiteLimits, type SiteChannelLimit } from '../site/site.api.ts';
import type { MapSiteState } from './map-site.ts';
import {
  listContacts,
  listMapChannels,
  listMapEntities,
  listMapSites,
  type MapChannel,
  type MapEntity,
} from './registry.store.ts';

/** All registered channels, entities and sites; replaced as a whole after any change. */
export interface MapRegistry {
  channels: readonly MapChannel[];
  entities: ReadonlyMap<number, MapEntity>;
  /** By id, ascending. Values and states are written into these objects. */
  sites: ReadonlyMap<number, MapSiteState>;
  /** The sites' own limits, by site. */
  limits: ReadonlyMap<number, SiteChannelLimit>;
}

type Fill = (site: MapSiteState, channels: readonly MapChannel[]) => void;

/** Returns the current registry: read once, and again after a change. `fill` adds the newest values and the state to a site. */
export function openMapRegistry(
  { db, bus }: Pick<App, 'db' | 'bus'>,
  fill: Fill,
): () => Promise<MapRegistry> {
  let registry: MapRegistry = { channels: [], entities: new Map(), sites: new Map(), limits: new Map() };
  /** The number of changes announced so far, and of those already read. */
  let announced = 1;
  let read = 0;
  let reading: Promise<void> | undefined;
  for (const topic of [siteChanged, busReconnected] as const) bus.subscribe(topic, () => (announced += 1));

  /** A change during the reading makes it read once more. */
  async function readAll(): Promise<void> {
    while (read < announced) {
      const current = announced;
      registry = await readRegistry(db, registry, fill);
      read = current;
    }
  }
  return async () => {
    if (read < announced) await (reading ??= readAll().finally(() => (reading = undefined)));
    return registry;
  };
}

async function readRegistry(db: App['db'], before: MapRegistry, fill: Fill): Promise<MapRegistry> {
  const channels = await listMapChannels(db);
  const entities = new Map((await listMapEntities(db)).map((entity) => [entity.entityId, entity]));
  const contacts = new Map((await listContacts(db, 0)).map(({ siteId, lastSeen }) => [siteId, lastSeen]));
  const sites = new Map<number, MapSiteState>();
  for (const row of await listMapSites(db)) {
    const deptId = entities.get(row.entityId)?.deptId;
    // The entity was added between the two queries: its own event makes everything be read again.
    if (deptId === undefined) continue;
    const lastSeen = Math.max(contacts.get(row.siteId) ?? 0, before.sites.get(row.siteId)?.lastSeen ?? 0);
    const site: MapSiteState = {
      ...row,
      deptId,
      lastSeen,
      state: 'off',
      ts: null,
      values: [],
      exceptions: [],
    };
    fill(site, channels);
    sites.set(row.siteId, site);
  }
  return { channels, entities, sites, limits: await listSiteLimits(db, 'all') };
}
