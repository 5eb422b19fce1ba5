import Type, { type Static } from 'typebox';
import { date } from '../kit/date.ts';
import { endpoint, reply } from '../kit/endpoint.ts';
import { requestLabels } from '../kit/resource.ts';
import { bodySchema, maxInteger } from '../kit/schema.ts';
import { workStarted } from '../work.ts';
import { dataRule } from './data-rule.ts';

const id = Type.Integer({ minimum: 1, maximum: maxInteger });

export const previewRuleDays = 30;
export const maxAppliedDays = 400;

const rulePreview = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  /** Hours with a valid value, and how many of them, or of the gaps between them, would be flagged. */
  hours: Type.Integer(),
  flagged: Type.Integer(),
  /** Those that the sites around show as well. */
  shared: Type.Integer(),
  /** The newest flagged hours. */
  newest: Type.Array(Type.Object({ at: Type.Integer(), value: Type.Union([Type.Number(), Type.Null()]) })),
  zone: Type.String(),
});
export type QualityPreview = Static<typeof rulePreview>;

const { properties } = bodySchema(dataRule, 'add');

/** How many hours a rule would have flagged at a site in the last 30 days. The rule need not be stored. */
export const previewDataRule = endpoint({
  method: 'POST',
  path: `${dataRule.path}/preview`,
  access: { permission: `${dataRule.permission}:query` },
  body: Type.Object({
    ...properties,
    // A rule can be tried before it has a name.
    ruleName: Type.Optional(Type.Unsafe({ type: ['string', 'null'], maxLength: 64 })),
    previewSiteId: id,
  }),
  reply: reply.data(rulePreview),
  texts: dataRule.texts,
  labels: requestLabels(dataRule),
  log: 'never',
  limit: 120,
});

/**
 * Judges stored hours of sites with the rules in force, as background work: from the first to the last date, both included,
 * each site by its own zone.
 */
export const applyDataRules = endpoint({
  method: 'POST',
  path: `${dataRule.path}/apply`,
  access: { permission: `${dataRule.permission}:apply` },
  body: Type.Object({
    siteIds: Type.Array(id, { minItems: 1, maxItems: 1000 }),
    from: date,
    to: date,
  }),
  reply: workStarted,
  texts: dataRule.texts,
  labels: {
    siteIds: 'data.series.fields.site',
    from: 'data.series.fields.from',
    to: 'data.series.fields.to',
  },
});
