import Type, { type Static } from 'typebox';
import { maxInteger } from '../kit/schema.ts';

const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const text = Type.String({ minLength: 1, maxLength: 200 });

/** What a column is for. A date may have its clock, or year, month and day may be apart. */
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
  /** By its number, from 1, or by its heading. */
  column: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000 })),
  heading: Type.Optional(Type.String({ maxLength: 1000 })),
  use: Type.Enum(columnUses),
  /** Of values: the channel's code. Without it, the column of parameters names it in every row. */
  channel: Type.Optional(text),
  /** Of values: the unit in the file. Without it, the column of units names it, or it is the channel's own. */
  unit: Type.Optional(text),
  /** Of values: the site of this column. Without it, the row or the request names it. */
  siteId: Type.Optional(siteId),
});

/** How a file is to be read. What is left out is guessed as the preview says. */
export const importMapping = Type.Object({
  /**
   * Columns of values that are not listed are ignored. Times and sites stay as guessed where no column is listed for them.
   */
  columns: Type.Optional(Type.Array(columnMapping, { maxItems: 2000 })),
  /** The line, from 1, in which values begin. */
  firstLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** Sites by what the file calls their stations; null leaves a station out. Others are found by MN, code or name. */
  sites: Type.Optional(Type.Record(Type.String(), Type.Union([siteId, Type.Null()]))),
  /** Channels by what the column of parameters calls them; null leaves a parameter out. */
  parameters: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union([Type.Object({ channel: text, unit: Type.Optional(text) }), Type.Null()]),
    ),
  ),
  /** Where the year comes last: days or months first. */
  dateOrder: Type.Optional(Type.Enum(['dmy', 'mdy'])),
  /** An IANA zone, or an offset such as `+05:30`, that times without an offset are in, instead of the site's own. */
  zone: Type.Optional(text),
  /** Between mass and volume: °C at 1013.25 hPa. */
  referenceTemperature: Type.Optional(Type.Enum([0, 20, 25])),
  decimal: Type.Optional(Type.Enum(['.', ','])),
  /** Further texts that mean "no value", such as `-200`. */
  missing: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
});
export type ImportMapping = Static<typeof importMapping>;
