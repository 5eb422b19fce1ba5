import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { report } from './report.ts';
import { maxReportChannels } from './report-plan.ts';

const { texts } = report;
const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullableText = Type.Union([Type.String(), Type.Null()]);

const delivery = Type.Object({
  notifyChannelId: Type.Integer(),
  notifyChannelName: Type.String(),
  kind: Type.String(),
  state: Type.Enum(['waiting', 'sent', 'failed']),
  attempts: Type.Integer(),
  /** Why the last attempt failed, in the language of the reader. */
  problem: nullableText,
  /** Date-times like those of lists. */
  nextAt: nullableText,
  sentAt: nullableText,
});
export type ReportDelivery = Static<typeof delivery>;

/** The messages about a report. */
export const listReportDeliveries = endpoint({
  method: 'GET',
  path: `${report.path}/deliveries/:id`,
  access: { permission: 'analysis:report:query' },
  params: Type.Object({ id: identifier }),
  reply: reply.data(Type.Array(delivery)),
  texts,
});

/** Sends a report to further channels, or once more to those whose message has failed. */
export const deliverReport = endpoint({
  method: 'POST',
  path: `${report.path}/deliver`,
  access: { permission: 'analysis:report:edit' },
  body: Type.Object({
    reportId: identifier,
    notifyChannelIds: Type.Array(identifier, { minItems: 1, maxItems: maxReportChannels }),
  }),
  reply: reply.done,
  texts,
});
