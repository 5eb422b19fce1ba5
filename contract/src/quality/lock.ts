import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, id, integer, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';

const texts = 'lock.month';
const labels = {
  entityId: 'lock.fields.entity',
  search: 'lock.list.search',
  month: 'lock.fields.month',
  from: 'lock.fields.from',
  to: 'lock.fields.to',
  state: 'lock.fields.state',
  reason: 'lock.fields.reason',
  lockId: 'lock.fields.lock',
};

const number = Type.Integer({ minimum: 1, maximum: maxInteger });
const month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' });
const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

/** `waiting`: unlocked, and packets that came meanwhile are still being let in. */
export const monthLockStates = ['open', 'locked', 'waiting'] as const;

/** A month of an entity that has ended on its clock. */
const monthState = Type.Object({
  entityId: Type.Integer(),
  entityName: Type.String(),
  entityNameEn: nullableText,
  entityNameFr: nullableText,
  zone: Type.String(),
  /** As `yyyy-MM`. */
  month: Type.String(),
  state: Type.Enum([...monthLockStates]),
  sites: Type.Integer(),
  /** As in data completeness; null without anything to count. */
  transmissionRate: nullableNumber,
  validRate: nullableNumber,
  lockId: Type.Union([Type.Integer(), Type.Null()]),
  lockedAt: Type.Union([Type.Integer(), Type.Null()]),
  lockedBy: nullableText,
  reason: nullableText,
  /** Packets that came after the lock, or still wait to be let in, with their sites. */
  keptPackets: Type.Integer(),
  keptSites: Type.Integer(),
});
export type MonthState = Static<typeof monthState>;

/** Ended months of the entities within the data scope, the newest first; by default those of a year. */
export const listMonthLocks = endpoint({
  method: 'GET',
  path: '/data/audit/lock/list',
  access: { permission: 'data:audit:list' },
  query: Type.Object({
    entityId: Type.Optional(number),
    /** A part of the entity's name. */
    search: Type.Optional(Type.String({ maxLength: 64 })),
    from: Type.Optional(month),
    to: Type.Optional(month),
    state: Type.Optional(Type.Enum([...monthLockStates])),
    pageNum: Type.Optional(number),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  reply: reply.page(monthState),
  texts,
  labels,
});

/**
 * Locks a month of an entity: its readings, hours and days do not change any more. Roll-ups of the month that wait are
 * made first.
 */
export const lockMonth = endpoint({
  method: 'POST',
  path: '/data/audit/lock',
  access: { permission: 'data:audit:lock' },
  body: Type.Object({
    entityId: number,
    month,
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: reply.data(Type.Object({ lockId: Type.Integer() })),
  texts,
  labels,
});

/** Unlocks a month; the packets that came meanwhile are let in by a worker. */
export const unlockMonth = endpoint({
  method: 'POST',
  path: '/data/audit/lock/unlock',
  access: { permission: 'data:audit:unlock' },
  body: Type.Object({
    lockId: number,
    reason: Type.String({ minLength: 2, maxLength: 200 }),
  }),
  reply: reply.data(Type.Object({ keptPackets: Type.Integer() })),
  texts: 'lock.unlock',
  labels,
  log: 'update',
});

const fact = { readOnly: true } as const;
const hidden = { notIn: ['table', 'form', 'sheet'] } as const;

const entityFields = {
  entityId: ref({ ...fact, notIn: ['table', 'form', 'sheet'], search: 'exact' }),
  entityName: text({ ...fact, max: 64, translated: true }),
  entityNameEn: text({ ...fact, ...hidden, max: 64, label: 'lock.fields.entity' }),
  entityNameFr: text({ ...fact, ...hidden, max: 64, label: 'lock.fields.entity' }),
  deptId: ref({ ...fact, notIn: ['table', 'form', 'sheet'], search: 'below' }),
  month: text({ ...fact, max: 7, search: 'exact' }),
} as const;

const without = ['add', 'edit', 'remove', 'import', 'query'] as const;

/** Packets that came after the lock of their month, complete as they were sent. */
export const keptPacket = resource({
  path: '/data/audit/packet',
  permission: 'data:audit',
  texts: 'lock.packet',
  id: 'packetId',
  name: 'siteName',
  key: ['packetId'],
  order: [
    { by: 'ts', desc: false },
    { by: 'packetId', desc: false },
  ],
  sortable: ['ts', 'arrivedAt', 'packetId'],
  without,
  fields: {
    packetId: { ...id(), notIn: ['table'] },
    lockId: ref({ ...fact, notIn: ['table', 'form', 'sheet'], search: 'exact' }),
    siteId: ref({ ...fact, notIn: ['table', 'form', 'sheet'], search: 'exact' }),
    siteName: text({ ...fact, max: 64, search: 'like' }),
    ...entityFields,
    /** On the clock of the entity. */
    localTime: text({ ...fact, max: 19 }),
    ts: { kind: 'dateTime', ...fact, notIn: ['table', 'form'] },
    kind: choice(['2011', '2051', '2061', '2031'], { ...fact, search: 'exact' }),
    /** By channel what was sent, with its flag. */
    sentValues: text({ ...fact, max: 4000 }),
    arrivedAt: { kind: 'dateTime', ...fact },
    lastArrivedAt: { kind: 'dateTime', ...fact, notIn: ['table'] },
    arrivals: integer({ ...fact }),
  },
});

/** Who locked and unlocked months, when and why. */
export const monthLockLog = resource({
  path: '/data/audit/lockLog',
  permission: 'data:audit',
  texts: 'lock.log',
  id: 'logId',
  name: 'month',
  key: ['logId'],
  order: [
    { by: 'loggedAt', desc: true },
    { by: 'logId', desc: true },
  ],
  sortable: ['loggedAt', 'logId'],
  without,
  fields: {
    logId: { ...id(), notIn: ['table'] },
    loggedAt: { kind: 'dateTime', ...fact, search: 'range' },
    ...entityFields,
    action: choice(['lock', 'unlock'], { ...fact, search: 'exact' }),
    userName: text({ ...fact, max: 64, search: 'like' }),
    reason: text({ ...fact, max: 200 }),
    /** Of an unlocking: the packets that had come, and what became of them. */
    keptPackets: integer({ ...fact }),
    letIn: integer({ ...fact }),
    expired: integer({ ...fact }),
  },
});
