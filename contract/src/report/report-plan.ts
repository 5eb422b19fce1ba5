import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import {
  auditFields,
  choice,
  createTime,
  dict,
  flag,
  id,
  parts,
  ref,
  refs,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { languages } from '../language.ts';

/** What a plan or a request is about; `entitySites` makes one report for each site of an entity. */
export const reportTargets = ['site', 'entity', 'entitySites', 'city'] as const;
export type ReportTarget = (typeof reportTargets)[number];

/** Kinds of periods that have an end of their own, so that a plan can follow them. */
export const plannedPeriods = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PlannedPeriod = (typeof plannedPeriods)[number];

/** The states of a report, and of the messages about it. */
export const reportStates = ['waiting', 'making', 'done', 'failed'] as const;
export type ReportState = (typeof reportStates)[number];

/** The most sites of an entity for which reports are made one by one. */
export const maxReportSites = 1000;
export const maxReportChannels = 20;

const shown = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;

/** Schedules: the reports of every period, and the channels that are notified. */
export const reportPlan = resource({
  path: '/analysis/reportPlan',
  permission: 'analysis:reportPlan',
  texts: 'report.plan',
  id: 'planId',
  name: 'planName',
  key: ['planName'],
  order: [{ by: 'planId' }],
  without: ['export', 'import'],
  fields: {
    planId: { ...id(), notIn: ['table'] },
    planName: text({ section: 'report.plan.sections.plan', required: true, max: 64, search: 'like' }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    templateId: ref({ required: true, shows: 'templateName', search: 'exact' }),
    templateName: text({ max: 64, translated: true, ...shown }),
    templateNameEn: text({ max: 64, ...shown }),
    templateNameFr: text({ max: 64, ...shown }),
    period: choice(plannedPeriods, { required: true, search: 'exact', default: 'day' }),
    subject: choice(reportTargets, {
      section: 'report.plan.sections.subject',
      required: true,
      search: 'exact',
      default: 'site',
    }),
    siteId: ref({ shows: 'subjectName', notIn: ['table'] }),
    entityId: ref({ shows: 'subjectName', notIn: ['table'] }),
    province: text({ max: 64, notIn: ['table'] }),
    city: text({ max: 64, notIn: ['table'] }),
    subjectName: text({ max: 100, readOnly: true, notIn: ['form'], search: 'like' }),
    /** Of a city, whose reference stations belong to no department; otherwise that of the entity. */
    deptId: ref({ shows: 'deptName', search: 'below', notIn: ['table'] }),
    deptName: text({ max: 30, ...shown }),
    /** One report in each. */
    languages: parts({
      section: 'report.plan.sections.output',
      max: 10,
      of: { language: choice(languages, { label: 'report.plan.languageFields.language', required: true }) },
    }),
    withPdf: flag({ default: true, notIn: ['table'] }),
    withWorkbook: flag({ default: true, notIn: ['table'] }),
    /** Channels of notifications that get a message about each report. */
    notifyChannelIds: refs({ shows: 'notifyChannelNames' }),
    notifyChannelNames: text({
      max: 2000,
      label: 'report.plan.fields.notifyChannelIds',
      readOnly: true,
      notIn: ['form'],
    }),
    /** The person who wrote the plan last; its reports are made with their present rights. */
    ownerName: text({ max: 30, readOnly: true, notIn: ['form'] }),
    /** Of the last report that the plan has made. */
    lastFirst: text({ max: 10, readOnly: true, notIn: ['form'] }),
    lastState: choice(reportStates, { readOnly: true, notIn: ['form'] }),
    /** Why its last run asked for no reports, in the language of the reader. */
    problem: text({ max: 500, readOnly: true, keyed: true, notIn: ['form'] }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const choices = { permission: 'analysis:report:list' } as const;

/** Cities with reference stations, by province; their publications are public. */
export const listReportCities = endpoint({
  method: 'GET',
  path: '/analysis/report/cities',
  access: choices,
  query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 64 })) }),
  reply: reply.data(
    Type.Array(Type.Object({ province: Type.String(), city: Type.String(), stations: Type.Integer() })),
  ),
  texts: reportPlan.texts,
});

const channel = Type.Object({
  notifyChannelId: Type.Integer(),
  notifyChannelName: Type.String(),
  kind: Type.String(),
  /** True for a channel without receivers of its own: the message goes to the person who requested the report. */
  personal: Type.Boolean(),
});
export type ReportChannel = Static<typeof channel>;

/** Channels to which reports about a site, an entity or the cities of a department can be sent. */
export const listReportChannels = endpoint({
  method: 'GET',
  path: '/analysis/report/channels',
  access: choices,
  query: Type.Object({
    siteId: Type.Optional(identifier),
    entityId: Type.Optional(identifier),
    deptId: Type.Optional(identifier),
  }),
  reply: reply.data(Type.Array(channel)),
  texts: reportPlan.texts,
});
