import { choice, createTime, flag, id, integer, parts, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { languages } from '../language.ts';
import { reportStates } from './report-plan.ts';
import { reportPeriods, reportSubjects } from './report-request.ts';

export const signOffStates = ['draft', 'reviewed', 'published'] as const;
export type SignOff = (typeof signOffStates)[number];

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** How far the messages about a report are; null without any. */
const deliveryStates = ['waiting', 'sent', 'failed'] as const;

const fact = { readOnly: true } as const;
const hidden = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
const moment = { kind: 'dateTime', ...fact } as const;

/** Reports as they were made: one subject and period in one language, and one of its editions. */
export const report = resource({
  path: '/analysis/report',
  permission: 'analysis:report',
  texts: 'report.report',
  id: 'reportId',
  name: 'reportName',
  key: ['reportId'],
  order: [{ by: 'reportId', desc: true }],
  sortable: ['reportId', 'firstDay', 'createTime'],
  without: ['add', 'edit', 'import'],
  fields: {
    reportId: { ...id(), notIn: ['table'] },
    /** The title of the document, or the subject while there is none. */
    reportName: text({ ...fact, max: 200 }),
    subject: choice(reportSubjects, { ...fact, search: 'exact' }),
    subjectName: text({ ...fact, max: 130, search: 'like' }),
    siteId: ref({ ...hidden, search: 'exact' }),
    entityId: ref({ ...hidden, search: 'exact' }),
    deptId: ref({ ...hidden, search: 'below' }),
    planId: ref({ ...hidden, search: 'exact' }),
    /** Null for a report that a person asked for. */
    planName: text({ ...fact, max: 64, onDemand: true }),
    templateName: text({ ...fact, max: 64, onDemand: true }),
    period: choice(reportPeriods, { ...fact, search: 'exact' }),
    /** Days of the subject's calendar, `YYYY-MM-DD`; a search for `2026-10` finds those of a month. */
    firstDay: text({ ...fact, max: 10, search: 'like' }),
    lastDay: text({ ...fact, max: 10 }),
    language: choice(languages, { ...fact, search: 'exact' }),
    edition: integer({ ...fact }),
    /** Whether there is no later edition. */
    newest: flag({ default: true, ...hidden }),
    state: choice(reportStates, { ...fact, search: 'exact' }),
    attempts: integer({ ...fact, onDemand: true }),
    /** Why it has failed, in the language of the reader. */
    problem: text({ ...fact, max: 500, keyed: true }),
    /** The moment at which the data was read. */
    asOf: { ...moment },
    madeAt: { ...moment, onDemand: true },
    /** When its data was found to differ from what it shows; null while it does not. */
    changedAt: { ...moment },
    signOff: choice(signOffStates, { ...fact, search: 'exact' }),
    reviewer: text({ ...fact, max: 64 }),
    reviewedAt: { ...moment, onDemand: true },
    publisher: text({ ...fact, max: 64 }),
    publishedAt: { ...moment, onDemand: true },
    checkCode: text({ ...fact, max: 40, onDemand: true }),
    deliveryState: choice(deliveryStates, { ...fact, onDemand: true }),
    /** The formats of its files, separated by commas. */
    formats: text({ label: 'report.report.fields.files', ...fact, max: 16, notIn: ['sheet'] }),
    /** The files, of a single report. */
    files: parts({
      ...hidden,
      max: 2,
      apart: true,
      of: {
        format: choice(reportFormats, { required: true }),
        fileName: text({ required: true, max: 200 }),
        size: integer({ required: true }),
        sha256: text({ required: true, max: 64 }),
      },
    }),
    createBy: text({ label: 'kit.fields.createBy', ...fact, max: 64 }),
    createTime: createTime(),
  },
});
