import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { severities } from './alarm-rule.ts';

const texts = 'notify.subscription';
const permission = 'alarm:subscription:list';
const ids = Type.Array(Type.Integer({ minimum: 1, maximum: maxInteger }), { maxItems: 1000 });
const time = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
});

const subscription = Type.Object({
  severities: Type.Array(Type.Unsafe<string>({ type: 'string', enum: severities }), { maxItems: 4 }),
  notifyChannelIds: ids,
  /** Null: all rules. */
  ruleIds: Type.Unsafe<number[] | null>({
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 1, maximum: maxInteger },
    maxItems: 1000,
  }),
  /** Messages wait from here to there, in the zone; null without quiet hours. */
  quietFrom: time,
  quietTo: time,
  zone: Type.String({ maxLength: 64 }),
  criticalPasses: Type.Boolean(),
});
export type NotifySubscription = Static<typeof subscription>;

/** The caller's notification settings, and the channels and rules to choose from. */
export const readSubscription = endpoint({
  method: 'GET',
  path: '/alarm/subscription',
  access: { permission },
  reply: reply.data(
    Type.Object({
      ...subscription.properties,
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

/** Replaces the caller's notification settings; messages use the language of this request. */
export const saveSubscription = endpoint({
  method: 'PUT',
  path: '/alarm/subscription',
  access: { permission },
  body: subscription,
  reply: reply.done,
  texts,
});
