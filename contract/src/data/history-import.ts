import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { workStarted } from '../work.ts';
import { columnUses, importMapping } from './import-mapping.ts';

/** A text of values streams; workbooks have the limits of all sheets. */
const maxBytes = 100 * 1024 * 1024;
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const idOrNull = Type.Union([Type.Integer(), Type.Null()]);

const shared = {
  method: 'POST',
  access: { permission: 'data:history:import' },
  query: Type.Object({
    /** The site of all rows, whatever a column of stations says; without it, the file names sites. */
    siteId: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
    /** Found by the spacing of the rows where it is not given. */
    granularity: Type.Optional(Type.Enum(['minute', 'hour'])),
    /** Whether hours are named by their start, as here, or by their end; hours from 1 to 24 are taken for ends. */
    hourLabel: Type.Optional(Type.Enum(['start', 'end'])),
    /** Values that are stored otherwise are corrected; else they stay. */
    replace: Type.Optional(Type.Boolean()),
  }),
  /** xls, xlsx, CSV, or CSV compressed with gzip. */
  upload: 'file',
  spooled: maxBytes,
  /** A field of the form beside the file, as JSON. */
  body: Type.Object({ mapping: Type.Optional(importMapping) }),
  texts: 'data.historyImport',
  labels: { siteId: 'data.series.fields.site', granularity: 'data.series.fields.granularity' },
} as const;

const outcome = Type.Enum(['added', 'replaced', 'kept', 'same']);

const preview = Type.Object({
  granularity: Type.Enum(['minute', 'hour']),
  hourLabel: Type.Enum(['start', 'end']),
  /** What the import would do, to be changed and sent back. */
  mapping: importMapping,
  columns: Type.Array(
    Type.Object({
      /** From 1. */
      column: Type.Integer(),
      heading: Type.String(),
      use: Type.Enum(columnUses),
      channel: textOrNull,
      unit: textOrNull,
      /** The file or the request names the unit, or it is taken to be the channel's own. */
      unitFrom: Type.Union([Type.Enum(['file', 'request', 'channel']), Type.Null()]),
      /** What the file calls the station of this column. */
      stations: Type.Array(Type.String()),
      siteId: idOrNull,
      siteName: textOrNull,
      /** The first values. */
      samples: Type.Array(Type.String()),
      /** Why the column cannot be imported as it is; an import is refused until it is mapped otherwise or ignored. */
      problem: textOrNull,
    }),
  ),
  /** The stations that rows name, with the sites they are taken for. */
  stations: Type.Array(
    Type.Object({ name: Type.String(), siteId: idOrNull, siteName: textOrNull, rows: Type.Integer() }),
  ),
  /** The parameters that the first rows name, with the channels they are taken for. */
  parameters: Type.Array(Type.Object({ name: Type.String(), channel: textOrNull })),
  /** Rows of values. */
  total: Type.Integer(),
  /** How many hours or minutes of sites were compared with what is stored: the first of the file. */
  compared: Type.Integer(),
  /** What would become of these. */
  outcomes: Type.Object({
    added: Type.Integer(),
    replaced: Type.Integer(),
    kept: Type.Integer(),
    same: Type.Integer(),
  }),
  /** Rows of which nothing can be stored. */
  failed: Type.Integer(),
  /** Rows of stations and parameters that are left out. */
  skipped: Type.Integer(),
  /** The first of the good ones, as they would be stored: moments are the start of their minute or hour. */
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
  /** The first of what is wrong, in the language of the reader. */
  problems: Type.Array(
    Type.Object({
      line: Type.Integer(),
      column: Type.Union([Type.String(), Type.Null()]),
      reason: Type.String(),
    }),
  ),
});
export type ImportPreview = Static<typeof preview>;

/** What an import would do; nothing is stored. */
export const previewHistoryImport = endpoint({
  ...shared,
  path: '/data/history/import/preview',
  reply: reply.data(preview),
  log: 'never',
});

/** Good values are stored; of the others the work's report and file say why not. */
export const importHistory = endpoint({
  ...shared,
  path: '/data/history/import',
  reply: workStarted,
  log: 'import',
});

/** What the work reports; the first of what is wrong, all of it is in its file. */
export interface HistoryImportReport {
  added: number;
  updated: number;
  kept: number;
  same: number;
  failed: { line: number; name: string; reason: string }[];
  /** Rows of which nothing was stored. */
  failedCount: number;
  /** Values outside the range of their channel: kept with a mark, they do not count. Their rows are stored. */
  outOfRange: number;
  /** Rows of stations and parameters that are left out. */
  skipped: number;
}
