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

/** Where the values come from with which sites are compared; `own` is a site of this installation. */
const calibrationSources = ['national', 'provincial', 'file', 'own'] as const;
export type CalibrationSource = (typeof calibrationSources)[number];

/**
 * How K and B are fitted: least squares, the median of slopes, least squares of both sides, the ratio of means, or the
 * first of these that suits the pairs.
 */
export const calibrationMethods = ['auto', 'ols', 'theilSen', 'deming', 'ratio'] as const;
export type CalibrationMethod = (typeof calibrationMethods)[number];

const calibrationSchedules = ['manual', 'daily', 'weekly'] as const;

const runStates = ['running', 'done', 'failed', 'cancelled'] as const;

/** How far the last issue of a config is. */
export const issueStates = ['draft', 'pending', 'sent', 'confirmed', 'failed', 'rolledBack'] as const;
export type IssueState = (typeof issueStates)[number];

export const maxCalibratedSites = 1000;
export const maxCalibrationReferences = 50;

/** A reference further away than this says nothing about a site, whatever a config says. */
const maxCalibrationKm = 10;

/** Read with the row and not shown as such. */
const shown = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
const setting = { notIn: ['table'] } as const;

/** Which sites are calibrated against which reference stations, and within which limits. */
export const calibrationConfig = resource({
  path: '/site/calibration',
  permission: 'site:calibration',
  texts: 'calibration.config',
  id: 'configId',
  name: 'configName',
  key: ['configName'],
  order: [{ by: 'configId' }],
  without: ['import'],
  fields: {
    configId: { ...id(), notIn: ['table'] },
    configName: text({
      section: 'calibration.config.sections.config',
      required: true,
      max: 64,
      search: 'like',
    }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    siteIds: refs({ shows: 'siteNames', required: true }),
    siteNames: text({
      max: 100_000,
      label: 'calibration.config.fields.siteIds',
      search: 'like',
      ...shown,
      notIn: ['form'],
    }),
    siteCount: integer({ ...shown }),
    channelIds: refs({ shows: 'channelCodes', required: true }),
    channelCodes: text({
      max: 1000,
      label: 'calibration.config.fields.channelIds',
      ...shown,
      notIn: ['form'],
    }),
    source: choice(calibrationSources, {
      section: 'calibration.config.sections.reference',
      required: true,
      search: 'exact',
      default: 'national',
    }),
    /** The source of reference data whose stations are used; without one those of any. */
    sourceId: ref({ shows: 'sourceName', onDemand: true }),
    sourceName: text({ max: 60, label: 'calibration.config.fields.sourceId', ...shown }),
    city: text({ max: 64, search: 'like', onDemand: true }),
    /** Codes of stations, joined by commas; without any the stations within reach of each site. */
    referenceCodes: text({ max: 2000, onDemand: true }),
    /** Sites of this installation that serve as reference. */
    referenceSiteIds: refs({ shows: 'referenceSiteNames' }),
    referenceSiteNames: text({
      max: 10_000,
      label: 'calibration.config.fields.referenceSiteIds',
      ...shown,
    }),
    maxKm: number({ min: 0.1, max: maxCalibrationKm, default: 3, decimals: 1, ...setting }),
    method: choice(calibrationMethods, {
      section: 'calibration.config.sections.fit',
      required: true,
      default: 'auto',
      ...setting,
    }),
    windowHours: integer({ min: 24, max: 720, default: 168, ...setting }),
    minPairs: integer({ min: 12, max: 720, default: 48, ...setting }),
    minR2: number({ min: 0, max: 1, default: 0.5, decimals: 2, ...setting }),
    /** Hours with more relative humidity are left out. */
    maxHumidity: number({ min: 1, max: 100, default: 95, decimals: 0, ...setting }),
    /** The channel that measures rain, and the value above which an hour is left out. */
    rainChannelId: ref({ ...setting }),
    maxRain: number({ min: 0, max: 1000, decimals: 1, ...setting }),
    /** Pairs further from the line than so many median absolute deviations are left out. */
    madFactor: number({ min: 2, max: 20, default: 5, decimals: 1, ...setting }),
    kMin: number({
      section: 'calibration.config.sections.limits',
      min: 0.1,
      max: 1,
      default: 0.5,
      decimals: 2,
      ...setting,
    }),
    kMax: number({ min: 1, max: 10, default: 2, decimals: 2, ...setting }),
    /** In µg/m³; for CO a hundredth of it, in mg/m³. */
    bMin: number({ min: -1000, max: 0, default: -20, decimals: 1, ...setting }),
    bMax: number({ min: 0, max: 1000, default: 20, decimals: 1, ...setting }),
    /** How far a round may change the corrected values, in per cent. */
    maxChange: number({ min: 1, max: 100, default: 20, decimals: 0, ...setting }),
    schedule: choice(calibrationSchedules, {
      section: 'calibration.config.sections.rounds',
      required: true,
      search: 'exact',
      default: 'manual',
    }),
    /** On the clock of the server. */
    runHour: integer({ min: 0, max: 23, default: 4, ...setting }),
    /** 1 is Monday. */
    runWeekday: integer({ min: 1, max: 7, default: 1, ...setting }),
    /** Whether a proposal within the limits is accepted without a person. */
    acceptance: choice(['manual', 'automatic'], { required: true, default: 'manual', ...setting }),
    /** Where accepted K and B are applied. */
    target: choice(['platform', 'device'], { required: true, default: 'platform', ...setting }),
    /** Whether accepted K and B count for the hours of the window too. */
    applyToPast: flag({ default: false, inSheet: true, notIn: ['table'] }),
    lastRunAt: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    lastRunState: choice(runStates, { readOnly: true, notIn: ['form', 'table'] }),
    lastProposed: integer({ ...shown }),
    lastRefused: integer({ ...shown }),
    /** Written with every issue. */
    issueState: choice(issueStates, { readOnly: true, notIn: ['form'], search: 'exact' }),
    issuedAt: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    simulated: flag({ default: false, ...shown }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});
