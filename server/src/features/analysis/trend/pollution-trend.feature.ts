import { isPeriodValid } from '@limpid/aqi/validity';
import { maxTrendDays, readPollutionTrend } from '@limpid/contract/analysis/pollution-trend';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { getZone } from '../../data/data.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { type FilledDay, fillCalendarDays } from '../calendar/calendar.rule.ts';
import { listDays } from '../calendar/calendar.store.ts';
import { findNumericChannel } from '../channel.ts';
import { type AnalysedSite, type DateRange, readLocalHours } from '../local-hours.ts';
import { datesBetween, readDates } from '../period.rule.ts';
import {
  decibelScale,
  describeMonths,
  describeTrend,
  describeVariation,
  linearScale,
} from './pollution-trend.rule.ts';

/** How the pollution at a site varies and where it is heading. */
export function addPollutionTrend(app: App, source: ReadingSource, air: AirHourSource): void {
  app.scopedPaths.add(readPollutionTrend.path);
  route(app, readPollutionTrend, async ({ scope, query }) => {
    const [from, to] = readDates(query, maxTrendDays, readPollutionTrend.texts);
    const channel = findNumericChannel(source, query.channel);
    const zone = await getZone(app.db, scope, query.siteId);
    const site = { siteId: query.siteId, zone, channel };
    const today = formatLocalDate(app.clock.now().getTime(), zone);
    const [{ hours, dropped }, days] = await Promise.all([
      readLocalHours(source, site, [from, to]),
      readValidDays(app, air, site, [from, to], today),
    ]);
    const scale = channel.dataType === 'level' ? decibelScale : linearScale;
    const months = describeMonths(days, today, scale);
    return {
      zone,
      from,
      to,
      hours: hours.length,
      validDays: days.filter(({ value }) => value !== null).length,
      dropped,
      ...describeVariation(hours, days, scale),
      months,
      trend: describeTrend(months),
    };
  });
}

/** The days of the range before today, those with too few valid hours without a value. */
async function readValidDays(
  { db }: App,
  air: AirHourSource,
  { siteId, channel: { slot } }: AnalysedSite,
  [from, to]: DateRange,
  today: string,
): Promise<FilledDay[]> {
  const [stored, withheld] = await Promise.all([
    listDays(db, siteId, [from, to], slot),
    air.withheldDays([siteId], [from, to]),
  ]);
  const dates = datesBetween(from, to).filter((date) => date < today);
  return fillCalendarDays(dates, stored, today, withheld.get(siteId)).map((day) =>
    isPeriodValid('day', day.hours) ? day : { ...day, value: null },
  );
}
