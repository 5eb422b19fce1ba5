import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { languages } from '../language.ts';
import { reportDocument } from './document.ts';
import { report, reportFormats, signOffStates } from './report.ts';
import { maxReportChannels, reportStates, reportTargets } from './report-plan.ts';
import { reportPeriod, reportPeriods, reportSections } from './report-request.ts';

const { texts } = report;
const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const params = Type.Object({ id: identifier });
const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const language = Type.Enum([...languages]);

/** What a report is about, when, and what it contains: by a template, or by sections in their order. */
const wanted = {
  subject: Type.Enum([...reportTargets]),
  /** Of a site. */
  siteId: Type.Optional(identifier),
  /** Of an entity, and for each of its sites. */
  entityId: Type.Optional(identifier),
  /** Of a city. */
  province: optionalText(64),
  city: optionalText(64),
  /** To which the report about a city belongs; by default the caller's own. */
  deptId: Type.Optional(identifier),
  period: Type.Enum([...reportPeriods]),
  first: reportPeriod.properties.first,
  last: reportPeriod.properties.last,
  templateId: Type.Optional(identifier),
  sections: Type.Optional(Type.Array(Type.Enum([...reportSections]), { maxItems: 50 })),
  /** Instead of those of the template. */
  title: optionalText(100),
  coverText: optionalText(2000),
  approver: optionalText(64),
};

/** Asks for reports; they are made in the background, and the list shows how far they are. */
export const addReports = endpoint({
  method: 'POST',
  path: report.path,
  access: { permission: 'analysis:report:add' },
  body: Type.Object({
    ...wanted,
    languages: Type.Array(language, { minItems: 1, maxItems: 10 }),
    withLogo: Type.Optional(Type.Boolean()),
    withPdf: Type.Optional(Type.Boolean()),
    withWorkbook: Type.Optional(Type.Boolean()),
    notifyChannelIds: Type.Optional(Type.Array(identifier, { maxItems: maxReportChannels })),
  }),
  reply: reply.data(Type.Object({ reportIds: Type.Array(Type.Integer()) })),
  texts,
});

/** The document of a report that is not stored, without the tables that are only in the workbook. */
export const previewReport = endpoint({
  method: 'POST',
  path: `${report.path}/preview`,
  access: { permission: 'analysis:report:add' },
  body: Type.Object({ ...wanted, language }),
  reply: reply.data(reportDocument),
  texts,
  log: 'never',
  limit: 30,
});

/** The document of a report as it was made, without the tables that are only in the workbook. */
export const readReportDocument = endpoint({
  method: 'GET',
  path: `${report.path}/document/:id`,
  access: { permission: 'analysis:report:query' },
  params,
  reply: reply.data(reportDocument),
  texts,
});

/** A file of a report, with the names of those who have signed it. */
export const downloadReport = endpoint({
  method: 'GET',
  path: `${report.path}/file/:id/:format`,
  access: { permission: 'analysis:report:query' },
  params: Type.Object({ id: identifier, format: Type.Enum([...reportFormats]) }),
  reply: reply.file,
  texts,
});

const edition = Type.Object({
  reportId: Type.Integer(),
  edition: Type.Integer(),
  state: Type.Enum([...reportStates]),
  signOff: Type.Enum([...signOffStates]),
  /** Date-times like those of the list. */
  asOf: Type.Union([Type.String(), Type.Null()]),
  changedAt: Type.Union([Type.String(), Type.Null()]),
});
export type ReportEdition = Static<typeof edition>;

/** All editions of a report, the newest first. */
export const listReportEditions = endpoint({
  method: 'GET',
  path: `${report.path}/editions/:id`,
  access: { permission: 'analysis:report:query' },
  params,
  reply: reply.data(Type.Array(edition)),
  texts,
});

/** Makes a new edition from the present data; the ones before stay as they are. */
export const reviseReport = endpoint({
  method: 'POST',
  path: `${report.path}/revise`,
  access: { permission: 'analysis:report:edit' },
  body: Type.Object({ reportId: identifier }),
  reply: reply.data(Type.Object({ reportId: Type.Integer() })),
  texts,
});

/** Tries failed reports once more. */
export const retryReports = endpoint({
  method: 'PUT',
  path: `${report.path}/retry`,
  access: { permission: 'analysis:report:edit' },
  body: Type.Object({ reportIds: Type.Array(identifier, { minItems: 1, maxItems: 1000 }) }),
  reply: reply.done,
  texts,
});
