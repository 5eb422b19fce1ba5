import { deviceCrcModes } from '../basedata/device-type.ts';
import {
  choice,
  createTime,
  dict,
  flag,
  id,
  integer,
  longText,
  parts,
  ref,
  secret,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { forwardProtocols } from '../site/forward-address.ts';
import { framePasswordPattern } from '../site/site.ts';
import { defaultZone } from '../zone.ts';

/**
 * `off`: the target or its entity is disabled, or it has no sites. `paused`: stopped by a person. `stalled`: no process
 * forwards.
 */
export const forwardStates = ['off', 'normal', 'failing', 'stalled', 'paused'] as const;
export type ForwardState = (typeof forwardStates)[number];

/** Units in which a receiver wants a factor, if not those of the channel. */
const forwardUnits = ['µg/m³', 'mg/m³', 'ppb', 'ppm'] as const;

const label = (name: string) => `forward.target.partFields.${name}`;
const section = (name: string) => `forward.target.sections.${name}`;
const hidden = { notIn: ['table'] } as const;
const entityName = {
  label: 'forward.target.fields.entityId',
  max: 64,
  readOnly: true,
  notIn: ['table', 'form', 'sheet'],
} as const;
const derived = { readOnly: true, notIn: ['form'] } as const;

/** A receiver of an entity's readings. */
export const forwardTarget = resource({
  path: '/site/forwardTarget',
  permission: 'site:forwardTarget',
  texts: 'forward.target',
  id: 'targetId',
  name: 'targetName',
  key: ['entityId', 'address'],
  order: [{ by: 'entityId' }, { by: 'targetId' }],
  without: ['import'],
  fields: {
    targetId: { ...id(), notIn: ['table'] },
    targetName: text({ required: true, max: 60, search: 'like', section: section('target') }),
    entityId: ref({
      required: true,
      shows: 'entityName',
      sortedBy: 'entityName',
      search: 'exact',
      fixed: true,
    }),
    entityName: text({ ...entityName, translated: true, search: 'like' }),
    entityNameEn: text(entityName),
    entityNameFr: text(entityName),
    deptId: ref({ readOnly: true, search: 'below', notIn: ['table', 'form', 'sheet'] }),
    protocol: choice(forwardProtocols, {
      required: true,
      search: 'exact',
      default: 'hj212-2017',
      onDemand: true,
    }),
    /** `host:port`, or a URL for JSON. */
    address: text({ required: true, max: 500, search: 'like', onDemand: true }),
    /** Of MQTT. */
    topic: text({ max: 200, ...hidden }),
    username: text({ max: 100, ...hidden }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    sendsRealtime: flag({ default: true, ...hidden, section: section('content') }),
    sendsMinutes: flag({ default: true, ...hidden }),
    sendsHours: flag({ default: true, ...hidden }),
    sendsDays: flag({ default: true, ...hidden }),
    sendsCorrected: flag({ default: true, ...hidden }),
    allSites: flag({ default: true, ...hidden }),
    /** The sites if not all; their MN, password and system code at the receiver if they are others there. */
    sites: parts({
      max: 1000,
      key: 'siteId',
      of: {
        siteId: ref({ label: label('siteId'), required: true }),
        mn: text({ label: label('mn'), max: 24, pattern: '^[A-Za-z0-9_.-]*$' }),
        password: secret({ label: label('password'), max: 64, pattern: framePasswordPattern }),
        systemCode: text({ label: label('systemCode'), max: 2, pattern: '^([0-9A-Z][0-9])?$' }),
      },
    }),
    /** Codes and units at the receiver, by channel. */
    factors: parts({
      max: 200,
      of: {
        channelCode: text({ label: label('channelCode'), required: true, max: 32 }),
        code: text({ label: label('code'), max: 24, pattern: '^[A-Za-z0-9_.-]*$' }),
        unit: choice(forwardUnits, { label: label('unit') }),
      },
    }),
    onlyMapped: flag({ default: false, ...hidden }),
    /** The wall clock of DataTime and QN. */
    zone: text({ max: 64, default: defaultZone, section: section('packet'), ...hidden }),
    systemCode: text({ max: 2, pattern: '^[0-9A-Z][0-9]$', default: '22', ...hidden }),
    crcMode: choice(deviceCrcModes, { default: 'hj212', ...hidden }),
    answerSeconds: integer({ min: 1, max: 120, default: 10, section: section('sending'), ...hidden }),
    wantsAnswer: flag({ default: true, ...hidden }),
    ownConnections: flag({ default: false, ...hidden }),
    minGapMs: integer({ min: 0, max: 60_000, default: 0, ...hidden }),
    /** Packets per second of what was missed, beside current data. */
    backlogRate: integer({ min: 1, max: 2000, default: 20, ...hidden }),
    maxHours: integer({ min: 1, max: 8760, default: 720, ...hidden }),
    maxRows: integer({ min: 1000, max: 100_000_000, default: 1_000_000, ...hidden }),
    password: secret({ max: 64, section: section('login') }),
    sm4Key: secret({ max: 64, pattern: '^[0-9A-Fa-f]{32}$' }),
    headerName: text({ max: 64, pattern: '^[A-Za-z0-9_-]*$', section: section('login'), ...hidden }),
    headerValue: secret({ max: 1000 }),
    caCertificate: longText({ max: 20_000, ...hidden }),
    state: choice(forwardStates, { search: 'exact', ...derived }),
    failCount: integer({ ...derived, onDemand: true }),
    lastSuccessAt: { kind: 'dateTime', ...derived },
    oldestUnsent: { kind: 'dateTime', ...derived, onDemand: true },
    /** Seconds since the oldest reading that was not sent. */
    lag: integer({ readOnly: true, notIn: ['table', 'form'] }),
    unsent: integer(derived),
    skipped: integer({ ...derived, onDemand: true }),
    problem: text({ max: 100, keyed: true, ...derived, onDemand: true }),
    problemDetail: text({ max: 300, readOnly: true, notIn: ['table', 'form'] }),
    problemKind: text({ max: 20, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    simulated: flag({ default: false, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
  },
});
