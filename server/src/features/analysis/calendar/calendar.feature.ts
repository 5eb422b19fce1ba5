import {
  type CalendarDay,
  exportCalendar,
  readCalendar,
  readCalendarDay,
} from '@limpid/contract/analysis/calendar';
import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import { dayBounds, formatLocalDate, isDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/texts.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { getAccessibleSites, getChannels, getZone, readDayHours } from '../../data/data.api.ts';
import { readFlagMarks } from '../../quality/quality.api.ts';
import { presentReading, type ReadingSource } from '../../reading/reading.api.ts';
import { type AirHourSource, findIndexLevel, listFlaggableSlots } from '../../rollup/rollup.api.ts';
import { chooseScale } from '../averaging-scale.rule.ts';
import { findNumericChannel } from '../channel.ts';
import { listHours, monthDates } from '../period.rule.ts';
import { type FilledDay, totalDays } from './calendar.rule.ts';
import { readDayFlags } from './calendar-flags.ts';
import { makeCalendarSheet } from './calendar-sheet.ts';
import { readIndexDays } from './read-days.ts';

type HourValues = ReplyValue<(typeof readCalendarDay)['reply']>['hours'][number]['values'];

/** The days of one site, and the hours of one day. */
export function addCalendar(app: App, source: ReadingSource, air: AirHourSource): void {
  app.scopedPaths.add(readCalendar.path);
  async function readDays(
    { siteId, zone }: { siteId: number; zone: string },
    { period, index }: { period: string; index?: MapIndex | undefined },
    slot: number | undefined,
    slots: readonly number[],
  ) {
    const today = formatLocalDate(app.clock.now().getTime(), zone);
    const [sources, dates] = [{ db: app.db, air }, monthDates(period)];
    const [days, flagsOf] = await Promise.all([
      readIndexDays(sources, siteId, dates, { today, slot, index }),
      readDayFlags(app, { siteId, zone }, slots, dates),
    ]);
    const present = (day: FilledDay, language: Language) => ({
      ...presentDay(day, language),
      flags: flagsOf(day.day),
    });
    return { today, days, present };
  }

  route(app, readCalendar, async ({ scope, language, query }) => {
    const { siteId, channel } = query;
    const chosen = channel === undefined ? undefined : findNumericChannel(source, channel);
    const zone = await getZone(app.db, scope, siteId);
    const slots = listFlaggableSlots(chosen ?? query.index ?? 'china', air);
    const { today, days, present } = await readDays({ siteId, zone }, query, chosen?.slot, slots);
    return {
      zone,
      today,
      days: days.map((day) => present(day, language)),
      totals: totalDays(days, today, chosen && chooseScale(chosen)),
    };
  });

  routeTableExport(app, exportCalendar, async ({ scope, language, body }) => {
    const { siteIds, channel, index = 'china' } = body;
    const chosen = channel === undefined ? undefined : findNumericChannel(source, channel);
    const sites = await getAccessibleSites(app.db, scope, siteIds);
    // The sheet has the index beside the channel.
    const slots = new Set(
      [index, ...(chosen ? [chosen] : [])].flatMap((one) => listFlaggableSlots(one, air)),
    );
    const calendars = await Promise.all(
      sites.map(async (site) => {
        const { today, days, present } = await readDays(site, body, chosen?.slot, [...slots]);
        const past = days.filter(({ day }) => day <= today);
        return past.map((day) => ({ ...site, ...present(day, language) }));
      }),
    );
    return makeCalendarSheet(calendars.flat(), chosen, index, language);
  });

  route(
    app,
    readCalendarDay,
    async ({ scope, language, query: { siteId, day, channels, index: chosenIndex = 'china' } }) => {
      const chosen = getChannels(source, channels);
      const noDay = () => fail('analysis.day', { label: 'analysis.calendar.fields.day' }, 'day');
      if (!isDate(day)) noDay();
      const zone = await getZone(app.db, scope, siteId);
      const bounds = dayBounds(day, zone);
      // A zone that moved across the date line has skipped a day.
      if (bounds[0] >= bounds[1]) noDay();
      const slots = chosen.map(({ slot }) => slot);
      const [stored, marks] = await Promise.all([
        readDayHours({ source, air }, siteId, chosen, bounds, chosenIndex),
        readFlagMarks(app.pool, [siteId], bounds, slots),
      ]);
      const flagValues = (ts: number, values: HourValues): HourValues => {
        const flagged = chosen.flatMap(({ code, slot }) => {
          const flags = marks.get(siteId)?.get(slot)?.get(ts);
          return flags ? [[code, { ...(values[code] ?? { value: null }), flags }]] : [];
        });
        return { ...values, ...Object.fromEntries(flagged) };
      };
      const now = app.clock.now().getTime();
      const hours = listHours(bounds, zone).map(({ ts, offset }) => {
        const {
          aqi = null,
          primary = null,
          reference = false,
          missing = [],
          values = {},
        } = stored.get(ts) ?? {};
        const index = {
          aqi,
          level: findIndexLevel(chosenIndex, aqi),
          primary,
          reference: aqi !== null && reference,
        };
        const note = describeMissing(missing, 'analysis.calendar.withheld', language);
        return {
          ts,
          offset,
          ...index,
          missing,
          note,
          soFar: ts <= now && ts + HOUR_MS > now,
          values: flagValues(ts, values),
        };
      });
      return { zone, hours };
    },
  );
}

function presentDay(day: FilledDay, language: Language): Omit<CalendarDay, 'flags'> {
  return {
    ...day,
    note: describeMissing(day.missing, 'analysis.calendar.withheldDay', language),
    o3_8h: presentReading(day.o3_8h),
    value: presentReading(day.value),
    low: presentReading(day.low),
    high: presentReading(day.high),
  };
}

function describeMissing(missing: readonly string[], text: string, language: Language): string | null {
  if (missing.length === 0) return null;
  const comma = translate(language, 'server.richText.comma');
  return translate(language, text, { names: missing.join(comma) });
}
