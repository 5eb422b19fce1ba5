import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { fogCannon, jogRange, switchStates } from './cannon.ts';

export const cannonActions = ['on', 'off', 'jog'] as const;
export type CannonAction = (typeof cannonActions)[number];

/** From stored to its end; a test of the connection is an order too. */
const orderStates = ['queued', 'sent', 'done', 'failed', 'expired', 'superseded', 'interrupted'] as const;
export type OrderState = (typeof orderStates)[number];

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullableText = Type.Union([Type.String(), Type.Null()]);
const texts = fogCannon.texts;
const labels = { seconds: `${texts}.fields.jogSeconds` };

const ordered = Type.Object({ orderId: Type.Integer() });

/** Switches a cannon: the order is stored, sent by the process that controls cannons, and followed by its id. */
export const switchCannon = endpoint({
  method: 'POST',
  path: '/fog/gun/operate/:id',
  access: { permission: 'fog:gun:operate' },
  params: Type.Object({ id: identifier }),
  body: Type.Object({
    action: Type.Enum([...cannonActions]),
    /** Of a jog; by default those of the cannon. */
    seconds: Type.Optional(Type.Integer({ minimum: jogRange.min, maximum: jogRange.max })),
  }),
  reply: reply.data(ordered),
  texts,
  labels,
});

/** Gives a cannon that a person has switched back to the linkage rules before its time. */
export const releaseCannon = endpoint({
  method: 'POST',
  path: '/fog/gun/release/:id',
  access: { permission: 'fog:gun:operate' },
  params: Type.Object({ id: identifier }),
  reply: reply.done,
  texts,
});

/**
 * Confirms that the relay of a cannon cannot be reached and may be on: for ten minutes its settings can be changed and it
 * can be removed all the same.
 */
export const giveUpRelay = endpoint({
  method: 'POST',
  path: '/fog/gun/giveUp/:id',
  access: { permission: 'fog:gun:edit' },
  params: Type.Object({ id: identifier }),
  reply: reply.done,
  texts,
});

/** Connects to the controller and reads its state; switches nothing. */
export const testCannon = endpoint({
  method: 'POST',
  path: '/fog/gun/test/:id',
  access: { permission: 'fog:gun:edit' },
  params: Type.Object({ id: identifier }),
  reply: reply.data(ordered),
  texts,
  limit: 60,
});

const cannonOrder = Type.Object({
  orderId: Type.Integer(),
  cannonId: Type.Integer(),
  action: Type.String(),
  state: Type.Enum([...orderStates]),
  /** What went wrong, or what was found. */
  message: nullableText,
  attempts: Type.Integer(),
});
export type CannonOrder = Static<typeof cannonOrder>;

/** What has become of an order. */
export const findCannonOrder = endpoint({
  method: 'GET',
  path: '/fog/gun/order/:id',
  access: { permission: 'fog:gun:list' },
  params: Type.Object({ id: identifier }),
  reply: reply.data(cannonOrder),
  texts,
});

const mappedCannon = Type.Object({
  cannonId: Type.Integer(),
  cannonName: Type.String(),
  model: nullableText,
  longitude: Type.Number(),
  latitude: Type.Number(),
  reach: Type.Union([Type.Integer(), Type.Null()]),
  switchState: Type.Enum([...switchStates]),
  commandedState: nullableText,
  jog: Type.String(),
  jogSeconds: Type.Integer(),
  problem: nullableText,
  runStartedAt: nullableText,
  /** Until then a person decides, and linkage rules do not. */
  manualUntil: nullableText,
});
export type MappedCannon = Static<typeof mappedCannon>;

/** The cannons that have a place, for maps. */
export const listMappedCannons = endpoint({
  method: 'GET',
  path: '/fog/gun/map',
  access: { permission: 'fog:gun:list' },
  reply: reply.data(Type.Array(mappedCannon)),
  texts,
});

const named = { name: Type.String(), nameEn: nullableText, nameFr: nullableText };

/**
 * What the form of a cannon offers: sites, of one entity if it is given, and commands that the caller may let the cannon
 * order, of one station if it is given.
 */
export const listCannonChoices = endpoint({
  method: 'GET',
  path: '/fog/gun/choices',
  access: { permission: 'fog:gun:list' },
  query: Type.Object({ entityId: Type.Optional(identifier), siteId: Type.Optional(identifier) }),
  reply: reply.data(
    Type.Object({
      sites: Type.Array(Type.Object({ id: Type.Integer(), ...named })),
      commands: Type.Array(Type.Object({ id: Type.Integer(), ...named })),
    }),
  ),
  texts,
});

/**
 * DTUs that were disconnected lately: unknown registrations, and known ones with a wrong password. The latter are listed
 * for users who may see the cannon.
 */
export const listUnknownDtus = endpoint({
  method: 'GET',
  path: '/fog/gun/dtus',
  access: { permission: 'fog:gun:add' },
  reply: reply.data(
    Type.Object({
      /** Undefined while the port is not open. */
      port: Type.Union([Type.Integer(), Type.Null()]),
      unknown: Type.Array(
        Type.Object({
          registration: Type.String(),
          address: Type.String(),
          /** Why it was disconnected: `unknown`, `password`, `locked` or `silent`. */
          reason: Type.String(),
          lastSeen: Type.String(),
          calls: Type.Integer(),
        }),
      ),
    }),
  ),
  texts,
});
