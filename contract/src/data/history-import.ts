import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { workStarted } from '../work.ts';
import { columnUses, importMapping } from './import-mapping.ts';

/** A text file is streamed; workbooks have the same limits as all sheets. */
const maxBytes = 100 * 1024 * 1024;
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const idOrNull = Type.Union([Type.Integer(), Type.Null()]);

const shared = {
  method: 'POST',
  access: { permission: 'data:history:import' },
  query: Type.Object({
    /** The site of all rows, regardless of a station column; without it, the file names the sites. */
    siteId: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
    /** Detected from the spacing of the rows if it is not given. */
    granularity: Type.Optional(Type.Enum(['minute', 'hour'])),
    /**
     * Whether hours are labelled by their start, as in this product, or by their end; hours 1 to 24 are taken as ends.
     */
    hourLabel: Type.Optional(Type.Enum(['start', 'end'])),
    /** True overwrites stored values that differ, as a correction; false keeps them. */
    replace: Type.Optional(Type.Boolean()),
  }),
  /** xls, xlsx, CSV, or CSV compressed with gzip. */
  upload: 'file',
  spooled: maxBytes,
  /** A form field beside the file, as JSON. */
  body: Type.Object({ mapping: Type.Optional(importMapping) }),
  texts: 'data.historyImport',
  labels: { siteId: 'data.series.fields.site', granularity: 'data.series.fields.granularity' },
} as const;

const outcome = Type.Enum(['added', 'replaced', 'kept', 'same']);

const preview = Type.Object({
  granularity: Type.Enum(['minute', 'hour']),
  hourLabel: Type.Enum(['start', 'end']),
  /** Why nothing can be imported unless columns are mapped or a site is chosen; only the columns are shown then. */
  problem: textOrNull,
  /** The preview of an import, which the client can change and send back. */
  mapping: importMapping,
  columns: Type.Array(
    Type.Object({
      /** Counted from 1. */
      column: Type.Integer(),
      heading: Type.String(),
      use: Type.Enum(columnUses),
      channel: textOrNull,
      unit: textOrNull,
      /** The unit named by the file or the request, by default the channel's own. */
      unitFrom: Type.Union([Type.Enum(['file', 'request', 'channel']), Type.Null()]),
      /** The name of this column's station in the file. */
      stations: Type.Array(Type.String()),
      siteId: idOrNull,
      siteName: textOrNull,
      /** The first values. */
      samples: Type.Array(Type.String()),
      /** Why the column cannot be imported; the import is refused until the column is mapped differently or ignored. */
      problem: textOrNull,
    }),
  ),
  /** The stations that rows name, with the sites they are matched to. */
  stations: Type.Array(
    Type.Object({ name: Type.String(), siteId: idOrNull, siteName: textOrNull, rows: Type.Integer() }),
  ),
  /** The parameters that the first rows name, with the channels they are matched to. */
  parameters: Type.Array(Type.Object({ name: Type.String(), channel: textOrNull })),
  /** Number of rows with values. */
  total: Type.Integer(),
  /** How many site hours or site minutes at the start of the file were compared with the stored values. */
  compared: Type.Integer(),
  /** The outcome for the compared ones. */
  outcomes: Type.Object({
    added: Type.Integer(),
    replaced: Type.Integer(),
    kept: Type.Integer(),
    same: Type.Integer(),
  }),
  /** Rows from which nothing can be stored. */
  failed: Type.Integer(),
  /** Rows of stations and parameters that are left out. */
  skipped: Type.Integer(),
  /** The first valid rows as they would be stored, each at the start of its minute or hour. */
  rows: Type.Array(
    Type.Object({
      line: Type.Integer(),
      siteId: Type.Integer(),
      siteName: Type.String(),
      zone: Type.String(),
      ts: Type.Integer(),
      values: Type.Record(Type.String(), Type.Number()),
      outcome,
    }),
  ),
  /** The first problems, in the language of the reader. */
  problems: Type.Array(
    Type.Object({
      line: Type.Integer(),
      column: Type.Union([Type.String(), Type.Null()]),
      reason: Type.String(),
    }),
  ),
});
export type ImportPreview = Static<typeof preview>;

/** Previews an import without storing anything. */
export const previewHistoryImport = endpoint({
  ...shared,
  path: '/data/history/import/preview',
  reply: reply.data(preview),
  log: 'never',
});

/** Stores the valid values; the report and the file of the work explain why others were not stored. */
export const importHistory = endpoint({
  ...shared,
  path: '/data/history/import',
  reply: workStarted,
  log: 'import',
});

/** The report of the work with the first problems; its file has all of them. */
export interface HistoryImportReport {
  added: number;
  updated: number;
  kept: number;
  same: number;
  failed: { line: number; name: string; reason: string }[];
  /** Rows from which nothing was stored. */
  failedCount: number;
  /** Values outside the range of their channel: stored with a mark and not counted. */
  outOfRange: number;
  /** Rows of stations and parameters that were left out. */
  skipped: number;
}
