import {
  exportSiteStatistics,
  listSiteStatistics,
  maxDistributionDays,
} from '@limpid/contract/analysis/distribution';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/texts.ts';
import { type ExportedTable, routeTableExport } from '../../../platform/work/table-export.ts';
import { countSpanFlags, describeFlagSummary } from '../../quality/quality.api.ts';
import { presentReading, type ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { listFlaggableSlots } from '../../rollup/rollup.api.ts';
import { findMeasured } from '../channel.ts';
import { findDateBounds, openZoneBounds } from '../flags/zone-bounds.rule.ts';
import { headWithIndex } from '../index-heading.ts';
import { readDates } from '../period.rule.ts';
import { countSites } from '../ranking/ranking.store.ts';
import { findDayShareLimits } from './share-limits.rule.ts';
import { listStatistics } from './site-statistics.store.ts';

type StatisticInput = Input<typeof listSiteStatistics>['query'];

/** More stored hours than these take longer than a reader waits, so days are read instead. */
const mostHours = 1_000_000;

/** One statistic of every site, for the map. */
export function addSiteStatistics(app: App, source: ReadingSource, air: AirHourSource): void {
  async function readStatistics(scope: Scope, { statistic, above, ...query }: StatisticInput) {
    const { texts } = listSiteStatistics;
    const [from, to] = readDates(query, maxDistributionDays, texts);
    const measured = findMeasured(source, query);
    const isIndex = typeof measured === 'string';
    if (statistic === 'share' && above === undefined)
      fail('field.required', { label: `${texts}.fields.above` }, 'above');
    const total = await countSites(app.db, scope, {});
    const hours = (Date.parse(to) - Date.parse(from) + DAY_MS) / HOUR_MS;
    const counted = !isIndex && total * hours <= mostHours ? ('hour' as const) : ('day' as const);
    const dayLimits = isIndex || counted === 'hour' ? undefined : findDayShareLimits(measured, [from, to]);
    const limits = dayLimits ?? [{ since: from, above: above ?? 0 }];
    const sites = await listStatistics(app.db, {
      scope,
      measure: isIndex ? { index: measured, pollutantSlots: air.pollutantSlots() } : measured,
      statistic,
      limits,
      counted,
      dates: [from, to],
      now: app.clock.now(),
    });
    const boundsIn = openZoneBounds((zone) => findDateBounds([from, to], zone));
    const spans = sites.map(({ siteId, zone }, row) => ({ row, siteId, ...boundsIn(zone) }));
    const flags = await countSpanFlags(app.pool, listFlaggableSlots(measured, air), spans);
    const presented = sites.map((site, row) => {
      return { ...site, value: presentReading(site.value), flags: flags.get(row) ?? null };
    });
    const shareLimits = statistic === 'share' ? limits.map((limit) => limit.above) : [];
    return { counted, from, to, limits: shareLimits, sites: presented, total };
  }
  type Statistics = Awaited<ReturnType<typeof readStatistics>>;

  function makeTable({ counted, sites }: Statistics, query: StatisticInput, language: Language) {
    const write = (key: string) => translate(language, `analysis.distribution.${key}`);
    const head = write(`statistics.${query.statistic}`);
    const index = query.channel === undefined ? query.index : undefined;
    const headers = [
      write('columns.siteCode'),
      write('columns.site'),
      write('columns.longitude'),
      write('columns.latitude'),
      headWithIndex(head, index ?? 'china', language),
      write(counted === 'hour' ? 'columns.hours' : 'columns.days'),
      translate(language, 'quality.flagged.title'),
    ];
    const rows = sites.map(({ siteCode, siteName, longitude, latitude, value, count, flags }) => [
      siteCode,
      siteName,
      longitude,
      latitude,
      value,
      count,
      describeFlagSummary(flags, language),
    ]);
    return {
      columns: headers.map((header) => ({ header })),
      rows,
      count: rows.length,
    } satisfies ExportedTable;
  }

  route(app, listSiteStatistics, ({ scope, query }) => readStatistics(scope, query));
  routeTableExport(app, exportSiteStatistics, async ({ scope, body, language }) =>
    makeTable(await readStatistics(scope, body), body, language),
  );
}
