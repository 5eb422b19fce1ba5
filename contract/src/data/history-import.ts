import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { workStarted } from '../work.ts';

const shared = {
  method: 'POST',
  access: { permission: 'data:history:import' },
  query: Type.Object({
    /** The site of all rows; without it, the file has a column that names sites. */
    siteId: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
    /** Found by the spacing of the rows where it is not said. */
    granularity: Type.Optional(Type.Enum(['minute', 'hour'])),
    /** Whether hours are named by their start, as here, or by their end. */
    hourLabel: Type.Optional(Type.Enum(['start', 'end'])),
    /** Values that are stored otherwise are corrected; else they stay. */
    replace: Type.Optional(Type.Boolean()),
  }),
  /** xls, xlsx or CSV. */
  upload: 'file',
  texts: 'data.historyImport',
  labels: { siteId: 'data.series.fields.site', granularity: 'data.series.fields.granularity' },
} as const;

const outcome = Type.Enum(['added', 'replaced', 'kept', 'same']);

const preview = Type.Object({
  granularity: Type.Enum(['minute', 'hour']),
  columns: Type.Array(
    Type.Object({
      heading: Type.String(),
      use: Type.Enum(['time', 'site', 'channel', 'none']),
      channel: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  total: Type.Integer(),
  /** What would become of the good rows. */
  outcomes: Type.Object({
    added: Type.Integer(),
    replaced: Type.Integer(),
    kept: Type.Integer(),
    same: Type.Integer(),
  }),
  failed: Type.Integer(),
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

/** Good rows are stored, each as a whole; of the others the work's report and file say why not. */
export const importHistory = endpoint({
  ...shared,
  path: '/data/history/import',
  reply: workStarted,
  log: 'import',
});

/** What the work reports; the first of the rows that failed, all of them are in its file. */
export interface HistoryImportReport {
  added: number;
  updated: number;
  kept: number;
  same: number;
  failed: { line: number; name: string; reason: string }[];
  failedCount: number;
  /** Values outside the range of their channel: kept with a mark, they do not count. Their rows are stored. */
  outOfRange: number;
}
