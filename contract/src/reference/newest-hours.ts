import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { mapPollutants } from '../map/site-update.ts';
import { flagsOfHour } from '../quality/flag-mark.ts';
import { nationalControl, stationLevels } from './national-control.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** What a station is compared with the nearest own site by: the published index, or a pollutant. */
export const comparedMeasures = ['aqi', ...mapPollutants] as const;
export type ComparedMeasure = (typeof comparedMeasures)[number];

/** The nearest own site within `maxReferenceKm`, and its value in the same hour. */
const nearestSite = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  km: Type.Number(),
  /** Null if the hour of the site is not valid, or older than a day. */
  value: nullable,
  /** The value of the site minus that of the station. */
  difference: nullable,
  /** The value is an index for reference only: of fewer pollutants than the standard requires. */
  reference: Type.Boolean(),
  /** What data rules have found in the hour. */
  flags: flagsOfHour,
});

const newestHour = Type.Object({
  stationCode: Type.String(),
  stationName: Type.String(),
  stationLevel: Type.Enum([...stationLevels]),
  city: nullableText,
  province: nullableText,
  longitude: nullable,
  latitude: nullable,
  /** The end of the hour in epoch milliseconds, which is how publications are labelled. */
  releasedAt: Type.Integer(),
  aqi: nullable,
  level: nullableText,
  /** Codes joined by commas. */
  primaryPollutant: nullableText,
  /** For each of `mapPollutants`: µg/m³, CO in mg/m³. */
  values: Type.Array(nullable),
  nearest: Type.Union([nearestSite, Type.Null()]),
});
export type NewestHour = Static<typeof newestHour>;

export const newestHourSorts = [
  'stationName',
  'city',
  'releasedAt',
  ...comparedMeasures,
  'km',
  'own',
  'difference',
] as const;
export type NewestHourSort = (typeof newestHourSorts)[number];

const question = {
  /** A part of the name, the code, the city or the province. */
  search: Type.Optional(Type.String({ maxLength: 64 })),
  measure: Type.Optional(Type.Enum([...comparedMeasures])),
  /** The network of the stations; without it all. */
  level: Type.Optional(Type.Enum([...stationLevels])),
  /**
   * By default the highest index first, and stations with a near own site before others; stations without a value come last in
   * both directions.
   */
  orderByColumn: Type.Optional(Type.Enum([...newestHourSorts])),
  isAsc: Type.Optional(Type.String({ maxLength: 16 })),
};

/** The newest hour with values of every station, compared with the nearest site in the caller's data scope. */
export const listNewestHours = endpoint({
  method: 'GET',
  path: `${nationalControl.path}/newest`,
  access: { permission: `${nationalControl.permission}:list` },
  query: Type.Object({
    ...question,
    pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reply: reply.data(
    Type.Object({
      rows: Type.Array(newestHour),
      total: Type.Integer(),
      /** The zone in which publications state their hours. */
      zone: Type.String(),
    }),
  ),
  texts: nationalControl.texts,
});

export const exportNewestHours = exportEndpoint({
  path: listNewestHours.path,
  access: listNewestHours.access,
  query: Type.Object(question),
  texts: nationalControl.texts,
});
