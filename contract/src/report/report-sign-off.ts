import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { workStarted } from '../work.ts';
import { report } from './report.ts';
import { reportPeriods } from './report-request.ts';

const { texts } = report;

/** The most reports that are signed at once. */
export const maxSigned = 100;

const signed = Type.Object({
  reportIds: Type.Array(Type.Integer({ minimum: 1, maximum: maxInteger }), {
    minItems: 1,
    maxItems: maxSigned,
  }),
});

/** The outcome of signing, as the report of the background work. */
export interface SigningOutcome {
  signed: number;
  /** Reports that somebody else has signed or removed meanwhile, with the reason in the language of the request. */
  refused: { reportId: number; problem: string }[];
}

/** Confirms drafts as reviewed; their PDF is made once more from the stored document, with the reviewer's name. */
export const reviewReports = endpoint({
  method: 'PUT',
  path: `${report.path}/review`,
  access: { permission: 'analysis:report:review' },
  body: signed,
  reply: workStarted,
  texts,
});

/** Publishes reviewed reports: the PDF gets both names and a check code, and the report is kept. */
export const publishReports = endpoint({
  method: 'PUT',
  path: `${report.path}/publish`,
  access: { permission: 'analysis:report:publish' },
  body: signed,
  reply: workStarted,
  texts,
});

const checked = Type.Object({
  title: Type.String(),
  period: Type.Enum([...reportPeriods]),
  first: Type.String(),
  last: Type.String(),
  /** Of the published PDF, in hexadecimal digits. */
  sha256: Type.String(),
});
export type CheckedReport = Static<typeof checked>;

/** Whether a PDF is what was published: anybody who has its check code may compare. */
export const checkReport = endpoint({
  method: 'GET',
  path: '/report/check/:code',
  access: 'public',
  params: Type.Object({ code: Type.String({ maxLength: 64 }) }),
  reply: reply.data(checked),
  texts: 'report.check',
  limit: 30,
});
