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
import { datesBetween, dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { getZone } from '../../data/data.api.ts';
import type { FlaggedHours } from '../../quality/quality.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { listFlaggableSlots } from '../../rollup/rollup.api.ts';
import type { FilledDay } from '../calendar/calendar.rule.ts';
import { readIndexDays } from '../calendar/read-days.ts';
import { findMeasured, type Measured, scaleOfMeasured } from '../channel.ts';
import { readFlaggedHours } from '../flags/read-flagged-hours.ts';
import { readIndexHours } from '../index-hours.ts';
import { type DateRange, readLocalHours } from '../local-hours.ts';
import { readDates } from '../period.rule.ts';
import { describeMonths, describeTrend, describeVariation, firstTrendDate } from './pollution-trend.rule.ts';
import { describeMonthFlags, describePeriodFlags } from './trend-flags.rule.ts';
import { makePollutionTrendTable } from './trend-table.ts';

interface Sources {
  app: App;
  source: ReadingSource;
  air: AirHourSource;
}

interface MeasuredSite {
  siteId: number;
  zone: string;
  measured: Measured;
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
  { siteId, years = defaultTrendYears, ...query }: Input<typeof readPollutionTrend>['query'],
): Promise<{ trend: PollutionTrend; measured: Measured }> {
  const { app, source } = sources;
  const { texts } = readPollutionTrend;
  const { comparedFrom, comparedTo, index } = query;
  const [from, to] = readDates(query, maxTrendDays, texts);
  const compared =
    comparedFrom === undefined
      ? undefined
      : readDates({ from: comparedFrom, to: comparedTo }, maxTrendDays, texts, [
          'comparedFrom',
          'comparedTo',
        ]);
  const measured = findMeasured(source, query);
  const zone = await getZone(app.db, scope, siteId);
  const site = { siteId, zone, measured };
  const today = formatLocalDate(app.clock.now().getTime(), zone);
  const first = firstTrendDate(to, years);
  const [period, other, days] = await Promise.all([
    readVariation(sources, site, [from, to], today),
    compared && readVariation(sources, site, compared, today),
    readValidDays(sources, site, [first, to], { today, index }),
  ]);
  const months = describeMonths(days, today, scaleOfMeasured(measured));
  const flagsOf = describeMonthFlags(await readRangeFlags(sources, site, [first, to]), zone);
  const flagged = months.map((month) => ({ ...month, flags: flagsOf.get(month.month) ?? null }));
  return {
    trend: {
      zone,
      period,
      compared: other ?? null,
      longTerm: { months: flagged, trend: describeTrend(months) },
    },
    measured,
  };
}

async function readVariation(
  sources: Sources,
  site: MeasuredSite,
  [from, to]: DateRange,
  today: string,
): Promise<PeriodVariation> {
  const { measured, ...place } = site;
  const now = sources.app.clock.now();
  const [{ hours, ...left }, days, flagged] = await Promise.all([
    typeof measured === 'string'
      ? readIndexHours(sources.air, { ...place, index: measured }, [from, to], now)
      : readLocalHours(sources.source, { ...place, channel: measured }, [from, to], now),
    readValidDays(sources, site, [from, to], { today }),
    readRangeFlags(sources, site, [from, to]),
  ]);
  return {
    from,
    to,
    hours: hours.length,
    validDays: days.filter(({ value }) => value !== null).length,
    ...left,
    ...describeVariation(hours, days, scaleOfMeasured(measured)),
    ...describePeriodFlags(flagged, site.zone),
  };
}

/** The flagged hours of a range of dates. */
async function readRangeFlags(
  { app, air }: Sources,
  { siteId, zone, measured }: MeasuredSite,
  [from, to]: DateRange,
): Promise<FlaggedHours> {
  const bounds = [dayBounds(from, zone)[0], dayBounds(to, zone)[1]] as const;
  return (await readFlaggedHours(app, [siteId], listFlaggableSlots(measured, air), bounds))(siteId);
}

/** The days of the range before today; those with too few valid hours or without an index have no value. */
async function readValidDays(
  { app: { db }, air }: Sources,
  { siteId, measured }: MeasuredSite,
  [from, to]: DateRange,
  options: { today: string; index?: MapIndex | undefined },
): Promise<FilledDay[]> {
  const dates = datesBetween(from, to).filter((date) => date < options.today);
  if (typeof measured === 'string') {
    const days = await readIndexDays({ db, air }, siteId, dates, { ...options, index: measured });
    return days.map((day) => ({ ...day, value: day.aqi }));
  }
  const days = await readIndexDays({ db, air }, siteId, dates, { ...options, slot: measured.slot });
  return days.map((day) => (isPeriodValid('day', day.hours) ? day : { ...day, value: null }));
}
