import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, flag, id, json, nameFields, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';

const moment = { kind: 'dateTime', readOnly: true } as const;
const amount = { kind: 'integer', readOnly: true } as const;

/** Connected stations of all processes. */
export const client = resource({
  path: '/monitor/client',
  permission: 'monitor:client',
  texts: 'monitor.client',
  id: 'connectionId',
  name: 'siteName',
  key: ['connectionId'],
  order: [{ by: 'connectedAt', desc: true }],
  without: ['query', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    connectionId: { ...id(), notIn: ['table'] },
    mn: text({ max: 64, search: 'like', notIn: ['table'], readOnly: true }),
    siteName: text({ max: 100, search: 'like', readOnly: true }),
    ...nameFields('entityName', { max: 100, notIn: ['table'], readOnly: true }),
    deptId: ref({ notIn: ['table'], readOnly: true }),
    address: text({ max: 64, search: 'like', readOnly: true }),
    version: choice(['2005', '2017', '2025'], { search: 'exact', notIn: ['table'], readOnly: true }),
    packets: amount,
    bytes: amount,
    refused: amount,
    /** Counts by reason. */
    reasons: json(),
    lastSeen: moment,
    connectedAt: { ...moment, notIn: ['table'] },
    simulated: flag({ default: false, notIn: ['table'], readOnly: true }),
  },
});

/** Ends the connection of a station; the station may reconnect at once. */
export const disconnectClient = endpoint({
  method: 'DELETE',
  path: `${client.path}/:connectionId`,
  access: { permission: `${client.permission}:forceLogout` },
  params: Type.Object({ connectionId: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
  reply: reply.done,
  texts: client.texts,
  labels: { connectionId: 'kit.fields.id' },
  log: 'forceLogout',
});

/** Counts connections without a department; null unless the caller reaches everything. */
const nullableCount = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** Numbers of the stations in the caller's data scope. */
export const clientSummary = endpoint({
  method: 'GET',
  path: `${client.path}/summary`,
  access: { permission: `${client.permission}:list` },
  reply: reply.data(
    Type.Object({
      sites: Type.Integer(),
      connectedSites: Type.Integer(),
      /** Connections that have not named a known station yet. */
      strangers: nullableCount,
      unregistered: nullableCount,
      /** Connections of all processes to the MQTT broker; null without one, or unless the caller reaches everything. */
      broker: Type.Union([
        Type.Object({
          connected: Type.Integer(),
          total: Type.Integer(),
          /** Why one is not connected. */
          reason: Type.Union([Type.String(), Type.Null()]),
        }),
        Type.Null(),
      ]),
      refusedToday: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
    }),
  ),
  texts: client.texts,
});
