import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { severities } from './alarm-rule.ts';

const texts = 'notify.subscription';
const permission = 'alarm:subscription:list';
export const maxSubscriptions = 20;
const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const time = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
});

/** A subscription selects alarms by severity and rule, and says by which channels and when the person is notified. */
const subscription = Type.Object({
  subscriptionName: Type.String({ minLength: 1, maxLength: 64 }),
  enabled: Type.Boolean(),
  severities: Type.Array(Type.Unsafe<string>({ type: 'string', enum: severities }), {
    minItems: 1,
    maxItems: 4,
  }),
  notifyChannelIds: Type.Array(id, { minItems: 1, maxItems: 1000 }),
  /** Null: all rules. */
  ruleIds: Type.Unsafe<number[] | null>({ type: ['array', 'null'], items: id, maxItems: 1000 }),
  /** Minutes of escalation: alarms that are still unacknowledged by then are sent; 0 sends every alarm at once. */
  afterMinutes: Type.Integer({ minimum: 0, maximum: 1440 }),
  /** Messages wait from here to there, in the zone; null without quiet hours. */
  quietFrom: time,
  quietTo: time,
  zone: Type.String({ maxLength: 64 }),
  criticalPasses: Type.Boolean(),
});
export type NotifySubscription = Static<typeof subscription>;

const stored = Type.Object({ subscriptionId: Type.Integer(), ...subscription.properties });
export type StoredSubscription = Static<typeof stored>;

/** The caller's subscriptions, and the channels and rules to choose from. */
export const listOwnSubscriptions = endpoint({
  method: 'GET',
  path: '/alarm/subscription',
  access: { permission },
  reply: reply.data(
    Type.Object({
      subscriptions: Type.Array(stored),
      email: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      phonenumber: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      channels: Type.Array(
        Type.Object({
          notifyChannelId: Type.Integer(),
          notifyChannelName: Type.String(),
          kind: Type.String(),
        }),
      ),
      rules: Type.Array(Type.Object({ ruleId: Type.Integer(), ruleName: Type.String() })),
    }),
  ),
  texts,
});

/** Messages of a subscription use the language of the request that wrote it last. */
export const addSubscription = endpoint({
  method: 'POST',
  path: '/alarm/subscription',
  access: { permission },
  body: subscription,
  reply: reply.done,
  texts,
});

const params = Type.Object({ id });

export const editSubscription = endpoint({
  method: 'PUT',
  path: '/alarm/subscription/:id',
  access: { permission },
  params,
  body: subscription,
  reply: reply.done,
  texts,
});

export const removeSubscription = endpoint({
  method: 'DELETE',
  path: '/alarm/subscription/:id',
  access: { permission },
  params,
  reply: reply.done,
  texts,
});
