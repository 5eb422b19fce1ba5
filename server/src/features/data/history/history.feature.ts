import {
  exportHistory,
  type HistoryTableRow,
  listHistoryRows,
  readHistoryStatistics,
} from '@limpid/contract/data/history';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { listMeasuredChannels } from '../site-access.store.ts';
import { makeHistoryTable } from './history-export.ts';
import { readHistoryPage } from './history-page.ts';
import { type CheckedHistoryQuery, checkHistoryQuery, type HistoryServices } from './history-query.ts';
import { readStatistics } from './history-statistics.ts';

const defaultPageSize = 50;

/** Measured values of several sites as rows, their statistics, and their export. */
export function addHistory(app: App, services: HistoryServices): void {
  const now = () => app.clock.now().getTime();

  async function listAbsent({ sites, channels }: CheckedHistoryQuery, rows: readonly HistoryTableRow[]) {
    const filled = new Set(
      rows.flatMap(({ siteId, values }) => Object.keys(values).map((code) => `${siteId} ${code}`)),
    );
    const empty = sites.flatMap(({ siteId }) =>
      channels.flatMap(({ code }) => (filled.has(`${siteId} ${code}`) ? [] : [{ siteId, channel: code }])),
    );
    if (empty.length === 0) return [];
    const measured = await listMeasuredChannels(app.db, [...new Set(empty.map(({ siteId }) => siteId))]);
    return empty.filter(({ siteId, channel }) => !measured.get(siteId)?.has(channel));
  }

  route(app, listHistoryRows, async ({ scope, query: asked }) => {
    const query = await checkHistoryQuery(app, services.readings, scope, asked);
    const { pageNum = 1, pageSize: size = defaultPageSize, cursor, cursorSite, direction = 'older' } = asked;
    const place = cursor === undefined ? { page: pageNum, size } : { cursor, cursorSite, direction, size };
    const page = await readHistoryPage(services, query, place, now());
    return { ...page, absent: await listAbsent(query, page.rows) };
  });

  route(app, readHistoryStatistics, async ({ scope, query: asked }) =>
    readStatistics(services, await checkHistoryQuery(app, services.readings, scope, asked), now()),
  );

  routeTableExport(app, exportHistory, async ({ scope, body, language }) => {
    const query = await checkHistoryQuery(app, services.readings, scope, body);
    return makeHistoryTable(app, services, query, language, body.format);
  });
}
