import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });

/** A command for some devices, with the values of its parameters. */
const order = Type.Object({
  commandId: identifier,
  siteIds: Type.Array(identifier, { minItems: 1, maxItems: 500 }),
  values: Type.Optional(Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 500 }))),
  /** Hours for which a device that is offline is waited for; without it the command is refused there. */
  waitHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168 })),
  /** The number of devices, typed in by the person; required for critical commands. */
  confirmed: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
});

const ordered = Type.Object({
  batchId: Type.String(),
  /** What became of the order at each device: queued, or refused because it is offline. */
  devices: Type.Array(Type.Object({ siteId: Type.Integer(), logId: Type.Integer(), state: Type.String() })),
});

const texts = 'device.order';

/** Orders a command that reads. */
export const readDevices = endpoint({
  method: 'POST',
  path: '/device/equipment/read',
  access: { permission: 'device:equipment:read' },
  body: order,
  reply: reply.data(ordered),
  texts,
});

/** Orders a command that changes a setting. */
export const writeDevices = endpoint({
  method: 'POST',
  path: '/device/equipment/write',
  access: { permission: 'device:equipment:write' },
  body: order,
  reply: reply.data(ordered),
  texts,
});

/** Orders a command that makes the device do something. */
export const operateDevices = endpoint({
  method: 'POST',
  path: '/device/equipment/operate',
  access: { permission: 'device:equipment:operate' },
  body: order,
  reply: reply.data(ordered),
  texts,
});

/** Cancels a command that has not ended. The device may still execute what was sent. */
export const cancelCommand = endpoint({
  method: 'POST',
  path: '/device/log/cancel/:id',
  access: { permission: 'device:equipment:write' },
  params: Type.Object({ id: identifier }),
  reply: reply.done,
  texts,
});
