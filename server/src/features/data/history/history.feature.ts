import { exportHistory, listHistoryRows, readHistoryStatistics } from '@limpid/contract/data/history';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { makeHistoryTable } from './history-export.ts';
import { readHistoryPage } from './history-page.ts';
import { checkHistoryQuery, type HistoryServices } from './history-query.ts';
import { readStatistics } from './history-statistics.ts';

const defaultPageSize = 50;

/** Measured values of several sites as rows, their statistics, and their export. */
export function addHistory(app: App, services: HistoryServices): void {
  const now = () => app.clock.now().getTime();

  route(app, listHistoryRows, async ({ scope, query: asked }) => {
    const query = await checkHistoryQuery(app, services.readings, scope, asked);
    const { pageNum = 1, pageSize: size = defaultPageSize, cursor, cursorSite, direction = 'older' } = asked;
    const place = cursor === undefined ? { page: pageNum, size } : { cursor, cursorSite, direction, size };
    return readHistoryPage(services, query, place, now());
  });

  route(app, readHistoryStatistics, async ({ scope, query: asked }) =>
    readStatistics(services.readings, await checkHistoryQuery(app, services.readings, scope, asked), now()),
  );

  routeTableExport(app, exportHistory, async ({ scope, body, language }) =>
    makeHistoryTable(app, services, await checkHistoryQuery(app, services.readings, scope, body), language),
  );
}
