import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { orderActions } from './command-action.ts';
import { paramTypes } from './command-param.ts';
import { maxOrderedDevices } from './equipment.ts';

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

const offeredParam = Type.Object({
  paramCode: Type.String(),
  paramName: Type.String(),
  paramNameEn: nullableText,
  paramNameFr: nullableText,
  paramType: Type.Enum([...paramTypes]),
  unit: nullableText,
  minValue: nullableNumber,
  maxValue: nullableNumber,
  choices: Type.Array(Type.String()),
  defaultValue: nullableText,
});
export type OfferedParam = Static<typeof offeredParam>;

const offeredCommand = Type.Object({
  commandId: Type.Integer(),
  commandCode: Type.String(),
  commandName: Type.String(),
  commandNameEn: nullableText,
  commandNameFr: nullableText,
  commandType: Type.String(),
  action: Type.Enum([...orderActions]),
  dangerous: Type.Boolean(),
  /** It writes K or B of an instrument. */
  writesCoefficient: Type.Boolean(),
  params: Type.Array(offeredParam),
});
export type OfferedCommand = Static<typeof offeredCommand>;

const offeredChannel = Type.Object({
  code: Type.String(),
  channelName: Type.String(),
  channelNameEn: nullableText,
  channelNameFr: nullableText,
});
export type OfferedChannel = Static<typeof offeredChannel>;

const offeredDevice = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  mn: Type.String(),
  isConnected: Type.Boolean(),
  /** Whether the platform applies K and B of the site. */
  isCorrected: Type.Boolean(),
});
export type OfferedDevice = Static<typeof offeredDevice>;

const offer = Type.Object({
  devices: Type.Array(offeredDevice),
  /** The commands that every one of the devices understands and the caller may order. */
  commands: Type.Array(offeredCommand),
  /** The channels that every one of the devices measures, by the code that commands use. */
  channels: Type.Array(offeredChannel),
});
export type CommandOffer = Static<typeof offer>;

/** What can be ordered for some devices. */
export const offerCommands = endpoint({
  method: 'GET',
  path: '/device/equipment/commands',
  access: { permission: 'device:equipment:query' },
  query: Type.Object({ siteIds: Type.Array(identifier, { minItems: 1, maxItems: maxOrderedDevices }) }),
  reply: reply.data(offer),
  texts: 'device.order',
});

const batchDevice = Type.Object({
  logId: Type.Integer(),
  siteId: Type.Integer(),
  siteName: Type.String(),
  state: Type.String(),
  /** Whether the caller may cancel it. */
  cancellable: Type.Boolean(),
  /** Whether K or B was sent to the device although the platform applies those of the site too. */
  isCorrectedTwice: Type.Boolean(),
  resultDesc: nullableText,
  /** When it was queued, and when it reached its later states. */
  dataTime: nullableText,
  sentAt: nullableText,
  acceptedAt: nullableText,
  answeredAt: nullableText,
  endedAt: nullableText,
  /** What the device has answered. */
  values: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Type.String(),
      unit: nullableText,
      /** The time of its packet, by the clock of the device. */
      dataTime: nullableText,
    }),
  ),
  /** How many further values the log of the command has. */
  moreValues: Type.Integer(),
});
export type BatchDevice = Static<typeof batchDevice>;

/** What became of an order at each of its devices. */
export const getBatch = endpoint({
  method: 'GET',
  path: '/device/equipment/batch/:batchId',
  access: { permission: 'device:equipment:query' },
  params: Type.Object({ batchId: Type.String({ pattern: '^[0-9a-f-]{36}$' }) }),
  reply: reply.data(Type.Array(batchDevice)),
  texts: 'device.order',
});
