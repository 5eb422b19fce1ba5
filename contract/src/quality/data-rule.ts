import {
  auditFields,
  choice,
  createTime,
  dict,
  flag,
  id,
  nameFields,
  number,
  ref,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const qualityTests = ['range', 'spike', 'flat', 'rate', 'missing', 'relation', 'difference'] as const;
export type QualityTest = (typeof qualityTests)[number];

/** The values that a rule judges: means of hours, or the minutes within an hour. */
export const qualityBases = ['hour', 'minute'] as const;
export type QualityBasis = (typeof qualityBases)[number];

/** Read with the row and not shown as such. */
const shown = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
const inForm = { notIn: ['table'] } as const;

/** A test of stored values. It flags them, under its name, and never changes them. */
export const dataRule = resource({
  path: '/basic/dataRule',
  permission: 'basic:dataRule',
  texts: 'quality.rule',
  id: 'ruleId',
  name: 'ruleName',
  key: ['ruleName'],
  order: [{ by: 'ruleId' }],
  fields: {
    ruleId: { ...id(), notIn: ['table'] },
    ...nameFields('ruleName', {
      section: 'quality.rule.sections.rule',
      required: true,
      max: 64,
      search: 'like',
    }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    /** Applies to every site of its department, not to one. */
    template: flag({ default: true, readOnly: true, notIn: ['form'] }),
    siteId: ref({ shows: 'siteCode', search: 'exact', ...inForm }),
    siteCode: text({ max: 32, readOnly: true, notIn: ['form', 'sheet'], onDemand: true }),
    siteName: text({ max: 64, readOnly: true, notIn: ['form', 'sheet'] }),
    deptId: ref({ shows: 'deptName', ...inForm }),
    deptName: text({ max: 30, ...shown, label: 'quality.rule.fields.deptId' }),
    deviceTypeId: ref({ shows: 'typeCode', ...inForm }),
    typeCode: text({ max: 32, ...shown, label: 'quality.rule.fields.deviceTypeId' }),
    test: choice(qualityTests, {
      section: 'quality.rule.sections.test',
      required: true,
      search: 'exact',
      default: 'range',
    }),
    basis: choice(qualityBases, { default: 'hour', ...inForm }),
    channelId: ref({ required: true, shows: 'channelCode', search: 'exact' }),
    channelCode: text({ max: 32, ...shown, label: 'quality.rule.fields.channelId' }),
    channelName: text({ max: 64, translated: true, ...shown }),
    channelNameEn: text({ max: 64, ...shown, label: 'quality.rule.fields.channelName' }),
    channelNameFr: text({ max: 64, ...shown, label: 'quality.rule.fields.channelName' }),
    channelUnit: text({ max: 20, ...shown, label: 'quality.period.fields.unit' }),
    /** The channel that contains this one. */
    otherChannelId: ref({ shows: 'otherChannelCode', ...inForm }),
    otherChannelCode: text({ max: 32, ...shown, label: 'quality.rule.fields.otherChannelId' }),
    minValue: number({ decimals: 3, ...inForm }),
    maxValue: number({ decimals: 3, ...inForm }),
    factor: number({ min: 1, max: 100, decimals: 2, ...inForm }),
    floor: number({ min: 0, decimals: 3, ...inForm }),
    /** Hours, or minutes. */
    span: number({ min: 1, max: 60, decimals: 0, ...inForm }),
    /** Of a flat line: flagged if its chance is at most one in so many. */
    rarity: number({ min: 2, max: 1_000_000_000, decimals: 0, ...inForm }),
    change: number({ min: 0, decimals: 3, ...inForm }),
    tolerance: number({ min: 0, decimals: 3, ...inForm }),
    percent: number({ min: 0, max: 1000, decimals: 1, ...inForm }),
    neighbourKm: number({ min: 0.1, max: 50, decimals: 1, ...inForm }),
    /** A reference station instead of the neighbours. */
    stationCode: text({ max: 32, onDemand: true }),
    cityName: text({ max: 64, readOnly: true, notIn: ['form', 'sheet'], onDemand: true }),
    /** Whether flagged values count in means, indices and rankings. */
    counts: flag({ section: 'quality.rule.sections.effect', default: true, inSheet: true }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});
