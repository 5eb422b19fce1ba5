import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
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
  refs,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';

/** The values that a rule compares: each real-time value, or the mean of each minute. */
const linkageBases = ['realtime', 'minute'] as const;
export type LinkageBasis = (typeof linkageBases)[number];

const linkageCompares = ['gt', 'ge', 'lt', 'le'] as const;
export type LinkageCompare = (typeof linkageCompares)[number];

export const maxLinkedCannons = 100;

/** Read with the row and not shown as such. */
const shown = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
const setting = { notIn: ['table'] } as const;
const timeOfDay = { max: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', ...setting } as const;
/** Days that a leap year has. */
const dayOfYear = {
  max: 5,
  pattern: '^((0[1-9]|1[0-2])-(0[1-9]|[12]\\d)|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31)$',
  ...setting,
} as const;

/** Starts and stops fog cannons of an entity by measured values. */
export const linkageRule = resource({
  path: '/fog/linkage',
  permission: 'fog:linkage',
  texts: 'fogcannon.linkage',
  id: 'ruleId',
  name: 'ruleName',
  key: ['ruleName'],
  order: [{ by: 'priority' }, { by: 'ruleId' }],
  without: ['import'],
  fields: {
    ruleId: { ...id(), notIn: ['table'] },
    ruleName: text({ section: 'fogcannon.linkage.sections.rule', required: true, max: 64, search: 'like' }),
    /** Of several rules that would start a cannon at once, the one with the lowest number does. */
    priority: integer({ min: 1, max: 1000, default: 100 }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    /** Decides and logs, and switches nothing. */
    dryRun: flag({ default: false, inSheet: true, notIn: ['table'] }),
    entityId: ref({
      section: 'fogcannon.linkage.sections.targets',
      required: true,
      shows: 'entityName',
      search: 'exact',
    }),
    entityName: text({ max: 64, translated: true, label: 'fogcannon.linkage.fields.entityId', ...shown }),
    entityNameEn: text({ max: 64, label: 'fogcannon.linkage.fields.entityId', ...shown }),
    entityNameFr: text({ max: 64, label: 'fogcannon.linkage.fields.entityId', ...shown }),
    deptId: ref({ readOnly: true, search: 'below', notIn: ['table', 'form', 'sheet'] }),
    cannonIds: refs({ shows: 'cannonNames', required: true }),
    cannonNames: text({
      max: 10_000,
      label: 'fogcannon.linkage.fields.cannonIds',
      ...shown,
      notIn: ['form'],
    }),
    /** The site that measures; by default that of each cannon. */
    siteId: ref({ section: 'fogcannon.linkage.sections.condition', shows: 'siteName', notIn: ['table'] }),
    siteName: text({ max: 64, label: 'fogcannon.linkage.fields.siteId', ...shown }),
    channelId: ref({ required: true, shows: 'channelName', notIn: ['table'] }),
    channelName: text({ max: 64, translated: true, label: 'fogcannon.linkage.fields.channelId', ...shown }),
    channelNameEn: text({ max: 64, label: 'fogcannon.linkage.fields.channelId', ...shown }),
    channelNameFr: text({ max: 64, label: 'fogcannon.linkage.fields.channelId', ...shown }),
    channelUnit: text({ max: 20, ...shown }),
    channelDecimals: integer({ ...shown }),
    basis: choice(linkageBases, { required: true, default: 'realtime', ...setting }),
    compare: choice(linkageCompares, { required: true, default: 'gt', ...setting }),
    threshold: number({ required: true, decimals: 3, ...setting }),
    /** How far on the normal side values have to be before the cannon stops. */
    deadBand: number({ min: 0, default: 0, decimals: 3, ...setting }),
    /** So many valid values in a row start the cannon, and so many stop it. */
    consecutive: integer({ min: 1, max: 20, default: 3, ...setting }),
    minRunSeconds: integer({
      section: 'fogcannon.linkage.sections.running',
      min: 0,
      max: 86_400,
      default: 60,
      ...setting,
    }),
    maxRunMinutes: integer({ min: 1, max: 1440, default: 30, ...setting }),
    minPauseSeconds: integer({ min: 0, max: 86_400, default: 300, ...setting }),
    /** The daily window, by the clock of the site; not after its beginning: past midnight. Without one all day. */
    fromTime: text({ section: 'fogcannon.linkage.sections.times', ...timeOfDay }),
    toTime: text(timeOfDay),
    /** The season, both days included; may span the turn of the year. Without one all year. */
    fromDay: text(dayOfYear),
    toDay: text(dayOfYear),
    /** Metres a second. */
    maxWind: number({
      section: 'fogcannon.linkage.sections.weather',
      min: 0,
      max: 60,
      decimals: 1,
      ...setting,
    }),
    minTemperature: number({ min: -50, max: 60, decimals: 1, ...setting }),
    /** The channel that measures rain, and the value above which no cannon runs. */
    rainChannelId: ref({ ...setting }),
    maxRain: number({ min: 0, max: 1000, decimals: 1, ...setting }),
    lastDecisionAt: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    /** Why the rule is not evaluated, for example because its channel was removed. */
    problem: choice(['channel', 'site', 'rain', 'cannons'], { ...shown }),
    simulated: flag({ default: false, ...shown }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const named = Type.Object({ id: Type.Integer(), name: Type.String() });
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** What the form of a rule offers: the cannons and sites of an entity, and the channels that its sites measure. */
export const listLinkageChoices = endpoint({
  method: 'GET',
  path: '/fog/linkage/choices',
  access: { permission: 'fog:linkage:list' },
  query: Type.Object({ entityId: identifier }),
  reply: reply.data(
    Type.Object({
      cannons: Type.Array(named),
      sites: Type.Array(named),
      channels: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          nameEn: nullableText,
          nameFr: nullableText,
          unit: nullableText,
          decimals: Type.Integer(),
        }),
      ),
    }),
  ),
  texts: linkageRule.texts,
});
