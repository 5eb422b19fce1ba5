import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, flag, id, integer, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { forwardStates } from './target.ts';

const fact = { readOnly: true } as const;
const hidden = { ...fact, notIn: ['table'] } as const;

/** `done`: nothing is left to be sent. */
const reissueStates = ['running', 'paused', 'stopped', 'done'] as const;

/** An order to send stored readings to targets (again). */
export const forwardReissue = resource({
  path: '/data/reissue',
  permission: 'data:reissue',
  texts: 'forward.reissue',
  id: 'reissueId',
  name: 'siteNames',
  key: ['reissueId'],
  order: [
    { by: 'createTime', desc: true },
    { by: 'reissueId', desc: true },
  ],
  without: ['add', 'edit', 'remove', 'import', 'query', 'export'],
  fields: {
    reissueId: { ...id(), notIn: ['table'] },
    state: choice(reissueStates, { ...fact, search: 'exact' }),
    total: integer(fact),
    /** The names of the first sites. */
    siteNames: text({ ...fact, max: 2000, search: 'like' }),
    siteCount: integer(hidden),
    /** Numbers of commands, with commas between. */
    kinds: text({ ...fact, max: 50, onDemand: true }),
    /** Null for packets of the log that were sent again. */
    fromTs: { kind: 'dateTime', ...fact },
    toTs: { kind: 'dateTime', ...hidden },
    targetNames: text({ ...fact, max: 2000, search: 'like' }),
    acknowledged: flag({ default: false, ...hidden }),
    sent: integer(hidden),
    leftOver: integer(hidden),
    /** A target with packets left is paused, off or failing. */
    isHeld: flag({ default: false, ...hidden }),
    createBy: text({ ...fact, max: 64, search: 'like', onDemand: true }),
    createTime: { kind: 'dateTime', ...fact, search: 'range' },
    endTime: { kind: 'dateTime', ...fact, onDemand: true },
  },
});

const { path, permission, texts } = forwardReissue;
const add = { permission: `${permission}:add` } as const;
const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

export const reissueKinds = [2011, 2051, 2061, 2031] as const;
export const maxReissueSites = 500;
export const maxReissueDays = 366;
/** Sites times days. */
export const maxReissueSiteDays = 36_600;

const reissueChoice = Type.Object({
  siteIds: Type.Array(identifier, { minItems: 1, maxItems: maxReissueSites, uniqueItems: true }),
  kinds: Type.Array(Type.Enum([...reissueKinds]), { minItems: 1, uniqueItems: true }),
  targetIds: Type.Array(identifier, { minItems: 1, maxItems: 100, uniqueItems: true }),
  /** Epoch milliseconds, both included. */
  from: moment,
  to: moment,
  /** Sends what was acknowledged again, too. */
  acknowledged: Type.Boolean(),
});
export type ReissueChoice = Static<typeof reissueChoice>;

const labels = {
  siteIds: `${texts}.fields.siteNames`,
  targetIds: `${texts}.fields.targetNames`,
  from: 'data.series.fields.from',
  to: 'data.series.fields.to',
};

const counts = {
  /** To be sent. */
  packets: Type.Integer(),
  /** Left out because the receiver has them. */
  acknowledged: Type.Integer(),
  /** Left out because they are waiting to be sent anyway. */
  waiting: Type.Integer(),
  /** Left out because they wait in a paused reissue. */
  paused: Type.Integer(),
  /** The least time that this takes. */
  seconds: Type.Number(),
};

const reissuePreview = Type.Object({
  ...counts,
  targets: Type.Array(
    Type.Object({
      targetId: Type.Integer(),
      targetName: Type.String(),
      state: Type.Enum([...forwardStates]),
      /** How many of the chosen sites it gets. */
      sites: Type.Integer(),
      /** Packets per second. */
      rate: Type.Number(),
      ...counts,
    }),
  ),
});
export type ReissuePreview = Static<typeof reissuePreview>;

/** How many packets would be sent, and how long that takes. */
export const previewReissue = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  access: add,
  body: reissueChoice,
  reply: reply.data(reissuePreview),
  texts,
  labels,
  log: 'never',
  limit: 120,
});

export const startReissue = endpoint({
  method: 'POST',
  path,
  access: add,
  body: reissueChoice,
  reply: reply.data(Type.Object({ reissueId: Type.Integer(), total: Type.Integer() })),
  texts,
  labels,
});

const maxSentAgain = 1000;

/** Sends the readings of log entries to their targets again, acknowledged or not. */
export const sendAgain = endpoint({
  method: 'POST',
  path: `${path}/again`,
  access: add,
  body: Type.Object({
    logIds: Type.Array(identifier, { minItems: 1, maxItems: maxSentAgain, uniqueItems: true }),
  }),
  reply: reply.data(
    Type.Object({
      total: Type.Integer(),
      /** Left out because they are waiting to be sent anyway. */
      waiting: Type.Integer(),
    }),
  ),
  texts,
});

const reissueActions = ['pause', 'resume', 'stop'] as const;
export type ReissueAction = (typeof reissueActions)[number];

/** Pauses, resumes or stops a reissue; what is left of a stopped one is not sent. */
export const changeReissue = endpoint({
  method: 'PUT',
  path: `${path}/state`,
  access: { permission: `${permission}:edit` },
  body: Type.Object({ reissueId: identifier, action: Type.Enum([...reissueActions]) }),
  reply: reply.done,
  texts,
});

const reissueTarget = Type.Object({
  targetId: Type.Integer(),
  targetName: Type.String(),
  entityId: Type.Integer(),
  entityName: Type.String(),
  state: Type.Enum([...forwardStates]),
});
export type ReissueTarget = Static<typeof reissueTarget>;

/** The targets that readings can be sent to, within the data scope. */
export const listReissueTargets = endpoint({
  method: 'GET',
  path: `${path}/target`,
  access: add,
  reply: reply.data(Type.Array(reissueTarget)),
  texts,
});
