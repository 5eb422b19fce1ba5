import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { requestLabels } from '../kit/resource.ts';
import { bodySchema, maxInteger } from '../kit/schema.ts';
import { alarmRule, ruleBases } from './alarm-rule.ts';

const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullable = Type.Union([Type.Number(), Type.Null()]);
const nullableMoment = Type.Union([Type.Integer(), Type.Null()]);

export const previewDays = 30;

const previewedEpisode = Type.Object({
  from: Type.Integer(),
  /** Null if it is still running. */
  to: nullableMoment,
  peak: nullable,
  peakAt: Type.Integer(),
  /** Many alarms in a short time, joined to one. */
  unstable: Type.Boolean(),
});

const rulePreview = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  zone: Type.String(),
  from: Type.Integer(),
  to: Type.Integer(),
  basis: Type.Enum([...ruleBases]),
  /** The limit that values were compared with, and the value at which the alarm ends; null if there is none. */
  limit: nullable,
  endLimit: nullable,
  /** How many values were judged. */
  values: Type.Integer(),
  /** The lowest and highest value of each step, so that no peak is lost; null in a gap. */
  line: Type.Object({
    at: Type.Array(Type.Integer()),
    low: Type.Array(nullable),
    high: Type.Array(nullable),
  }),
  episodes: Type.Array(previewedEpisode),
  /** More episodes than these are counted, not listed. */
  count: Type.Integer(),
  seconds: Type.Integer(),
  /** Messages that people would have received: starts, repeats and ends. */
  messages: Type.Integer(),
});
export type RulePreview = Static<typeof rulePreview>;

const { properties } = bodySchema(alarmRule, 'add');

/** How often a rule would have raised an alarm at one of its sites in the last 30 days. The rule need not be stored. */
export const previewRule = endpoint({
  method: 'POST',
  path: `${alarmRule.path}/preview`,
  access: { permission: `${alarmRule.permission}:query` },
  body: Type.Object({
    ...properties,
    // A rule can be tried before it has a name.
    ruleName: Type.Optional(Type.Unsafe({ type: ['string', 'null'], maxLength: 64 })),
    /** By default the first site of the target that measures the channel. */
    previewSiteId: Type.Optional(id),
  }),
  reply: reply.data(rulePreview),
  texts: alarmRule.texts,
  labels: requestLabels(alarmRule),
  log: 'never',
  limit: 120,
});
