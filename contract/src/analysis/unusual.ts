import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { flagMark } from '../quality/flag-mark.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);
const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullableMoment = Type.Union([Type.Integer(), Type.Null()]);

export const unusualKinds = ['aboveUsual', 'belowUsual', 'aboveNeighbours'] as const;
export type UnusualKind = (typeof unusualKinds)[number];

/** The limits of the analysis: what is compared, and how much has to be known. */
export const unusualLimits = {
  days: 14,
  minDays: 7,
  deviations: 4,
  neighbourKm: 5,
  minNeighbours: 3,
  neighbourFactor: 2,
  /** The difference to the neighbours as a share of the upper limit of level 2. */
  limitShare: 0.2,
} as const;

/** A site with its strongest reason to be looked at. */
const unusualSite = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  entityId: Type.Integer(),
  entityName: Type.String(),
  entityNameEn: nullableText,
  entityNameFr: nullableText,
  zone: Type.String(),
  simulated: Type.Boolean(),
  /** The start of the hour on the clock of the site. */
  hour: Type.Integer(),
  /** The code of the channel. */
  channel: Type.String(),
  kind: Type.Enum([...unusualKinds]),
  value: Type.Number(),
  /** The median that the value is compared with, and the bounds of what is usual; neighbours have no lower bound. */
  usual: Type.Number(),
  lower: nullable,
  upper: Type.Number(),
  /** Days or neighbours in the median. */
  count: Type.Integer(),
  /** How many times the threshold is exceeded; 1 is just unusual. */
  strength: Type.Number(),
  /** The same hour of the 14 days before, the oldest first; null where there is no valid hour. */
  days: Type.Array(nullable),
  /** What data rules have found in the value; without rejected flags. */
  flags: Type.Array(flagMark),
});
export type UnusualSite = Static<typeof unusualSite>;

/**
 * Sites whose newest hour is unusual, the strongest reason first: outside the median ± 4 MAD of the same hour of day over
 * 14 days, or above twice the median of the neighbours within 5 km. It is computed once for everybody after each roll-up
 * and filtered by the data scope.
 */
export const listUnusual = endpoint({
  method: 'GET',
  path: '/analysis/realtime',
  access: { permission: 'analysis:realtime:list' },
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 64 })),
    entityId: Type.Optional(id),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    kind: Type.Optional(Type.Enum([...unusualKinds])),
    pageNum: Type.Optional(id),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reply: reply.data(
    Type.Object({
      /** The start of the newest hour that has ended, and when it was analysed; null if that has never happened. */
      hour: nullableMoment,
      computedAt: nullableMoment,
      /** The zone of the server, in which both are shown. */
      zone: Type.String(),
      /** Sites within the data scope; those with a value in the hour; those of them with too few days to compare with. */
      sites: Type.Integer(),
      looked: Type.Integer(),
      shortHistory: Type.Integer(),
      unusual: Type.Integer(),
      /** Unusual sites that match the filters. */
      total: Type.Integer(),
      rows: Type.Array(unusualSite),
    }),
  ),
  texts: 'analysis.unusual',
});
export type UnusualPage = Static<(typeof listUnusual)['reply']['schema']>;

export const exportUnusual = exportEndpoint(listUnusual);
