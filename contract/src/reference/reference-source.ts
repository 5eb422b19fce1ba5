import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import {
  auditFields,
  choice,
  createTime,
  dict,
  flag,
  id,
  integer,
  longText,
  parts,
  secret,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { workStarted } from '../work.ts';
import { defaultZone } from '../zone.ts';
import { stationLevels } from './national-control.ts';

/**
 * What a source answers: the field set of China's national network with all stations in one call, the same with the names of
 * pm25.in, OpenAQ version 3, or any JSON that a mapping describes.
 */
const sourceKinds = ['cnemc', 'pm25in', 'openaq', 'json'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** The pollutants of a published hour, by field of `nationalControl`. */
export const sourcePollutants = ['pm25', 'pm10', 'so2', 'no2', 'o3', 'co'] as const;
export type SourcePollutant = (typeof sourcePollutants)[number];

const sourceUnits = ['µg/m³', 'mg/m³', 'ppb', 'ppm'] as const;
export type SourceUnit = (typeof sourceUnits)[number];

/**
 * `idle` has never been asked, `waiting` has not published the newest hour yet, `current` has, `failing` has failed several
 * times in a row.
 */
const sourceStates = ['idle', 'waiting', 'current', 'retrying', 'failing'] as const;
export type SourceState = (typeof sourceStates)[number];

const label = (name: string) => `reference.source.partFields.${name}`;
const path = { max: 200, notIn: ['table', 'sheet'] } as const;

/** Where hours of reference stations are fetched from. */
export const referenceSource = resource({
  path: '/analysis/referenceSource',
  permission: 'analysis:referenceSource',
  texts: 'reference.source',
  id: 'sourceId',
  name: 'sourceName',
  key: ['sourceName'],
  order: [{ by: 'sourceId' }],
  without: ['export', 'import'],
  fields: {
    sourceId: { ...id(), notIn: ['table'] },
    sourceName: text({ required: true, max: 60, search: 'like' }),
    kind: choice(sourceKinds, { required: true, search: 'exact', default: 'cnemc', fixed: true }),
    /** Disabled until somebody enables it: nothing is asked by default. */
    status: dict('sys_normal_disable', { search: 'exact', default: '1' }),
    stationLevel: choice(stationLevels, { default: 'national' }),
    /** Put before each code, so that stations of two sources stay apart. */
    codePrefix: text({ max: 12, pattern: '^[A-Za-z0-9_-]*$', notIn: ['table'] }),
    pollMinutes: text({ max: 60, default: '5,15,30', notIn: ['table'] }),
    url: text({ required: true, max: 500, notIn: ['table'], section: 'reference.source.sections.request' }),
    method: choice(['GET', 'POST'], { default: 'GET', notIn: ['table'] }),
    body: longText({ max: 2000, notIn: ['table'] }),
    /** How one past hour is asked for; without it, only the newest answer is read. */
    pastUrl: text({ max: 500, notIn: ['table'] }),
    pastBody: longText({ max: 2000, notIn: ['table'] }),
    apiKeyName: text({ max: 64, pattern: '^[A-Za-z0-9_-]*$', notIn: ['table'] }),
    apiKeyPlace: choice(['header', 'query'], { default: 'header', notIn: ['table'] }),
    apiKey: secret({ max: 1000 }),
    headers: parts({
      max: 10,
      of: {
        name: text({ label: label('headerName'), required: true, max: 64, pattern: '^[A-Za-z0-9_-]+$' }),
        value: secret({ label: label('headerValue'), required: true, max: 500, pattern: '^[ -~]*$' }),
      },
    }),
    caCertificate: longText({ max: 20_000, notIn: ['table'] }),
    fingerprint: text({ max: 100, notIn: ['table'] }),
    rowsPath: text({ ...path, section: 'reference.source.sections.mapping' }),
    codeField: text(path),
    nameField: text(path),
    cityField: text(path),
    provinceField: text(path),
    longitudeField: text(path),
    latitudeField: text(path),
    timeField: text(path),
    zone: text({ max: 64, default: defaultZone, notIn: ['table'] }),
    hourLabel: choice(['end', 'start'], { default: 'end', notIn: ['table'] }),
    missing: text({ max: 200, notIn: ['table'] }),
    pollutants: parts({
      max: 12,
      of: {
        pollutant: choice(sourcePollutants, { label: label('pollutant'), required: true }),
        field: text({ label: label('field'), required: true, max: 200 }),
        unit: choice(sourceUnits, { label: label('unit'), required: true, default: 'µg/m³' }),
      },
    }),
    state: choice(sourceStates, { readOnly: true, notIn: ['form'] }),
    /** The end of the newest hour that this source has published. */
    newestRelease: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    lastRunAt: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    nextRunAt: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    failCount: integer({ readOnly: true, notIn: ['form'], onDemand: true }),
    problem: text({ max: 100, readOnly: true, notIn: ['form'], keyed: true }),
    problemDetail: text({ max: 300, readOnly: true, notIn: ['table', 'form'] }),
    simulated: flag({ default: false, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    ...auditFields(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
  },
});

const params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: maxInteger }) });
const access = { permission: `${referenceSource.permission}:run` } as const;

const skipped = Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }));

const trial = Type.Object({
  /** A key of `reference.problems`; null if the answer could be read. */
  problem: Type.Union([Type.String(), Type.Null()]),
  detail: Type.String(),
  stations: Type.Integer(),
  rows: Type.Integer(),
  skipped,
  /** The first rows as they would be stored. */
  sample: Type.Array(
    Type.Object({
      stationCode: Type.String(),
      stationName: Type.String(),
      /** The end of the hour, epoch milliseconds. */
      releasedAt: Type.Integer(),
      /** In the order of `sourcePollutants`. */
      values: Type.Array(Type.Union([Type.Number(), Type.Null()])),
    }),
  ),
});
export type SourceTrial = Static<typeof trial>;

/** Asks a source once and says what would be stored; nothing is. */
export const tryReferenceSource = endpoint({
  method: 'POST',
  path: `${referenceSource.path}/try/:id`,
  access,
  params,
  reply: reply.data(trial),
  texts: referenceSource.texts,
  limit: 20,
});

/** Fetches the newest hour and the last 24 hours as background work, whose report is a `FetchReport`. */
export const runReferenceSource = endpoint({
  method: 'POST',
  path: `${referenceSource.path}/run/:id`,
  access,
  params,
  reply: workStarted,
  texts: referenceSource.texts,
  limit: 20,
});

export interface FetchReport {
  rows: number;
  added: number;
  revised: number;
  unchanged: number;
  skipped: Static<typeof skipped>;
  problem: string | null;
  detail: string;
}
