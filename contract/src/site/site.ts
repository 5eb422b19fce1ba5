import Type from 'typebox';
import { codePattern } from '../basedata/channel.ts';
import { deviceProtocols } from '../basedata/device-type.ts';
import { endpoint, reply } from '../kit/endpoint.ts';
import {
  choice,
  createTime,
  dict,
  flag,
  id,
  integer,
  number,
  parts,
  ref,
  refs,
  remark,
  secret,
  text,
} from '../kit/field.ts';
import { requestLabels, resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { latitude, longitude } from './coordinates.ts';

/** A password that a frame of HJ 212 can carry: printable ASCII without `;`, `,`, `=`, `&` and `#`. */
export const framePasswordPattern = '^[!"$%\'-+\\x2d-:<>-~]+$';

/** Derived from its entity. */
const entityName = {
  label: 'site.site.fields.entityName',
  max: 64,
  readOnly: true,
  notIn: ['table', 'form', 'sheet'],
} as const;

/** A monitoring point with its device. */
export const site = resource({
  path: '/site/site',
  permission: 'site:site',
  texts: 'site.site',
  id: 'siteId',
  name: 'siteName',
  key: ['siteCode'],
  order: [{ by: 'siteCode' }],
  fields: {
    siteId: { ...id(), notIn: ['table'] },
    siteCode: text({
      section: 'site.site.sections.site',
      required: true,
      max: 32,
      search: 'like',
      pattern: codePattern,
    }),
    siteName: text({ required: true, max: 64, search: 'like' }),
    entityId: ref({ required: true, shows: 'entityName', search: 'exact' }),
    entityName: text({ ...entityName, translated: true, search: 'like' }),
    entityNameEn: text(entityName),
    entityNameFr: text(entityName),
    deptId: ref({ readOnly: true, search: 'below', notIn: ['table', 'form', 'sheet'] }),
    longitude: { ...longitude, section: 'site.site.sections.place' },
    latitude,
    /** The official station whose values the device gets when it asks for them; without one the nearest. */
    referenceStationCode: text({ max: 32, notIn: ['table'] }),
    mn: text({
      section: 'site.site.sections.device',
      required: true,
      max: 24,
      search: 'like',
      pattern: codePattern,
    }),
    deviceTypeId: ref({ required: true, shows: 'typeName', search: 'exact', notIn: ['table'] }),
    typeName: text({ max: 50, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    deviceCode: text({ max: 50, notIn: ['table'] }),
    brand: text({ max: 50, notIn: ['table'] }),
    deviceVersion: text({ max: 50, notIn: ['table'] }),
    protocol: choice(deviceProtocols, { default: 'hj212-2017', notIn: ['table'] }),
    reportInterval: integer({ min: 1, max: 3600, default: 60, notIn: ['table'] }),
    iotCard: text({ max: 30, notIn: ['table'] }),
    threshold: number({ notIn: ['table'] }),
    sensorTypeIds: refs({ section: 'site.site.sections.measuring' }),
    coefficientPlace: choice(['platform', 'device'], { default: 'platform', notIn: ['table'] }),
    coefficients: parts({
      max: 64,
      of: {
        channelId: ref({ label: 'site.site.coefficientFields.channelId', required: true }),
        k: number({
          label: 'site.site.coefficientFields.k',
          required: true,
          min: 0.0001,
          max: 10_000,
          decimals: 6,
        }),
        b: number({
          label: 'site.site.coefficientFields.b',
          required: true,
          min: -1e6,
          max: 1e6,
          decimals: 6,
        }),
      },
    }),
    accessPassword: secret({ section: 'site.site.sections.access', max: 24, pattern: framePasswordPattern }),
    passwordRequired: dict('sys_yes_no', { default: 'N', notIn: ['table'] }),
    mqttAllowed: dict('sys_yes_no', { default: 'N', notIn: ['table'] }),
    sm4Key: secret({ max: 32, pattern: '^[0-9a-fA-F]{32}$' }),
    sm4Required: dict('sys_yes_no', { default: 'N', notIn: ['table'] }),
    /** Whether the device has a key for reports over HTTP. */
    hasHttpKey: flag({ default: false, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    simulated: flag({ default: false, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    online: choice(['on', 'off'], { readOnly: true, search: 'exact' }),
    /** A site without a password accepts packets from anyone who knows its MN. */
    passwordState: choice(['set', 'none'], {
      readOnly: true,
      search: 'exact',
      onDemand: true,
      notIn: ['form'],
    }),
    lastSeen: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    status: dict('sys_normal_disable', { section: 'site.site.sections.more', search: 'exact', default: '0' }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
  },
});

const labels = requestLabels(site);
const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });

/** Gives the device a new key for reports over HTTP. It is shown once: only its hash is stored. */
export const newSiteKey = endpoint({
  method: 'PUT',
  path: `${site.path}/newKey`,
  access: { permission: `${site.permission}:edit` },
  body: Type.Object({ siteId }),
  reply: reply.data(Type.Object({ accessKey: Type.String() })),
  texts: site.texts,
  labels,
});

const coefficientFact = Type.Object({
  channelId: Type.Integer(),
  since: Type.String(),
  k: Type.Number(),
  b: Type.Number(),
  updateBy: Type.Union([Type.String(), Type.Null()]),
});

/** The coefficients that the platform has applied to the values of a site, newest first. */
export const listCoefficients = endpoint({
  method: 'GET',
  path: `${site.path}/coefficients/:siteId`,
  access: { permission: `${site.permission}:query` },
  params: Type.Object({ siteId }),
  reply: reply.data(Type.Array(coefficientFact)),
  texts: site.texts,
  labels,
});

const coefficientStates = ['pending', 'confirmed', 'differs', 'unconfirmed'] as const;
/** Whether a device has the coefficients that were written to it: by what was read back. */
export type CoefficientState = (typeof coefficientStates)[number];
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** The coefficients that were written to the device of a site, and what was read back. */
export const listCoefficientStates = endpoint({
  method: 'GET',
  path: `${site.path}/deviceCoefficients/:siteId`,
  access: { permission: `${site.permission}:query` },
  params: Type.Object({ siteId }),
  reply: reply.data(
    Type.Array(
      Type.Object({
        channelId: Type.Integer(),
        k: Type.Number(),
        b: Type.Number(),
        /** As the device wrote them. */
        readK: nullableText,
        readB: nullableText,
        readAt: nullableText,
        state: Type.Enum([...coefficientStates]),
      }),
    ),
  ),
  texts: site.texts,
  labels,
});

/** Writes to the device of a site what it has not confirmed of the last order, once more. */
export const writeCoefficientsAgain = endpoint({
  method: 'PUT',
  path: `${site.path}/deviceCoefficients`,
  access: { permission: `${site.permission}:edit` },
  body: Type.Object({ siteId }),
  reply: reply.data(Type.Object({ count: Type.Integer() })),
  texts: site.texts,
  labels,
});

/** Number of simulated sites in the caller's data scope. */
export const countSimulated = endpoint({
  method: 'GET',
  path: `${site.path}/simulated`,
  access: { permission: `${site.permission}:list` },
  reply: reply.data(Type.Object({ count: Type.Integer() })),
  texts: site.texts,
  labels,
});

/**
 * Removes every simulated site in the caller's data scope with all its readings, and entities that had no other sites.
 */
export const removeSimulated = endpoint({
  method: 'DELETE',
  path: `${site.path}/simulated`,
  access: { permission: `${site.permission}:remove` },
  reply: reply.data(Type.Object({ count: Type.Integer() })),
  texts: site.texts,
  labels,
});
