import { isPeriodValid } from '@limpid/aqi/validity';
import {
  defaultTrendYears,
  exportPollutionTrend,
  maxTrendDays,
  type PeriodVariation,
  type PollutionTrend,
  readPollutionTrend,
} from '@limpid/contract/analysis/pollution-trend';
import type { Input } from '@limpid/contract/kit/endpoint';
import { datesBetween, formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { getZone } from '../../data/data.api.ts';
import type { ReadingSource, StoredChannel } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { chooseScale } from '../averaging-scale.rule.ts';
import type { FilledDay } from '../calendar/calendar.rule.ts';
import { readIndexDays } from '../calendar/read-days.ts';
import { findNumericChannel } from '../channel.ts';
import { type AnalysedSite, type DateRange, readLocalHours } from '../local-hours.ts';
import { readDates } from '../period.rule.ts';
import { describeMonths, describeTrend, describeVariation, firstTrendDate } from './pollution-trend.rule.ts';
import { makePollutionTrendTable } from './trend-table.ts';

interface Sources {
  app: App;
  source: ReadingSource;
  air: AirHourSource;
}

/** How the pollution at a site varies and where it is heading. */
export function addPollutionTrend(app: App, source: ReadingSource, air: AirHourSource): void {
  const sources = { app, source, air };
  app.scopedPaths.add(readPollutionTrend.path);
  route(app, readPollutionTrend, async ({ scope, query }) => (await readTrend(sources, scope, query)).trend);
  routeTableExport(app, exportPollutionTrend, async ({ scope, body, language }) =>
    makePollutionTrendTable(await readTrend(sources, scope, body), body.index ?? 'china', language),
  );
}

async function readTrend(
  sources: Sources,
  scope: Scope,
  {
    siteId,
    channel: code,
    years = defaultTrendYears,
    index,
    ...query
  }: Input<typeof readPollutionTrend>['query'],
): Promise<{ trend: PollutionTrend; channel: StoredChannel }> {
  const { app, source } = sources;
  const { texts } = readPollutionTrend;
  const { comparedFrom, comparedTo } = query;
  const [from, to] = readDates(query, maxTrendDays, texts);
  const compared =
    comparedFrom === undefined
      ? undefined
      : readDates({ from: comparedFrom, to: comparedTo }, maxTrendDays, texts, [
          'comparedFrom',
          'comparedTo',
        ]);
  const channel = findNumericChannel(source, code);
  const zone = await getZone(app.db, scope, siteId);
  const site = { siteId, zone, channel };
  const today = formatLocalDate(app.clock.now().getTime(), zone);
  const [period, other, days] = await Promise.all([
    readVariation(sources, site, [from, to], today),
    compared && readVariation(sources, site, compared, today),
    readValidDays(sources, site, [firstTrendDate(to, years), to], { today, index }),
  ]);
  const months = describeMonths(days, today, chooseScale(channel));
  return {
    trend: { zone, period, compared: other ?? null, longTerm: { months, trend: describeTrend(months) } },
    channel,
  };
}

async function readVariation(
  sources: Sources,
  site: AnalysedSite,
  [from, to]: DateRange,
  today: string,
): Promise<PeriodVariation> {
  const [{ hours, ...left }, days] = await Promise.all([
    readLocalHours(sources.source, site, [from, to], sources.app.clock.now()),
    readValidDays(sources, site, [from, to], { today }),
  ]);
  return {
    from,
    to,
    hours: hours.length,
    validDays: days.filter(({ value }) => value !== null).length,
    ...left,
    ...describeVariation(hours, days, chooseScale(site.channel)),
  };
}

/** The days of the range before today, those with too few valid hours without a value. */
async function readValidDays(
  { app: { db }, air }: Sources,
  { siteId, channel: { slot } }: AnalysedSite,
  [from, to]: DateRange,
  options: { today: string; index?: MapIndex | undefined },
): Promise<FilledDay[]> {
  const dates = datesBetween(from, to).filter((date) => date < options.today);
  const days = await readIndexDays({ db, air }, siteId, dates, { ...options, slot });
  return days.map((day) => (isPeriodValid('day', day.hours) ? day : { ...day, value: null }));
}
