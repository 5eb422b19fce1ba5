import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import { maxTrendDays, readPollutionTrend } from '@limpid/contract/analysis/pollution-trend';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { dateOf, dayBounds, offsetAt } from '../../platform/zone.ts';
import { getZone } from '../data/data.api.ts';
import type { ReadingSource, StoredChannel } from '../reading/reading.api.ts';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { type FilledDay, fillCalendarDays } from './calendar.rule.ts';
import { listDays } from './calendar.store.ts';
import { findNumericChannel } from './channel.ts';
import { datesBetween, readDates } from './period.rule.ts';
import {
  decibelScale,
  describeMonths,
  describeTrend,
  describeVariation,
  type LocalHour,
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
    const today = dateOf(app.clock.now().getTime(), zone);
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

interface Site {
  siteId: number;
  zone: string;
  channel: StoredChannel;
}

type Dates = readonly [from: string, to: string];

async function readLocalHours(
  source: ReadingSource,
  { siteId, zone, channel: { slot } }: Site,
  [from, to]: Dates,
): Promise<{ hours: LocalHour[]; dropped: number }> {
  const bounds = [dayBounds(from, zone)[0], dayBounds(to, zone)[1]] as const;
  const found = (await source.means('hour', [siteId], bounds, [slot])).get(siteId)?.get(slot);
  const { at = [], values = [], covered = [] } = found ?? {};
  const hours = at.flatMap((ts, position): LocalHour[] => {
    const hour = new Date(ts + offsetAt(ts, zone)).getUTCHours();
    const value = values[position];
    return value !== undefined && isHourValid(covered[position] ?? 0, 1) ? [{ hour, value }] : [];
  });
  return { hours, dropped: at.length - hours.length };
}

/** The days of the range before today, those with too few valid hours without a value. */
async function readValidDays(
  { db }: App,
  air: AirHourSource,
  { siteId, channel: { slot } }: Site,
  [from, to]: Dates,
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
