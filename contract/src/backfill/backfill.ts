import Type, { type Static } from 'typebox';
import { DAY_MS } from '../durations.ts';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, flag, id, integer, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';

const fact = { readOnly: true } as const;
const hidden = { ...fact, notIn: ['table'] } as const;

/** Means of minutes, hours and days, by the number of their command. */
export const backfillKinds = [2051, 2061, 2031] as const;
export type BackfillKind = (typeof backfillKinds)[number];

const backfillStates = ['waiting', 'sent', 'answered', 'incomplete', 'failed', 'refused'] as const;
export type BackfillState = (typeof backfillStates)[number];

/** Why a request brought less than everything. */
const backfillReasons = [
  'noData',
  'timedOut',
  'refused',
  'failed',
  'interrupted',
  'cancelled',
  'offline',
  'command',
  'locked',
] as const;
export type BackfillReason = (typeof backfillReasons)[number];

/** A request to a device for data of a period that is missing here. */
export const backfillRequest = resource({
  path: '/data/backfill',
  permission: 'data:backfill',
  texts: 'backfill',
  id: 'requestId',
  name: 'siteName',
  key: ['requestId'],
  order: [
    { by: 'createTime', desc: true },
    { by: 'requestId', desc: true },
  ],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    requestId: { ...id(), notIn: ['table'] },
    state: choice(backfillStates, { ...fact, search: 'exact' }),
    siteName: text({ ...fact, max: 100, search: 'like' }),
    mn: text({ ...fact, max: 24, search: 'like', onDemand: true }),
    kind: choice(['2051', '2061', '2031'], { ...fact, search: 'exact' }),
    fromTs: { kind: 'dateTime', ...fact },
    toTs: { kind: 'dateTime', ...hidden },
    missing: integer(fact),
    arrived: integer(hidden),
    reason: choice(backfillReasons, { ...hidden }),
    automatic: flag({ default: false, ...fact, onDemand: true }),
    createBy: text({ ...fact, max: 64, search: 'like', onDemand: true }),
    createTime: { kind: 'dateTime', ...fact, search: 'range' },
    sentTime: { kind: 'dateTime', ...fact, onDemand: true },
    endTime: { kind: 'dateTime', ...fact, onDemand: true },
  },
});

const { path, permission, texts } = backfillRequest;
const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

/** The longest period in which gaps of each kind are looked for. */
export const maxGapDays: Readonly<Record<BackfillKind, number>> = { 2051: 2, 2061: 92, 2031: 366 };
/** Requests that one order may make. */
export const maxBackfillRequests = 100;
/** Gaps of a kind that are listed one by one, the newest first. */
export const maxListedGaps = 200;

/** Whether gaps of a kind are looked for in a period. */
export function isGapPeriod(kind: BackfillKind, { from, to }: { from: number; to: number }): boolean {
  return to > from && to - from <= maxGapDays[kind] * DAY_MS;
}

const gap = Type.Object({
  from: Type.Integer(),
  /** The end of the last missing row. */
  to: Type.Integer(),
  missing: Type.Integer(),
  /** How many of these rows requests under way ask for. */
  asked: Type.Integer(),
});

const gapsOfKind = Type.Object({
  kind: Type.Enum([...backfillKinds]),
  gaps: Type.Array(gap),
  /** Gaps, and their rows, also of those that are not listed. */
  count: Type.Integer(),
  missing: Type.Integer(),
  asked: Type.Integer(),
  /** Requests that would ask for the rest, and its period. */
  requests: Type.Integer(),
  period: Type.Union([Type.Object({ from: Type.Integer(), to: Type.Integer() }), Type.Null()]),
  /** Why the device cannot be asked now, in the language of the caller. */
  problem: Type.Union([Type.String(), Type.Null()]),
});
export type GapsOfKind = Static<typeof gapsOfKind>;

const siteGaps = Type.Object({ siteId: Type.Integer(), zone: Type.String(), kinds: Type.Array(gapsOfKind) });
export type SiteGaps = Static<typeof siteGaps>;

const period = { siteId: identifier, from: moment, to: moment };
const labels = {
  from: 'data.series.fields.from',
  to: 'data.series.fields.to',
  siteId: `${texts}.fields.siteName`,
};

/** The periods of a site in which minutes, hours or days are missing; of each kind whose period is not too long. */
export const listDataGaps = endpoint({
  method: 'GET',
  path: `${path}/gaps`,
  access: { permission: 'data:completeness:list' },
  query: Type.Object(period),
  reply: reply.data(siteGaps),
  texts,
  labels,
});

/** Asks the device of a site for all rows of a kind that are missing in a period. */
export const askDevice = endpoint({
  method: 'POST',
  path,
  access: { permission: `${permission}:add` },
  body: Type.Object({ ...period, kind: Type.Enum([...backfillKinds]) }),
  reply: reply.data(Type.Object({ requests: Type.Integer(), missing: Type.Integer() })),
  texts,
  labels,
});
