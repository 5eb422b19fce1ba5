import Type, { type Static } from 'typebox';
import { channelCodes, valueCell } from '../data/series.ts';
import { date } from '../kit/date.ts';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagsOfValue } from '../quality/flag-mark.ts';
import { monthOrYear } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const index = {
  aqi: nullable,
  /** 1 (best) to 6, by the index. */
  level: nullable,
  primary: Type.Union([Type.String(), Type.Null()]),
  /** The index is based on fewer pollutants than the standard requires. */
  reference: Type.Boolean(),
  /** The pollutants whose absence withholds the index (HJ 633-2026 §5.3), and the same as a sentence. */
  missing: Type.Array(Type.String()),
  note: Type.Union([Type.String(), Type.Null()]),
};

const calendarDay = Type.Object({
  day: Type.String(),
  ...index,
  /** The maximum 8-hour mean of ozone. */
  o3_8h: nullable,
  /** The mean of the requested channel, and the number of valid hours in it. */
  value: nullable,
  low: nullable,
  high: nullable,
  hours: Type.Integer(),
  /** Flagged hours: of the channel, or of the pollutants of the index. */
  flags: flagsOfValue,
  /** The day has not ended at the site: its values are preliminary. */
  soFar: Type.Boolean(),
});

export type CalendarDay = Static<typeof calendarDay>;

const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const access = { permission: 'analysis:calendar:list' } as const;
const texts = 'analysis.calendar';

/** The days of one site in a month or a year, including those without data. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/analysis/calendar',
  access,
  query: Type.Object({
    siteId,
    period: monthOrYear,
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    index: chosenIndex,
  }),
  reply: reply.data(
    Type.Object({
      zone: Type.String(),
      /** Today at the site. It has not ended, so no total includes it; later days have no data yet. */
      today: Type.String(),
      days: Type.Array(calendarDay),
      totals: Type.Object({
        /** Days of level 1 to 6, and days whose index is missing or withheld. */
        levels: Type.Array(Type.Integer()),
        withoutIndex: Type.Integer(),
        /** Means over the days with an index, and over the valid days of the channel. */
        aqi: nullable,
        value: nullable,
        validDays: Type.Integer(),
      }),
    }),
  ),
  texts,
});

/** The days of one or two sites as a table. */
export const exportCalendar = exportEndpoint({
  ...readCalendar,
  query: Type.Object({
    siteIds: Type.Array(siteId, { minItems: 1, maxItems: 2 }),
    period: monthOrYear,
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    index: chosenIndex,
  }),
});

/** The hours of one day, 23 or 25 of them when the clock changes, each with its offset from UTC. */
export const readCalendarDay = endpoint({
  method: 'GET',
  path: '/analysis/calendar/day',
  access,
  query: Type.Object({ siteId, day: date, channels: Type.Optional(channelCodes), index: chosenIndex }),
  reply: reply.data(
    Type.Object({
      zone: Type.String(),
      hours: Type.Array(
        Type.Object({
          ts: Type.Integer(),
          /** Minutes ahead of UTC. */
          offset: Type.Integer(),
          ...index,
          /** The hour has not ended. */
          soFar: Type.Boolean(),
          values: Type.Record(Type.String(), valueCell),
        }),
      ),
    }),
  ),
  texts,
});
