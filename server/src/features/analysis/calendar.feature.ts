import { readCalendar, readCalendarDay } from '@limpid/contract/analysis/calendar';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { dateOf, dayBounds } from '../../platform/zone.ts';
import { getChannel, getChannels, getZone, readDayHours } from '../data/data.api.ts';
import type { ReadingSource } from '../ingest/ingest.api.ts';
import { fillDays, totalDays } from './calendar.rule.ts';
import { listDays } from './calendar.store.ts';
import { findLevel } from './level.rule.ts';
import { hoursOf, isDate, monthDates } from './period.rule.ts';

/** One site day by day, and one day hour by hour. */
export function addCalendar(app: App, source: ReadingSource): void {
  app.scopedPaths.add(readCalendar.path);
  route(app, readCalendar, async ({ scope, query: { siteId, period, channel } }) => {
    const slot = channel === undefined ? undefined : getChannel(source, channel).slot;
    const zone = await getZone(app.db, scope, siteId);
    const dates = monthDates(period);
    const bounds = [dates[0] ?? '', dates.at(-1) ?? ''] as const;
    const days = fillDays(dates, await listDays(app.db, siteId, bounds, slot));
    const today = dateOf(app.clock.now().getTime(), zone);
    return { zone, today, days, totals: totalDays(days, today) };
  });

  route(app, readCalendarDay, async ({ scope, query: { siteId, day, channels } }) => {
    const chosen = getChannels(source, channels);
    const noDay = () => fail('analysis.day', { label: 'analysis.calendar.fields.day' }, 'day');
    if (!isDate(day)) noDay();
    const zone = await getZone(app.db, scope, siteId);
    const bounds = dayBounds(day, zone);
    // Where the date line was moved, a whole day is left out.
    if (bounds[0] >= bounds[1]) noDay();
    const stored = await readDayHours(source, siteId, chosen, bounds);
    const hours = hoursOf(bounds, zone).map(({ ts, offset }) => {
      const { aqi = null, primary = null, reference = false, values = {} } = stored.get(ts) ?? {};
      const index = { aqi, level: findLevel(aqi), primary, reference: aqi !== null && reference };
      return { ts, offset, ...index, values };
    });
    return { zone, hours };
  });
}
