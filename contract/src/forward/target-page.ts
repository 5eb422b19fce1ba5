import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { forwardTarget } from './target.ts';

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const params = Type.Object({ id: identifier });
const access = { permission: `${forwardTarget.permission}:query` } as const;
const texts = forwardTarget.texts;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const minutes = Type.Object({
  /** Epoch milliseconds; the range that was asked for. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** Minutes in which something was sent or has failed, in ascending order. */
  minutes: Type.Array(
    Type.Object({
      ts: Type.Integer(),
      sent: Type.Integer(),
      failed: Type.Integer(),
      /** The largest delay of an acknowledgement, in seconds. */
      delay: nullable(Type.Integer()),
    }),
  ),
});
export type ForwardMinutes = Static<typeof minutes>;

/** Pauses or resumes a target. Whoever edits one decides where readings go, so this is less. */
export const pauseTargetPermission = `${forwardTarget.permission}:pause`;

const maxChartHours = 48;

/** What became of packets in the last hours, minute by minute. */
export const listForwardMinutes = endpoint({
  method: 'GET',
  path: `${forwardTarget.path}/minutes/:id`,
  access,
  params,
  query: Type.Object({ hours: Type.Optional(Type.Integer({ minimum: 1, maximum: maxChartHours })) }),
  reply: reply.data(minutes),
  texts,
});

const skippedPeriod = Type.Object({
  kind: Type.Integer(),
  /** The first and the last reading, epoch milliseconds. */
  from: Type.Integer(),
  to: Type.Integer(),
});

const lane = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  mn: Type.String(),
  /** Another site of the target has this MN too, so the receiver cannot tell them apart. */
  isMnShared: Type.Boolean(),
  /** Epoch milliseconds: everything until then has been dealt with, except what is in gaps. Null before the first packet. */
  sentUntil: nullable(Type.Integer()),
  gaps: Type.Integer(),
  /** The beginning of the oldest gap. */
  oldestGap: nullable(Type.Integer()),
  /** The latest periods whose readings were given up and that no reissue has sent, the newest first. */
  skipped: Type.Array(skippedPeriod),
  /** How many such periods there are. */
  skippedPeriods: Type.Integer(),
});
export type ForwardLane = Static<typeof lane>;

/** How far the sites of a target have been sent. */
export const listForwardLanes = endpoint({
  method: 'GET',
  path: `${forwardTarget.path}/lanes/:id`,
  access,
  params,
  reply: reply.data(Type.Array(lane)),
  texts,
});

const choices = Type.Object({
  sites: Type.Array(Type.Object({ siteId: Type.Integer(), siteName: Type.String(), mn: Type.String() })),
  channels: Type.Array(
    Type.Object({
      channelCode: Type.String(),
      gbCode: nullable(Type.String()),
      unit: nullable(Type.String()),
    }),
  ),
});

/** The sites of an entity and the channels that a target can name. */
export const listForwardChoices = endpoint({
  method: 'GET',
  path: `${forwardTarget.path}/choices`,
  access: { permission: `${forwardTarget.permission}:list` },
  query: Type.Object({ entityId: Type.Optional(identifier) }),
  reply: reply.data(choices),
  texts,
});
