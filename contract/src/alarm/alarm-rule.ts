import {
  auditFields,
  choice,
  createTime,
  dict,
  flag,
  id,
  integer,
  number,
  ref,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/** The kinds of alarms that rules raise; the dictionary `alarm_type` has further ones that the platform raises itself. */
export const ruleTypes = ['limit', 'rate', 'offline', 'quality', 'power', 'reference', 'device'] as const;
export type RuleType = (typeof ruleTypes)[number];

/** From the most to the least specific: of rules about the same thing those of the most specific target apply. */
export const ruleTargets = ['site', 'entity', 'group', 'deviceType'] as const;
export type RuleTarget = (typeof ruleTargets)[number];

/** The values that a rule compares. */
export const ruleBases = ['realtime', 'minute', 'hour'] as const;
export type RuleBasis = (typeof ruleBases)[number];

export const compareMethods = ['gt', 'ge', 'lt', 'le', 'eq', 'ne'] as const;
export type CompareMethod = (typeof compareMethods)[number];

export const ruleIndices = ['china', 'us', 'europe', 'atmo'] as const;

/** From the least to the most urgent, as in the dictionary `alarm_severity`. */
export const severities = ['info', 'minor', 'major', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Read with the row and not shown as such. */
const shown = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;

/** A reference station further away than this says nothing about a site. */
export const maxReferenceKm = 50;

/** When an alarm is raised, at which sites, and how often a running one repeats its message. */
export const alarmRule = resource({
  path: '/alarm/config',
  permission: 'alarm:config',
  texts: 'alarm.rule',
  id: 'ruleId',
  name: 'ruleName',
  key: ['ruleName'],
  order: [{ by: 'ruleId' }],
  fields: {
    ruleId: { ...id(), notIn: ['table'] },
    ruleName: text({ section: 'alarm.rule.sections.rule', required: true, max: 64, search: 'like' }),
    alarmType: dict('alarm_type', { required: true, search: 'exact', default: 'limit', onDemand: true }),
    severity: dict('alarm_severity', { required: true, search: 'exact', default: 'minor' }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    target: choice(ruleTargets, {
      section: 'alarm.rule.sections.target',
      required: true,
      search: 'exact',
      default: 'entity',
      notIn: ['table'],
    }),
    siteId: ref({ shows: 'siteCode', notIn: ['table'] }),
    siteCode: text({ max: 32, ...shown }),
    entityId: ref({ shows: 'entityCode', notIn: ['table'] }),
    entityCode: text({ max: 32, ...shown }),
    entityGroup: text({ max: 50, notIn: ['table'] }),
    deviceTypeId: ref({ shows: 'typeCode', notIn: ['table'] }),
    typeCode: text({ max: 32, ...shown }),
    targetName: text({ max: 100, readOnly: true, translated: true, notIn: ['form'] }),
    targetNameEn: text({ max: 100, ...shown }),
    targetNameFr: text({ max: 100, ...shown }),
    deptId: ref({ shows: 'deptName', notIn: ['table', 'form', 'sheet'] }),
    deptName: text({ max: 30, ...shown }),
    channelId: ref({
      section: 'alarm.rule.sections.condition',
      shows: 'channelCode',
      search: 'exact',
      notIn: ['table'],
    }),
    channelCode: text({ max: 32, ...shown }),
    channelName: text({ max: 64, translated: true, ...shown }),
    channelNameEn: text({ max: 64, ...shown }),
    channelNameFr: text({ max: 64, ...shown }),
    channelUnit: text({ max: 20, ...shown }),
    channelDecimals: integer({ ...shown }),
    /** Instead of a channel. */
    indexCode: choice(ruleIndices, { notIn: ['table'] }),
    basis: choice(ruleBases, { required: true, default: 'minute', notIn: ['table'] }),
    compare: choice(compareMethods, { notIn: ['table'] }),
    threshold: number({ decimals: 3, notIn: ['table'] }),
    /** Compares with the limit of each site instead of the threshold. */
    siteLimit: flag({ default: false, inSheet: true, notIn: ['table'] }),
    /** The period over which a change counts, for a rate of change. */
    rateMinutes: integer({ min: 1, max: 1440, notIn: ['table'] }),
    /** Flat line or share of invalid values, over so many hours; the threshold is the percentage. */
    qualityKind: choice(['flat', 'invalid'], { notIn: ['table'] }),
    windowHours: integer({ min: 1, max: 72, notIn: ['table'] }),
    /** Above the nearest reference station by so much, or so many times its value. */
    referenceKind: choice(['difference', 'factor'], { notIn: ['table'] }),
    deadBand: number({ min: 0, decimals: 3, notIn: ['table'] }),
    forSeconds: integer({ min: 0, max: 86_400, default: 0, notIn: ['table'] }),
    clearSeconds: integer({ min: 0, max: 86_400, default: 0, notIn: ['table'] }),
    interval: integer({
      section: 'alarm.rule.sections.messages',
      min: 0,
      max: 10_000,
      default: 30,
      notIn: ['table'],
    }),
    intervalUnit: choice(['s', 'min', 'h'], { required: true, default: 'min', notIn: ['table'] }),
    /** How long after a manual clear a condition that is still met raises the alarm again; 0 never does. */
    remindMinutes: integer({ min: 0, max: 1440, default: 30, notIn: ['table'] }),
    lastAlarm: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    /** Why the rule is not evaluated, for example because its channel was removed. */
    problem: choice(['channel'], { ...shown }),
    simulated: flag({ default: false, ...shown }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});
