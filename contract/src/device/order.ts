import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { maxOrderedDevices } from './equipment.ts';

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });

/** A command for some devices, with the values of its parameters. */
const order = Type.Object({
  commandId: identifier,
  siteIds: Type.Array(identifier, { minItems: 1, maxItems: maxOrderedDevices }),
  values: Type.Optional(Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 500 }))),
  /** Hours for which a device that is offline is waited for; without it the command is refused there. */
  waitHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168 })),
  /** The number of devices, typed in by the person; required for critical commands. */
  confirmed: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
  /** K or B is written to devices although the platform applies those of their sites too: values are corrected twice. */
  correctsTwice: Type.Optional(Type.Boolean()),
});

const ordered = Type.Object({
  batchId: Type.String(),
  /** What became of the order at each device: queued, or refused because it is offline. */
  devices: Type.Array(Type.Object({ siteId: Type.Integer(), logId: Type.Integer(), state: Type.String() })),
});

const texts = 'device.order';

/** The right to order a command depends on what it does to the device. */
function orderEndpoint<const Action extends string>(action: Action) {
  return endpoint({
    method: 'POST',
    path: `/device/equipment/${action}`,
    access: { permission: `device:equipment:${action}` },
    body: order,
    reply: reply.data(ordered),
    texts,
  });
}

export const readDevices = orderEndpoint('read');
export const writeDevices = orderEndpoint('write');
export const operateDevices = orderEndpoint('operate');

/**
 * Cancels a command that has not ended, for who may order it: the rights depend on the command. The device may still
 * execute what was sent.
 */
export const cancelCommand = endpoint({
  method: 'POST',
  path: '/device/log/cancel/:id',
  access: 'session',
  params: Type.Object({ id: identifier }),
  reply: reply.done,
  texts,
});
