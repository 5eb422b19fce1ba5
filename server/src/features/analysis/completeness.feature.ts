import {
  listCompleteness,
  listCompletenessDays,
  maxCompletenessDays,
  readRecentCompleteness,
} from '@limpid/contract/analysis/completeness';
import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { getAccessibleSites } from '../data/data.api.ts';
import { listSiteCompleteness } from './completeness.store.ts';
import { listDayCompleteness } from './completeness-days.store.ts';
import { countLastDay } from './completeness-recent.store.ts';
import { readDates } from './period.rule.ts';
import { sumCompleteness } from './sum-completeness.rule.ts';

/** The running hour is rolled up every five minutes, so newer readings may not be counted yet. */
const countingDelayMs = 6 * MINUTE_MS;
const defaultPageSize = 20;
const recentDays = 30;

/** The shares of received and of valid data. */
export function addCompleteness(app: App): void {
  app.scopedPaths.add(listCompleteness.path);
  route(app, listCompleteness, async ({ scope, query, language }) => {
    const { from, to } = query;
    const dates =
      from === undefined ? undefined : readDates({ from, to }, maxCompletenessDays, listCompleteness.texts);
    const now = app.clock.now();
    const { siteId, entityId, deptId, within, pageNum = 1, pageSize = defaultPageSize } = query;
    const { rows, summary } = await listSiteCompleteness(app.db, {
      scope,
      sites: { siteId, entityId, deptId, within },
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

  route(app, listCompletenessDays, async ({ scope, query: { siteIds, from, to } }) => {
    const dates = readDates({ from, to }, maxCompletenessDays, listCompletenessDays.texts);
    const sites = await getAccessibleSites(app.db, scope, siteIds, 'siteIds');
    const now = app.clock.now();
    return listDayCompleteness(app.db, {
      siteIds: sites.map(({ siteId }) => siteId),
      dates,
      now,
      until: new Date(now.getTime() - countingDelayMs),
    });
  });
  route(app, readRecentCompleteness, async ({ scope, query: { siteId } }) => {
    const [site] = await getAccessibleSites(app.db, scope, [siteId]);
    const now = app.clock.now();
    const until = new Date(now.getTime() - countingDelayMs);
    const today = formatLocalDate(now.getTime(), site?.zone ?? 'UTC');
    const first = new Date(Date.parse(`${today}T00:00:00Z`) - (recentDays - 1) * DAY_MS);
    const dates = [first.toISOString().slice(0, 10), today] as const;
    const [found] = await listDayCompleteness(app.db, { siteIds: [siteId], dates, now, until });
    return {
      lastDay: await countLastDay(app.db, siteId, until),
      lastMonth: sumCompleteness(found?.days ?? []),
    };
  });
}
