import { readHourAgo, readSiteDetail, readSiteFlags } from '@limpid/contract/map/site-detail';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../platform/app.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { route } from '../../platform/http/route.ts';
import { getAccessibleSites, getChannel } from '../data/data.api.ts';
import type { LatestSource } from '../ingest/ingest.api.ts';
import { readFlagsOfHours, readRecentFlags } from '../quality/quality.api.ts';
import { presentReading, type ReadingSource } from '../reading/reading.api.ts';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { listFlaggableSlots } from '../rollup/rollup.api.ts';
import { canCompare } from './hour-ago.rule.ts';
import { openHourAgo, readSiteHourAgo } from './hour-ago.ts';
import { listScopeDepartments } from './registry.store.ts';
import type { MapState, SiteStates } from './site-states.ts';

interface Sources {
  siteStates: SiteStates;
  airHours: AirHourSource;
  readings: ReadingSource;
  newest: LatestSource;
}

/** All newest values of one site, and what sites showed an hour before. */
export function addSiteDetail(app: App, { siteStates, airHours, readings, newest }: Sources): void {
  const hourAgo = openHourAgo(readings, airHours, () => app.clock.now().getTime());
  app.scopedPaths.add(readSiteDetail.path).add(readHourAgo.path).add(readSiteFlags.path);

  route(app, readSiteDetail, async ({ scope, query: { siteId } }) => {
    const [site] = await getAccessibleSites(app.db, scope, [siteId]);
    const values = newest.latestOf(siteId);
    const slots = new Map(
      readings
        .channels()
        .filter(canCompare)
        .map(({ code, slot }) => [code, slot]),
    );
    const moments = new Map(
      Object.entries(values).flatMap(([code, { ts, value }]): [number, number][] => {
        const slot = slots.get(code);
        return slot === undefined || value === null ? [] : [[slot, ts]];
      }),
    );
    const now = app.clock.now().getTime();
    const before = await readSiteHourAgo(readings, { siteId, interval: site?.interval ?? 60 }, moments, now);
    const recent = await readRecentFlags(app.pool, [siteId], readings.channels(), now);
    const flagged = recent.get(siteId) ?? {};
    return {
      siteId,
      values: Object.fromEntries(
        Object.entries(values).map(([code, { ts, value, flag, outOfRange }]) => {
          const earlier = before.get(slots.get(code) ?? -1);
          const present = {
            ts,
            flag,
            value: value === null ? null : presentReading(value),
            ...(outOfRange !== undefined && { outOfRange: presentReading(outOfRange) }),
            ...(earlier !== undefined && { hourAgo: earlier }),
            ...(flagged[code] && { flags: flagged[code] }),
          };
          return [code, present];
        }),
      ),
    };
  });

  route(app, readHourAgo, async ({ scope, query }) => {
    const channel = query.channel === undefined ? undefined : getChannel(readings, query.channel);
    const { state, visible } = await listVisible(scope);
    const found = channel
      ? await hourAgo.channelValues([...state.registry.sites.values()], channel)
      : await hourAgo.indexValues(state, visible, query.index ?? 'china');
    return { sites: visible, values: visible.map((siteId) => found.get(siteId) ?? null) };
  });

  route(app, readSiteFlags, async ({ scope, query }) => {
    const channel = query.channel === undefined ? undefined : getChannel(readings, query.channel);
    const { state, visible } = await listVisible(scope);
    const found = channel
      ? await readRecentFlags(app.pool, visible, [channel], app.clock.now().getTime())
      : await readIndexFlags(state, visible, query.index ?? 'china');
    return { sites: [...found.keys()], flags: [...found.values()] };
  });

  async function listVisible(scope: Scope) {
    const reached = await listScopeDepartments(app.db, scope);
    const departments = reached && new Set(reached);
    const state = await siteStates.read();
    const visible = [...state.registry.sites.values()].filter(
      ({ deptId }) => departments === null || departments.has(deptId),
    );
    return { state, visible: visible.map(({ siteId }) => siteId) };
  }

  function readIndexFlags({ indexOf }: MapState, siteIds: readonly number[], index: MapIndex) {
    const slots = new Set(listFlaggableSlots(index, airHours));
    const hours = new Map(
      siteIds.flatMap((siteId): [number, number][] => {
        const hour = indexOf(siteId)?.hour;
        return hour === undefined ? [] : [[siteId, hour]];
      }),
    );
    return readFlagsOfHours(
      app.pool,
      hours,
      readings.channels().filter(({ slot }) => slots.has(slot)),
    );
  }
}
