import { listCompleteness, longestCompleteness } from '@limpid/contract/analysis/completeness';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { listSiteCompleteness } from './completeness.store.ts';
import { readDates } from './period.rule.ts';

/** The hour that is going on is counted every five minutes: what is newer may not have been yet. */
const countingDelayMs = 6 * MINUTE_MS;
const defaultPageSize = 20;

/** How much of what was to come has come, and how much of it is valid. */
export function addCompleteness(app: App): void {
  app.scopedPaths.add(listCompleteness.path);
  route(app, listCompleteness, async ({ scope, query, language }) => {
    const { from, to } = query;
    const dates =
      from === undefined ? undefined : readDates({ from, to }, longestCompleteness, listCompleteness.texts);
    const now = app.clock.now();
    const { siteId, entityId, deptId, pageNum = 1, pageSize = defaultPageSize } = query;
    const { rows, summary } = await listSiteCompleteness(app.db, {
      scope,
      sites: { siteId, entityId, deptId },
      dates,
      now,
      until: new Date(now.getTime() - countingDelayMs),
      order: { by: query.orderByColumn ?? 'siteName', desc: query.isAsc?.startsWith('desc') ?? false },
      language,
      limit: pageSize,
      offset: (pageNum - 1) * pageSize,
    });
    return { rows, total: summary.sites, summary };
  });
}
