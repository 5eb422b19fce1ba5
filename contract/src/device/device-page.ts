import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';

const params = Type.Object({ siteId: Type.Integer({ minimum: 1, maximum: maxInteger }) });
const access = { permission: 'device:equipment:query' };
const texts = 'device.page';
const nullableText = Type.Union([Type.String(), Type.Null()]);

const deviceParameter = Type.Object({
  /** The factor that it belongs to; empty for the device itself. */
  polId: Type.String(),
  code: Type.String(),
  paramName: nullableText,
  paramNameEn: nullableText,
  paramNameFr: nullableText,
  unit: nullableText,
  readValue: nullableText,
  readAt: nullableText,
  /** The value that the platform has sent last, whatever has become of it. */
  wantedValue: nullableText,
  wantedAt: nullableText,
  wantedBy: nullableText,
  /** The state of the command that has sent it; null once its log is gone. */
  wantedState: nullableText,
  /** Whether it was read after it was sent; the times above have whole seconds only. */
  isReadSince: Type.Boolean(),
  /** The command that reads it back; null if there is none or the caller may not order it for this site. */
  readCommandId: Type.Union([Type.Integer(), Type.Null()]),
});
export type DeviceParameter = Static<typeof deviceParameter>;

/** The parameters of a device as it reported them, beside those that were written to it. */
export const listParameters = endpoint({
  method: 'GET',
  path: '/device/equipment/parameters/:siteId',
  access,
  params,
  reply: reply.data(Type.Array(deviceParameter)),
  texts,
});

/** Why a connection has ended. */
const closeReasons = [
  'station',
  'again',
  'elsewhere',
  'person',
  'silent',
  'stopped',
  'unreadAnswers',
  'endlessFrame',
  'noStation',
  'refused',
  'fault',
  'lost',
] as const;
export type CloseReason = (typeof closeReasons)[number];

const deviceConnection = Type.Object({
  address: Type.String(),
  version: nullableText,
  connectedAt: Type.String(),
  /** Null while the device is connected. */
  endedAt: nullableText,
  packets: Type.Integer(),
  reason: nullableText,
});
export type DeviceConnection = Static<typeof deviceConnection>;

/** The present and the last connections of a device, newest first. */
export const listConnections = endpoint({
  method: 'GET',
  path: '/device/equipment/connections/:siteId',
  access,
  params,
  reply: reply.data(Type.Array(deviceConnection)),
  texts,
});

const deviceFrame = Type.Object({
  /** Epoch milliseconds. */
  at: Type.Integer(),
  /** Sent to the device, or received from it. */
  isSent: Type.Boolean(),
  isEncrypted: Type.Boolean(),
  /** Without passwords. */
  raw: Type.String(),
  header: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
});
export type DeviceFrame = Static<typeof deviceFrame>;

/** The last frames in both directions, newest first; asking for them makes the process with the connection store them. */
export const listDeviceFrames = endpoint({
  method: 'GET',
  path: '/device/equipment/frames/:siteId',
  access,
  params,
  reply: reply.data(Type.Object({ storedAt: nullableText, frames: Type.Array(deviceFrame) })),
  texts,
});
