import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { requestLabels } from '../kit/resource.ts';
import { bodySchema, maxInteger } from '../kit/schema.ts';
import { decisionReasons } from './linkage-decision.ts';
import { linkageRule } from './linkage-rule.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);

export const linkagePreviewDays = 30;

const previewedRun = Type.Object({
  from: Type.Integer(),
  /** Null if it would still run. */
  to: Type.Union([Type.Integer(), Type.Null()]),
  endReason: Type.Union([Type.Enum([...decisionReasons]), Type.Null()]),
  /** The values that would have started the cannon, and those that would have stopped it. */
  startValues: Type.Array(Type.Number()),
  endValues: Type.Array(Type.Number()),
});
export type PreviewedRun = Static<typeof previewedRun>;

const linkagePreview = Type.Object({
  cannonId: Type.Integer(),
  cannonName: Type.String(),
  siteId: Type.Integer(),
  siteName: Type.String(),
  zone: Type.String(),
  from: Type.Integer(),
  to: Type.Integer(),
  /** How many values were judged, and how many packets had none that counts. */
  values: Type.Integer(),
  invalid: Type.Integer(),
  /** The lowest and highest value of each step, so that no peak is lost; null in a gap. */
  line: Type.Object({
    at: Type.Array(Type.Integer()),
    low: Type.Array(nullable),
    high: Type.Array(nullable),
  }),
  /** The newest ones; more are counted, not listed. */
  runs: Type.Array(previewedRun),
  count: Type.Integer(),
  seconds: Type.Integer(),
  /** Litres; null where the model has no flow rate. */
  water: nullable,
  /** How often the condition was met and the cannon held back, by reason. */
  holds: Type.Array(Type.Object({ reason: Type.Enum([...decisionReasons]), count: Type.Integer() })),
  /** The same figures of all cannons of the rule together. */
  total: Type.Object({
    cannons: Type.Integer(),
    count: Type.Integer(),
    seconds: Type.Integer(),
    water: nullable,
  }),
});
export type LinkagePreview = Static<typeof linkagePreview>;

const { properties } = bodySchema(linkageRule, 'add');

/** When a rule would have run its cannons in the last 30 days. The rule need not be stored; nothing is switched. */
export const previewLinkage = endpoint({
  method: 'POST',
  path: `${linkageRule.path}/preview`,
  access: { permission: `${linkageRule.permission}:query` },
  body: Type.Object({
    ...properties,
    // A rule can be tried before it has a name.
    ruleName: Type.Optional(Type.Unsafe({ type: ['string', 'null'], maxLength: 64 })),
    /** The cannon whose runs are drawn; by default the first. */
    previewCannonId: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
  }),
  reply: reply.data(linkagePreview),
  texts: linkageRule.texts,
  labels: requestLabels(linkageRule),
  log: 'never',
  limit: 120,
});
