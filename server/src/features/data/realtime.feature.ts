import { listRealtime, type NewestValues, realtime } from '@limpid/contract/data/realtime';
import type { SiteIndices } from '@limpid/contract/map/site-update';
import { isOnline } from '@limpid/contract/site/online';
import { listRows } from '../../crud/list.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { type LatestValues as Measured } from '../ingest/ingest.api.ts';
import { presentReading } from '../reading/reading.api.ts';
import { listSiteLimits } from '../site/site.api.ts';

interface Services {
  ingest: { latestOf(siteId: number): Measured };
  siteStates: { indexOf(siteId: number): SiteIndices | null };
}

/** Realtime data: sites from the database, their latest values and indices from memory. */
export function addRealtime(app: App, { ingest, siteStates }: Services): void {
  const definition = { resource: realtime, table: 'siteRow', scope: { dept: 'dept_id' } };
  app.scopedPaths.add(realtime.path);
  route(app, listRealtime, async ({ scope, query, language }) => {
    const page = await listRows(app.db, definition, scope, query, language);
    const now = app.clock.now();
    const limits = await listSiteLimits(
      app.db,
      page.rows.map((row) => row.siteId),
    );
    const rows = page.rows.map((row) => {
      const siteId = row.siteId;
      const values = presentValues(ingest.latestOf(siteId), Number(row.reportInterval), now);
      const siteLimit = limits.get(siteId);
      const limit = siteLimit ? { channel: siteLimit.channelCode, value: siteLimit.value } : null;
      return { ...row, values, limit, index: siteStates.indexOf(siteId), now: now.getTime() };
    });
    return { ...page, rows };
  });
}

/** Marks the freshness of each value: a sensor may be silent while its station reports. */
function presentValues(values: Measured, reportInterval: number, now: Date): NewestValues {
  return Object.fromEntries(
    Object.entries(values).map(([code, { value, outOfRange, ...rest }]) => {
      const outside = outOfRange === undefined ? {} : { outOfRange: presentReading(outOfRange) };
      const fresh = isOnline(rest.ts, reportInterval, now.getTime());
      return [code, { ...rest, ...outside, value: presentReading(value), fresh }];
    }),
  );
}
