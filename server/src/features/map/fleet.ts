import type { App } from '../../platform/app.ts';
import { busReconnected } from '../../platform/bus.ts';
import { listSiteLimits, type SiteLimit } from '../site/site.api.ts';
import {
  listContacts,
  listMapChannels,
  listMapEntities,
  listMapSites,
  type MapChannel,
  type MapEntity,
} from './fleet.store.ts';
import type { MapSite } from './map-site.ts';

/** What people have registered; replaced as a whole when somebody changes any of it. */
export interface Fleet {
  channels: readonly MapChannel[];
  entities: ReadonlyMap<number, MapEntity>;
  /** By id, ascending. What is measured is written into them. */
  sites: ReadonlyMap<number, MapSite>;
  /** The sites' own limits, by site. */
  limits: ReadonlyMap<number, SiteLimit>;
}

/** Told by whoever changes a site, an entity, a kind of device or a channel. */
const changed = 'site.changed';

type Fill = (site: MapSite, channels: readonly MapChannel[]) => void;

/** Gives the fleet as it is now: read once, and again when it was changed. `fill` puts into a site what is known of it. */
export function openFleet({ db, bus }: Pick<App, 'db' | 'bus'>, fill: Fill): () => Promise<Fleet> {
  let fleet: Fleet = { channels: [], entities: new Map(), sites: new Map(), limits: new Map() };
  /** Changes that were told of, and those that have been read. */
  let told = 1;
  let known = 0;
  let reading: Promise<void> | undefined;
  for (const topic of [changed, busReconnected]) bus.subscribe(topic, () => (told += 1));

  /** What changes while it is read is read once more. */
  async function readAll(): Promise<void> {
    while (known < told) {
      const current = told;
      fleet = await readFleet(db, fleet, fill);
      known = current;
    }
  }
  return async () => {
    if (known < told) await (reading ??= readAll().finally(() => (reading = undefined)));
    return fleet;
  };
}

async function readFleet(db: App['db'], before: Fleet, fill: Fill): Promise<Fleet> {
  const channels = await listMapChannels(db);
  const entities = new Map((await listMapEntities(db)).map((entity) => [entity.entityId, entity]));
  const contacts = new Map((await listContacts(db, 0)).map(({ siteId, lastSeen }) => [siteId, lastSeen]));
  const sites = new Map<number, MapSite>();
  for (const row of await listMapSites(db)) {
    const deptId = entities.get(row.entityId)?.deptId;
    // Its entity came into being between the questions: of that is told as well, and all is read again.
    if (deptId === undefined) continue;
    const lastSeen = Math.max(contacts.get(row.siteId) ?? 0, before.sites.get(row.siteId)?.lastSeen ?? 0);
    const site: MapSite = { ...row, deptId, lastSeen, state: 'off', ts: null, values: [], exceptions: [] };
    fill(site, channels);
    sites.set(row.siteId, site);
  }
  return { channels, entities, sites, limits: await listSiteLimits(db, 'all') };
}
