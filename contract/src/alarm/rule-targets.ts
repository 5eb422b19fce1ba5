import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger, rowSchema } from '../kit/schema.ts';
import { alarmRule, ruleTargets } from './alarm-rule.ts';

const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullableText = Type.Union([Type.String(), Type.Null()]);

const targetChoice = Type.Object({
  /** Null for an entity group, which is known by its name. */
  id: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.String(),
  nameEn: nullableText,
  nameFr: nullableText,
  /** The entity of a site. */
  entityName: nullableText,
  entityNameEn: nullableText,
  entityNameFr: nullableText,
  /** How many sites there are. */
  siteCount: Type.Integer(),
  /** The channels of its device types. */
  channelIds: Type.Array(Type.Integer()),
  /** The channels that the limits of sites are for. */
  limitChannelIds: Type.Array(Type.Integer()),
});
export type TargetChoice = Static<typeof targetChoice>;

export const maxTargetChoices = 50;

/** Sites, entities, groups or device types that a rule can be for, in the caller's data scope. */
export const listRuleTargets = endpoint({
  method: 'GET',
  path: `${alarmRule.path}/targets`,
  access: { permission: `${alarmRule.permission}:query` },
  query: Type.Object({
    target: Type.Enum([...ruleTargets]),
    search: Type.Optional(Type.String({ maxLength: 64 })),
    /** Only this one. */
    id: Type.Optional(id),
    /** Only sites of this target. */
    entityId: Type.Optional(id),
    entityGroup: Type.Optional(Type.String({ maxLength: 50 })),
    deviceTypeId: Type.Optional(id),
    /** Only sites whose device type has this channel. */
    channelId: Type.Optional(id),
  }),
  reply: reply.data(
    Type.Object({
      /** At most 50, by name. */
      choices: Type.Array(targetChoice),
      total: Type.Integer(),
    }),
  ),
  texts: alarmRule.texts,
});

/** Why a rule for a site does not apply there. */
const inapplicableReasons = ['disabled', 'problem', 'replaced', 'notMeasured', 'noLimit'] as const;

const siteRule = Type.Object({
  rule: rowSchema(alarmRule),
  applies: Type.Boolean(),
  /** Null if it applies. */
  reason: Type.Union([Type.Enum([...inapplicableReasons]), Type.Null()]),
  /** The more specific rule that applies instead. */
  replacedBy: nullableText,
  /** The limit of the site that the rule compares with. */
  siteLimit: Type.Union([Type.Number(), Type.Null()]),
});
export type SiteRule = Static<typeof siteRule>;

/**
 * All rules that target a site. Open to those who may list rules or look at sites, so `access` is checked by the handler.
 */
export const listSiteRules = endpoint({
  method: 'GET',
  path: `${alarmRule.path}/site/:siteId`,
  access: 'session',
  params: Type.Object({ siteId: id }),
  reply: reply.data(Type.Object({ siteName: Type.String(), rules: Type.Array(siteRule) })),
  texts: alarmRule.texts,
});

/** How many alarms of these rules are running, to warn before they are removed or disabled. */
export const countRunningAlarms = endpoint({
  method: 'GET',
  path: `${alarmRule.path}/running`,
  access: { permission: `${alarmRule.permission}:list` },
  query: Type.Object({ ruleIds: Type.Array(id, { minItems: 1, maxItems: 1000 }) }),
  reply: reply.data(Type.Object({ count: Type.Integer() })),
  texts: alarmRule.texts,
});
