import {
  channelColumnPrefix,
  countRealtime,
  exportRealtime,
  listRealtime,
  type NewestValues,
  readRecentHours,
  realtime,
} from '@limpid/contract/data/realtime';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { isOnline } from '@limpid/contract/site/online';
import { type FieldValues } from '../../../crud/definition.ts';
import { listRows } from '../../../crud/list.ts';
import { listRowsById } from '../../../crud/list-matching.ts';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import type { LatestValue, LatestValues as Measured } from '../../ingest/ingest.api.ts';
import { listRecentlyFlagged, readRecentFlags } from '../../quality/quality.api.ts';
import { presentReading, type ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { listSiteLimits } from '../../site/site.api.ts';
import { getAccessibleSites } from '../site-access.store.ts';
import { openMatchingSites } from './matching-sites.ts';
import { makeRealtimeSheet, type RealtimeEntry } from './realtime-sheet.ts';
import { readSiteHours } from './recent-hours.ts';
import { countStandings, openStandings, type StandingQuery, type StateSource } from './site-standings.ts';

interface Services {
  ingest: {
    latestOf(siteId: number): Measured;
    peekLatest(siteId: number): Iterable<Readonly<LatestValue>>;
  };
  siteStates: StateSource;
  readings: ReadingSource;
  airHours: AirHourSource;
}

const definition = { resource: realtime, table: 'siteRow', scope: { dept: 'dept_id' } };
/** Columns of which the sort needs only what is in memory. */
const measuredColumns = new Set(['state', 'age', 'index']);
const defaultPageSize = 20;
const exportedAtOnce = 500;

type Row = RowOf<typeof realtime>;

/** Realtime data: sites from the database, their latest values and indices from memory. */
export function addRealtime(app: App, services: Services): void {
  const { ingest, siteStates, readings } = services;
  const listStandings = openStandings({
    ...services,
    listRuleFlags: (now) => listRecentlyFlagged(app.pool, now),
  });
  const listMatchingIds = openMatchingSites(app, definition);
  app.scopedPaths.add(realtime.path);

  async function complete(rows: readonly Row[]): Promise<RealtimeEntry[]> {
    const now = app.clock.now();
    const siteIds = rows.map((row) => row.siteId);
    const [limits, flags] = await Promise.all([
      listSiteLimits(app.db, siteIds),
      readRecentFlags(app.pool, siteIds, readings.channels(), now.getTime()),
    ]);
    return rows.map((row) => {
      const values = presentValues(ingest.latestOf(row.siteId), Number(row.reportInterval), now);
      const siteLimit = limits.get(row.siteId);
      const limit = siteLimit ? { channel: siteLimit.channelCode, value: siteLimit.value } : null;
      const found = flags.get(row.siteId) ?? {};
      const index = siteStates.indexOf(row.siteId);
      return { ...row, values, limit, flags: found, index, now: now.getTime() };
    });
  }

  /** The sites that match the search, judged by what is in memory. */
  async function judge(scope: Scope, query: FieldValues, language: Language, order?: StandingQuery) {
    const siteIds = await listMatchingIds(scope, query, language);
    return listStandings(siteIds, order, app.clock.now().getTime());
  }

  route(app, listRealtime, async ({ scope, query, language }) => {
    const order = readOrder(query);
    if (!order) {
      const page = await listRows(app.db, definition, scope, query, language);
      return { ...page, rows: await complete(page.rows) };
    }
    const found = await judge(scope, query, language, order);
    const { ids, total } = takePage(found, query);
    return {
      rows: await complete(await listRowsById(app.db, definition, scope, ids, language)),
      total,
    };
  });

  route(app, countRealtime, async ({ scope, query, language }) =>
    countStandings(await judge(scope, query, language)),
  );

  routeTableExport(app, exportRealtime, async ({ scope, body, language }) => {
    const found = await judge(scope, body, language, readOrder(body));
    const ids = found.map(({ siteId }) => siteId);
    async function* readEntries(): AsyncGenerator<RealtimeEntry> {
      for (let from = 0; from < ids.length; from += exportedAtOnce) {
        const some = ids.slice(from, from + exportedAtOnce);
        yield* await complete(await listRowsById(app.db, definition, scope, some, language));
      }
    }
    const { columns, index = 'china' } = body;
    return {
      ...makeRealtimeSheet(readEntries(), { columns, index, channels: readings.channels() }, language),
      count: ids.length,
    };
  });

  route(app, readRecentHours, async ({ scope, query }) => {
    await getAccessibleSites(app.db, scope, query.siteIds, 'siteIds');
    return readSiteHours(services, query, app.clock.now().getTime());
  });
}

/** What only memory can filter and sort by; undefined if the database does all of it. */
function readOrder(query: FieldValues): StandingQuery | undefined {
  const by = String(query['orderByColumn'] ?? '');
  const isMeasured = measuredColumns.has(by) || by.startsWith(channelColumnPrefix);
  if (query['only'] === undefined && !isMeasured) return undefined;
  return {
    // The contract allows nothing else.
    only: query['only'] as StandingQuery['only'],
    index: (query['index'] ?? 'china') as MapIndex,
    by: isMeasured ? by : undefined,
    desc: String(query['isAsc'] ?? '').startsWith('desc'),
  };
}

/** A page beyond the last one is the last one, as in other lists. */
function takePage(found: readonly { siteId: number }[], query: FieldValues) {
  const size = Number(query['pageSize'] ?? defaultPageSize);
  const last = Math.max(1, Math.ceil(found.length / size));
  const from = (Math.min(Number(query['pageNum'] ?? 1), last) - 1) * size;
  return { ids: found.slice(from, from + size).map(({ siteId }) => siteId), total: found.length };
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
