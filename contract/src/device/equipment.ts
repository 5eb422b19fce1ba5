import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, dict, flag, id, integer, number, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { resourceEndpoints } from '../kit/resource-endpoints.ts';
import { commandStates } from './device-log.ts';

const unseen = { readOnly: true, notIn: ['table', 'sheet'] } as const;

/** One row per device: how it is connected, what it reports about itself, and its last command. */
export const equipment = resource({
  path: '/device/equipment',
  permission: 'device:equipment',
  texts: 'device.equipment',
  id: 'siteId',
  name: 'siteName',
  key: ['mn'],
  order: [{ by: 'siteName' }, { by: 'siteId' }],
  without: ['add', 'edit', 'remove', 'import'],
  fields: {
    siteId: { ...id(), notIn: ['table'] },
    siteName: text({ max: 64, search: 'like', readOnly: true }),
    mn: text({ max: 24, search: 'like', readOnly: true, notIn: ['table'] }),
    online: choice(['on', 'off'], { search: 'exact', readOnly: true }),
    /** Whether it has active alarms. */
    alarmState: choice(['active', 'none'], { search: 'exact', readOnly: true, notIn: ['table', 'sheet'] }),
    lastSeen: { kind: 'dateTime', readOnly: true, onDemand: true },
    deviceTypeId: ref({ shows: 'typeName', search: 'exact', readOnly: true, onDemand: true }),
    typeName: text({ max: 50, ...unseen }),
    typeNameEn: text({ max: 50, ...unseen }),
    typeNameFr: text({ max: 50, ...unseen }),
    entityId: ref({ shows: 'entityName', search: 'exact', readOnly: true, onDemand: true }),
    entityName: text({ max: 64, ...unseen }),
    entityNameEn: text({ max: 64, ...unseen }),
    entityNameFr: text({ max: 64, ...unseen }),
    deptId: ref({ search: 'below', ...unseen }),
    protocol: text({ max: 20, ...unseen }),
    zone: text({ max: 64, ...unseen }),
    /** Of the packets expected today, the share that has arrived: 0 to 1. */
    completeness: number({ readOnly: true, decimals: 4 }),
    /** Seconds by which the clock of the device is ahead. */
    clockDrift: number({ readOnly: true, decimals: 1 }),
    signal: text({ max: 64, readOnly: true }),
    firmware: text({ max: 64, search: 'like', readOnly: true }),
    iotCard: text({ max: 30, search: 'like', readOnly: true, notIn: ['table'] }),
    commandName: text({ max: 50, readOnly: true, translated: true }),
    commandNameEn: text({ max: 50, ...unseen }),
    commandNameFr: text({ max: 50, ...unseen }),
    commandState: choice(commandStates, { readOnly: true, notIn: ['table'] }),
    commandTime: { kind: 'dateTime', readOnly: true, onDemand: true },
    /** When it reached its later states. */
    commandSentAt: { kind: 'dateTime', ...unseen },
    commandAcceptedAt: { kind: 'dateTime', ...unseen },
    commandAnsweredAt: { kind: 'dateTime', ...unseen },
    commandEndedAt: { kind: 'dateTime', ...unseen },
    /** Number of active alarms. */
    alarms: integer({ readOnly: true }),
    address: text({ max: 64, readOnly: true, onDemand: true }),
    status: dict('sys_normal_disable', { search: 'exact', readOnly: true, onDemand: true }),
    simulated: flag({ default: false, ...unseen }),
  },
});

/** The most devices that one order may reach. */
export const maxOrderedDevices = 500;

/** The enabled devices that match the filters of the list, in its order, as many as an order may reach. */
export const listDeviceIds = endpoint({
  method: 'GET',
  path: '/device/equipment/ids',
  access: { permission: 'device:equipment:list' },
  query: resourceEndpoints(equipment).list.query,
  reply: reply.data(
    Type.Object({
      siteIds: Type.Array(Type.Integer()),
      /** How many match, also beyond the most. */
      total: Type.Integer(),
    }),
  ),
  texts: 'device.equipment',
});
