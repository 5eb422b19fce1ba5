import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { readIndexRules } from '@limpid/contract/map/indices';
import { readMapSites } from '@limpid/contract/map/sites';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { acceptsGzip } from '../../platform/http/compress.ts';
import { RawResponse } from '../../platform/http/envelope.ts';
import { matchesEtag } from '../../platform/http/etag.ts';
import { route } from '../../platform/http/route.ts';
import { repeat } from '../../platform/repeat.ts';
import type { LatestSource } from '../ingest/ingest.api.ts';
import type { ReadingSource } from '../reading/reading.api.ts';
import { type AirHourSource, hoursRolledUp } from '../rollup/rollup.api.ts';
import { addMapHours } from './hours.feature.ts';
import { listIndexRules } from './index-rules.ts';
import { listScopeDepartments } from './registry.store.ts';
import { addSiteDetail } from './site-detail.feature.ts';
import type { SiteStates } from './site-states.ts';
import { openSnapshotCache } from './snapshot-cache.ts';

const tickMs = 1000;
/** Indices also become too old, which nothing announces. */
const indexRefreshMs = MINUTE_MS;
/** Older hours are not shown. */
const shownMs = 5 * HOUR_MS;

interface Services {
  siteStates: SiteStates;
  airHours: AirHourSource;
  readings: ReadingSource;
  ingest: LatestSource;
}

/** The map: a snapshot of all sites, live updates, and the last day. */
export function addMap(app: App, { siteStates, airHours, readings, ingest }: Services): void {
  const render = openSnapshotCache(() => app.clock.now());
  app.scopedPaths.add(readMapSites.path);
  route(app, readMapSites, async ({ scope, language, request }) => {
    const deptIds = await listScopeDepartments(app.db, scope);
    const snapshot = render(await siteStates.read(), { deptIds, language });
    const isGzip = acceptsGzip(request.headers['accept-encoding']);
    const etag = `"${snapshot.etag}${isGzip ? '-gzip' : ''}"`;
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' };
    if (matchesEtag(request.headers['if-none-match'], etag)) return new RawResponse(headers, undefined);
    if (!isGzip) return new RawResponse(headers, snapshot.plain());
    return new RawResponse({ ...headers, 'content-encoding': 'gzip' }, await snapshot.gzip());
  });
  route(app, readIndexRules, () => listIndexRules(app.clock.now().toISOString()));
  addMapHours(app, siteStates, airHours, readings);
  addSiteDetail(app, { siteStates, airHours, readings, newest: ingest });
  if (app.config.roles.includes('http')) startUpdates(app, siteStates);
}

function startUpdates(app: App, siteStates: SiteStates): void {
  const onError = (error: unknown) => app.log.warn({ err: error }, 'updating map sites failed');
  const patience = indexRefreshMs / tickMs;
  let ticksLeft = patience;
  const leave = app.bus.subscribe(hoursRolledUp, ({ last }) => {
    if (last > app.clock.now().getTime() - shownMs) ticksLeft = 0;
  });
  async function refreshInTime(): Promise<void> {
    if (ticksLeft-- > 0) return;
    ticksLeft = patience;
    await siteStates.refreshIndices();
  }
  const stops = [
    repeat(tickMs, async () => app.live.publishItems('site', await siteStates.tick()), onError),
    repeat(tickMs, refreshInTime, onError),
  ];
  runInBackground(app, () => siteStates.refreshIndices());
  app.http.addHook('onClose', async () => {
    leave();
    await Promise.all(stops.map((stop) => stop()));
  });
}
