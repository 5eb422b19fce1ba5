import { readIndexRules } from '@limpid/contract/map/indices';
import { readMapSites } from '@limpid/contract/map/sites';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { Prepared } from '../../platform/http/envelope.ts';
import { namesTag } from '../../platform/http/etag.ts';
import { route } from '../../platform/http/route.ts';
import { repeat } from '../../platform/repeat.ts';
import type { AirHourSource, NewestSource, ReadingSource } from '../ingest/ingest.api.ts';
import { type Board, openBoard } from './board.ts';
import { makeBodies } from './bodies.ts';
import { listReachedDepartments } from './fleet.store.ts';
import { addMapHours } from './hours.feature.ts';
import { listIndexRules } from './index-rules.ts';

const tickMs = 1000;
const hoursMs = 60_000;

/** What maps show: all sites at once, and then what changes. Gives the indices that others show beside a site. */
export function addMap(
  app: App,
  newest: NewestSource,
  hours: AirHourSource,
  source: ReadingSource,
): Board['indexOf'] {
  const board = openBoard(app, newest, hours);
  const findBody = makeBodies(() => app.clock.now());
  app.scopedPaths.add(readMapSites.path);
  route(app, readMapSites, async ({ scope, language, request }) => {
    const deptIds = await listReachedDepartments(app.db, scope);
    const body = findBody(await board.read(), { deptIds, language });
    const isGzip = takesGzip(request.headers['accept-encoding']);
    const etag = `"${body.etag}${isGzip ? '-gzip' : ''}"`;
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' };
    if (namesTag(request.headers['if-none-match'], etag)) return new Prepared(headers, undefined);
    if (!isGzip) return new Prepared(headers, body.plain());
    return new Prepared({ ...headers, 'content-encoding': 'gzip' }, await body.gzip());
  });
  route(app, readIndexRules, () => listIndexRules(app.clock.now().toISOString()));
  addMapHours(app, board, hours, source);
  if (app.config.roles.includes('http')) keepUp(app, board);
  return board.indexOf;
}

function keepUp(app: App, board: Board): void {
  const onError = (error: unknown) => app.log.warn({ err: error }, 'maps cannot be kept up to date');
  const stops = [
    repeat(tickMs, async () => app.live.gather('site', await board.tick()), onError),
    repeat(hoursMs, () => board.refreshIndices(), onError),
  ];
  runInBackground(app, () => board.refreshIndices());
  app.http.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
}

/** Brotli would save a little more and would have to begin from the start every second; browsers offer it over TLS alone. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((one) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/.test(one));
}
