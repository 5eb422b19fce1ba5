import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, flag, id, integer, number, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger, plainPattern } from '../kit/schema.ts';
import { qualityBases, qualityTests } from './data-rule.ts';

export const flagStates = ['open', 'confirmed', 'rejected'] as const;

const fact = { readOnly: true } as const;
const hidden = { ...fact, notIn: ['table', 'form', 'sheet'] } as const;

/** Hours in a row that a rule has flagged, as the auditor reviews them. */
export const flaggedPeriod = resource({
  path: '/data/audit',
  permission: 'data:audit',
  texts: 'quality.period',
  id: 'periodId',
  name: 'siteName',
  key: ['periodId'],
  order: [
    { by: 'beganAt', desc: true },
    { by: 'periodId', desc: true },
  ],
  sortable: ['beganAt', 'periodId'],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    periodId: { ...id(), notIn: ['table'] },
    siteId: ref({ ...fact, notIn: ['table', 'sheet'], search: 'exact' }),
    siteName: text({ ...fact, max: 64, search: 'like' }),
    siteCode: text({ ...fact, max: 32, onDemand: true }),
    deptId: ref({ ...hidden, search: 'below' }),
    channelCode: text({ ...hidden, max: 32 }),
    channelName: text({ ...fact, max: 64, translated: true }),
    channelNameEn: text({ ...hidden, max: 64, label: 'quality.period.fields.channelName' }),
    channelNameFr: text({ ...hidden, max: 64, label: 'quality.period.fields.channelName' }),
    unit: text({ ...hidden, max: 20 }),
    ruleId: ref({ ...fact, notIn: ['table', 'sheet'], search: 'exact' }),
    ruleName: text({ ...fact, max: 64, search: 'like', translated: true }),
    ruleNameEn: text({ ...hidden, max: 64, label: 'quality.period.fields.ruleName' }),
    ruleNameFr: text({ ...hidden, max: 64, label: 'quality.period.fields.ruleName' }),
    test: choice(qualityTests, {
      ...fact,
      search: 'exact',
      onDemand: true,
      label: 'quality.rule.fields.test',
    }),
    basis: choice(qualityBases, { ...hidden, label: 'quality.rule.fields.basis' }),
    beganAt: { kind: 'dateTime', ...fact, search: 'range' },
    hours: integer({ ...fact }),
    value: number({ ...fact, onDemand: true }),
    low: number({ ...fact, onDemand: true }),
    high: number({ ...fact, onDemand: true }),
    span: integer({ ...hidden }),
    counts: flag({ ...fact, default: true, inSheet: true, onDemand: true }),
    state: choice(flagStates, { ...fact, search: 'exact' }),
    reviewedBy: text({ ...fact, max: 64, onDemand: true }),
    reviewedAt: { kind: 'dateTime', ...fact, onDemand: true },
    reason: text({ ...fact, max: 500, onDemand: true }),
    /** Another one once an hour of the period, its values or its decision have changed; a review names it. */
    revision: text({ ...hidden, max: 32 }),
  },
});

const periodId = Type.Integer({ minimum: 1, maximum: maxInteger });
const { texts } = flaggedPeriod;

/**
 * Confirms or rejects flagged periods as they were listed, or opens them again. Rejected ones count. Hours in locked months
 * stay as they are; refused if nothing but these was asked for.
 */
export const reviewPeriods = endpoint({
  method: 'PUT',
  path: `${flaggedPeriod.path}/review`,
  access: { permission: `${flaggedPeriod.permission}:review` },
  body: Type.Object({
    periods: Type.Array(Type.Object({ periodId, revision: Type.String({ minLength: 1, maxLength: 32 }) }), {
      minItems: 1,
      maxItems: 500,
    }),
    state: Type.Enum([...flagStates]),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: plainPattern }),
  }),
  reply: reply.data(
    Type.Object({
      periods: Type.Integer(),
      hours: Type.Integer(),
      /** Periods that are undecided, because their revision is another one now, or they are gone. */
      changed: Type.Integer(),
      /** Periods that are undecided, because they are wholly in a locked month. */
      locked: Type.Integer(),
    }),
  ),
  texts,
});

const around = Type.Object({
  at: Type.Array(Type.Integer()),
  values: Type.Array(Type.Union([Type.Number(), Type.Null()])),
  from: Type.Integer(),
  /** Exclusive. */
  to: Type.Integer(),
  zone: Type.String(),
  unit: Type.Union([Type.String(), Type.Null()]),
});
export type HoursAround = Static<typeof around>;

/** The hours of the channel from a day before to a day after a flagged period. */
export const readHoursAround = endpoint({
  method: 'GET',
  path: `${flaggedPeriod.path}/hours`,
  access: { permission: `${flaggedPeriod.permission}:list` },
  query: Type.Object({ periodId }),
  reply: reply.data(around),
  texts,
});
