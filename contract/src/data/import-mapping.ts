import Type, { type Static } from 'typebox';
import { maxInteger } from '../kit/schema.ts';

const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const text = Type.String({ minLength: 1, maxLength: 200 });

/** The content of a column. A date may include the time; year, month and day may be separate columns. */
export const columnUses = [
  'ignore',
  'moment',
  'date',
  'clock',
  'year',
  'month',
  'day',
  'site',
  'parameter',
  'unit',
  'value',
] as const;

const columnMapping = Type.Object({
  /** The column by its number, from 1, or by its heading. */
  column: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000 })),
  heading: Type.Optional(Type.String({ maxLength: 1000 })),
  use: Type.Enum(columnUses),
  /** For values: the channel's code. Without it, the parameter column names the channel in every row. */
  channel: Type.Optional(text),
  /** For values: the unit in the file. Without it, the unit column names it, or it is the channel's own. */
  unit: Type.Optional(text),
  /** For values: the site of this column. Without it, the row or the request names it. */
  siteId: Type.Optional(siteId),
});

/** How to read a file. Omitted parts are detected as in the preview. */
export const importMapping = Type.Object({
  /**
   * Value columns that are not listed are ignored. Times and sites stay as detected if no column is listed for them.
   */
  columns: Type.Optional(Type.Array(columnMapping, { maxItems: 2000 })),
  /** The first line with values, counted from 1. */
  firstLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** Sites by the station names of the file; null leaves a station out. Others are found by MN, code or name. */
  sites: Type.Optional(Type.Record(Type.String(), Type.Union([siteId, Type.Null()]))),
  /** Channels by the names in the parameter column; null leaves a parameter out. */
  parameters: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union([Type.Object({ channel: text, unit: Type.Optional(text) }), Type.Null()]),
    ),
  ),
  /** For dates with the year last: whether the day or the month comes first. */
  dateOrder: Type.Optional(Type.Enum(['dmy', 'mdy'])),
  /** An IANA zone, or an offset such as `+05:30`, for times without an offset, instead of the zone of the site. */
  zone: Type.Optional(text),
  /** Temperature in °C, at 1013.25 hPa, for conversion between mass and volume. */
  referenceTemperature: Type.Optional(Type.Enum([0, 20, 25])),
  decimal: Type.Optional(Type.Enum(['.', ','])),
  /** Further texts that mean "no value", such as `-200`. */
  missing: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
});
export type ImportMapping = Static<typeof importMapping>;
