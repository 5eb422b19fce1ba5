import type { SiteIndices } from '@limpid/contract/map/news';
import type { App } from '../../platform/app.ts';
import type { GatheredChange } from '../../platform/live/live.ts';
import type { AirHourSource, NewestSource } from '../ingest/ingest.api.ts';
import { openAirNow } from './air-now.ts';
import { compareFleets, takeStates, takeValues } from './changes.ts';
import { listContacts } from './fleet.store.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { describeNews, findState, readMeasured } from './map-site.ts';

/** What a map shows at one moment; the numbers are others when any value or state, or any index, has changed. */
export interface Picture {
  fleet: Fleet;
  indexOf(siteId: number): SiteIndices | null;
  valuesVersion: number;
  indexVersion: number;
}

/** All sites as they are now, and which of them have changed. */
export interface Board {
  read(): Promise<Picture>;
  /** Takes in what has come, once a second; gives what is to be told, a part at a time where it is much. */
  tick(): Promise<GatheredChange<'site'>[]>;
  /** The indices of a site now; null where it has none of the last hours. */
  indexOf(siteId: number): SiteIndices | null;
  /** Looks for newer hours. */
  refreshIndices(): Promise<void>;
}

type Ground = Pick<App, 'db' | 'bus' | 'clock'>;

/** Contacts are written down every few seconds, by whichever process hears a station. */
const contactsEveryMs = 5000;
const contactsDelayMs = 30_000;
/** A new hour changes every site: what is told at once stays readable. */
const toldAtOnce = 2000;

export function openBoard(app: Ground, newest: NewestSource, hours: AirHourSource): Board {
  const air = openAirNow(hours, () => app.clock.now().getTime());
  const takeNews = newest.watchNewest();
  const takeContacts = makeContacts(app);
  const readFleet = openFleet(app, (site, channels) => {
    Object.assign(site, readMeasured(newest.newestOf(site.siteId), channels));
    site.state = findState(site, app.clock.now());
  });
  /** Whose values or states, and whose indices, have changed and are not told yet. */
  const values = new Set<number>();
  const indices = new Set<number>();
  const versions = { valuesVersion: 0, indexVersion: 0 };
  let areIndicesNew = false;
  let seen: Fleet | undefined;

  function takeChanges(fleet: Fleet): number[] {
    const now = app.clock.now();
    const own = seen && seen !== fleet ? compareFleets(seen, fleet) : [];
    seen = fleet;
    const measured = takeValues(fleet, takeNews(), newest.newestOf, now);
    return [...own, ...measured, ...takeStates(fleet, now)];
  }

  return {
    read: async () => ({ fleet: await readFleet(), indexOf: air.get, ...versions }),
    async tick() {
      await takeContacts(await readFleet());
      // From here on nothing is waited for: who reads meanwhile sees all of it or nothing.
      const fleet = await readFleet();
      const changed = takeChanges(fleet);
      for (const siteId of changed) values.add(siteId);
      if (changed.length > 0) versions.valuesVersion += 1;
      if (areIndicesNew) versions.indexVersion += 1;
      areIndicesNew = false;
      return takeSome(values, indices).flatMap((siteId) => {
        const site = fleet.sites.get(siteId);
        const index = indices.delete(siteId) ? air.get(siteId) : undefined;
        values.delete(siteId);
        if (!site) return [];
        return [{ id: siteId, deptId: site.deptId, item: describeNews(site, fleet.channels, index) }];
      });
    },
    indexOf: air.get,
    refreshIndices: () =>
      air.refresh((siteIds) => {
        areIndicesNew = true;
        for (const siteId of siteIds) indices.add(siteId);
      }),
  };
}

function takeSome(...sets: ReadonlySet<number>[]): number[] {
  const taken = new Set<number>();
  for (const set of sets) {
    for (const id of set) {
      if (taken.size === toldAtOnce) break;
      taken.add(id);
    }
  }
  return [...taken];
}

function makeContacts({ db, clock }: Ground): (fleet: Fleet) => Promise<void> {
  let askedAt = 0;
  return async ({ sites }) => {
    const now = clock.now().getTime();
    if (now - askedAt < contactsEveryMs) return;
    const heard = await listContacts(db, askedAt - contactsDelayMs);
    askedAt = now;
    for (const { siteId, lastSeen } of heard) {
      const site = sites.get(siteId);
      if (site) site.lastSeen = Math.max(site.lastSeen, lastSeen);
    }
  };
}
