import {
  choice,
  createTime,
  dict,
  id,
  integer,
  longText,
  number,
  ref,
  remark,
  secret,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { latitude, longitude } from '../site/coordinates.ts';

const cannonDrivers = ['modbusTcp', 'modbusDtu', 'http', 'mqtt', 'hj212'] as const;
export type CannonDriver = (typeof cannonDrivers)[number];

/** On and off as the cannon itself has said; unknown without a link, or where it cannot say. */
export const switchStates = ['on', 'off', 'unknown'] as const;
export type SwitchState = (typeof switchStates)[number];

/** Who has confirmed a state: a contact at the pump, the relay, or a report of the controller. */
const confirmations = ['contact', 'relay', 'report'] as const;
export type Confirmation = (typeof confirmations)[number];

/** Who ends a jog: the platform, or the relay board by a register whose mode differs from board to board. */
const jogTimings = ['platform', 'board2', 'board4'] as const;

/** Seconds: what the register of a relay board can hold. */
export const jogRange = { min: 1, max: 6553, default: 30 } as const;

/** Derived from its entity or site. */
const derived = { max: 64, readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
const setting = { notIn: ['table', 'sheet'] } as const;
const shownOnly = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;

/** A fog cannon with its controller. */
export const fogCannon = resource({
  path: '/fog/gun',
  permission: 'fog:gun',
  texts: 'fogcannon.cannon',
  id: 'cannonId',
  name: 'cannonName',
  key: ['cannonName'],
  order: [{ by: 'cannonName' }],
  without: ['import'],
  fields: {
    cannonId: { ...id(), notIn: ['table'] },
    cannonName: text({ section: 'fogcannon.sections.cannon', required: true, max: 64, search: 'like' }),
    switchState: choice(switchStates, { readOnly: true, search: 'exact', notIn: ['form'] }),
    model: text({ max: 64, search: 'like' }),
    /** Litres a minute. */
    flowRate: number({ min: 0.1, max: 10_000, decimals: 1, notIn: ['table'] }),
    entityId: ref({ required: true, shows: 'entityName', search: 'exact' }),
    entityName: text({ ...derived, label: 'fogcannon.cannon.fields.entityId', translated: true }),
    entityNameEn: text({ ...derived, label: 'fogcannon.cannon.fields.entityId' }),
    entityNameFr: text({ ...derived, label: 'fogcannon.cannon.fields.entityId' }),
    deptId: ref({ readOnly: true, search: 'below', notIn: ['table', 'form', 'sheet'] }),
    /** The site whose PM10 is noted with every run; by default the nearest one of the entity. */
    siteId: ref({ shows: 'siteName', notIn: ['table'] }),
    siteName: text({ ...derived, label: 'fogcannon.cannon.fields.siteId' }),
    longitude: { ...longitude, section: 'fogcannon.sections.place' },
    latitude,
    /** Metres. */
    reach: integer({ min: 1, max: 1000, notIn: ['table'] }),
    jog: dict('sys_yes_no', { section: 'fogcannon.sections.running', default: 'N' }),
    jogSeconds: integer({
      min: jogRange.min,
      max: jogRange.max,
      default: jogRange.default,
      onDemand: true,
    }),
    driver: choice(cannonDrivers, {
      section: 'fogcannon.sections.driver',
      required: true,
      search: 'exact',
      default: 'modbusTcp',
      onDemand: true,
    }),
    host: text({ max: 253, ...setting }),
    port: integer({ min: 1, max: 65_535, ...setting }),
    /** What a DTU sends first, to say who it is. */
    registration: text({ max: 64, ...setting }),
    dtuPassword: secret({ max: 64 }),
    /** 254 is the number that every board listens to. */
    unit: integer({ min: 1, max: 254, ...setting }),
    coil: integer({ min: 0, max: 65_535, ...setting }),
    /** The discrete input of a contact that closes while the pump runs. */
    feedbackInput: integer({ min: 0, max: 65_535, ...setting }),
    jogTiming: choice(jogTimings, { default: 'platform', ...setting }),
    account: text({ max: 100, ...setting }),
    password: secret({ max: 200 }),
    brokerUrl: text({ max: 300, ...setting }),
    commandTopic: text({ max: 200, ...setting }),
    stateTopic: text({ max: 200, ...setting }),
    /** Where the controller says that it is connected, by a retained message and its will. */
    statusTopic: text({ max: 200, ...setting }),
    onlineText: text({ max: 100, ...setting }),
    tokenUrl: text({ max: 1000, ...setting }),
    tokenBody: longText({ max: 2000, ...setting }),
    tokenPath: text({ max: 100, ...setting }),
    /** The header with the token, as `Name: value`. */
    authHeader: text({ max: 300, ...setting }),
    method: choice(['POST', 'GET', 'PUT'], { default: 'POST', ...setting }),
    contentType: choice(['json', 'form'], { default: 'json', ...setting }),
    onUrl: text({ max: 1000, ...setting }),
    offUrl: text({ max: 1000, ...setting }),
    jogUrl: text({ max: 1000, ...setting }),
    stateUrl: text({ max: 1000, ...setting }),
    /** Templates: the body of a request, the payload of a message. */
    onBody: longText({ max: 2000, ...setting }),
    offBody: longText({ max: 2000, ...setting }),
    jogBody: longText({ max: 2000, ...setting }),
    /** The value in a JSON response that says whether a command was accepted, and what it is then. */
    okPath: text({ max: 100, ...setting }),
    okText: text({ max: 100, ...setting }),
    /** The value in a JSON state; without it the whole text. */
    statePath: text({ max: 100, ...setting }),
    onText: text({ max: 100, ...setting }),
    offText: text({ max: 100, ...setting }),
    /** Commands of the station. */
    onCommandId: ref({ ...setting }),
    offCommandId: ref({ ...setting }),
    jogCommandId: ref({ ...setting }),
    /** The parameter of the command that takes the seconds. */
    jogParam: text({ max: 32, ...setting }),
    commandedState: choice(['on', 'off'], { ...shownOnly }),
    commandedAt: { kind: 'dateTime', ...shownOnly },
    confirmedBy: choice(confirmations, { ...shownOnly }),
    confirmedAt: { kind: 'dateTime', ...shownOnly },
    linkState: choice(['up', 'down', 'unknown'], { ...shownOnly }),
    problem: text({ max: 500, keyed: true, ...shownOnly }),
    /** Until then a person decides, and linkage rules do not. */
    manualUntil: { kind: 'dateTime', ...shownOnly },
    runStartedAt: { kind: 'dateTime', readOnly: true, notIn: ['form', 'sheet', 'table'] },
    runStopBy: { kind: 'dateTime', ...shownOnly },
    lastRunAt: { kind: 'dateTime', readOnly: true, notIn: ['form'] },
    status: dict('sys_normal_disable', {
      section: 'fogcannon.sections.more',
      search: 'exact',
      default: '0',
    }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
  },
});
