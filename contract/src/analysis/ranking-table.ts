import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagsOfValue } from '../quality/flag-mark.ts';
import { dateOrMonth } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

export const rankingUnits = ['site', 'entity', 'group'] as const;
export type RankingUnit = (typeof rankingUnits)[number];

/**
 * Why a unit has no rank: the site is disabled, nothing was measured, fewer than 75 % of the days are valid (of an
 * entity or a group: of the sites), the index is withheld (HJ 633-2026 §5.3), or an entity belongs to no group.
 */
export const leftOutReasons = ['disabled', 'noData', 'tooLittle', 'withheld', 'noGroup'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The share of days, and of the sites of an entity or a group, that must be valid. */
export const minValidShare = 0.75;

/** Ten years. */
export const maxRankingTableDays = 3660;

const rankingEntry = Type.Object({
  /** Equal values share a rank; null for a unit that is left out. */
  rank: nullableInteger,
  reason: Type.Union([Type.Enum([...leftOutReasons]), Type.Null()]),
  /** Null for an entity or a group. */
  siteId: nullableInteger,
  siteCode: nullableText,
  siteName: nullableText,
  /** Null for a group; set for an entity that is left out of the ranking of groups. */
  entityId: nullableInteger,
  entityName: nullableText,
  entityNameEn: nullableText,
  entityNameFr: nullableText,
  /** The group of entities; null for entities without one. */
  entityGroup: nullableText,
  /** The mean of the channel, or of the index if no channel is requested. */
  value: nullable,
  /** Of the index: the pollutant that was primary on most days. */
  primary: nullableText,
  /** The index is based on fewer pollutants than the standard requires. */
  reference: Type.Boolean(),
  /** The pollutants whose absence withholds the index; otherwise empty. */
  missing: Type.Array(Type.String()),
  /** Valid hours or days in the value, and how many there could be so far. */
  counted: Type.Integer(),
  expected: Type.Integer(),
  /** Of an entity or a group: sites in the value, and sites that could be. */
  sites: Type.Integer(),
  allSites: Type.Integer(),
  /** Flagged hours of the period, of all sites of an entity or a group together. */
  flags: flagsOfValue,
  /** The value of the compared period, by the same rules. */
  before: nullable,
  change: nullable,
  /** How many ranks a unit has moved up the list, among those with a value in both periods. */
  rankChange: nullableInteger,
  /** The period has not ended at the site: the value is preliminary. */
  soFar: Type.Boolean(),
  simulated: Type.Boolean(),
});
export type RankingEntry = Static<typeof rankingEntry>;

const rankingSorts = ['rank', 'name', 'value', 'change', 'rankChange'] as const;
export type RankingSort = (typeof rankingSorts)[number];

const rankingTable = Type.Object({
  rows: Type.Array(rankingEntry),
  /** How many units match the search. */
  total: Type.Integer(),
  /** Units in the data scope and the filter (without entities that have no group), those with a rank, and those with a value in both periods. */
  units: Type.Integer(),
  ranked: Type.Integer(),
  compared: Type.Integer(),
  leftOut: Type.Object({
    disabled: Type.Integer(),
    noData: Type.Integer(),
    tooLittle: Type.Integer(),
    withheld: Type.Integer(),
    noGroup: Type.Integer(),
  }),
  /** The zones of the ranked sites; hours and days are those of each site. */
  zones: Type.Array(Type.String()),
});
export type RankingTable = Static<typeof rankingTable>;

/**
 * All sites, entities or groups of entities in the order of a channel or of the air-quality index, with their change
 * against another period: of the hour that contains `at`, or of the days `from` to `to` of each site. The first rank is
 * the highest value unless `order` is `asc`.
 */
export const readRankingTable = endpoint({
  method: 'GET',
  path: '/analysis/ranking/table',
  access: { permission: 'analysis:ranking:list' },
  query: Type.Object({
    by: Type.Optional(Type.Enum([...rankingUnits])),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    index: chosenIndex,
    at: Type.Optional(moment),
    from: Type.Optional(dateOrMonth),
    to: Type.Optional(dateOrMonth),
    compareAt: Type.Optional(moment),
    compareFrom: Type.Optional(dateOrMonth),
    compareTo: Type.Optional(dateOrMonth),
    order: Type.Optional(Type.Enum(['desc', 'asc'])),
    entityId: Type.Optional(id),
    search: Type.Optional(Type.String({ maxLength: 64 })),
    pageNum: Type.Optional(id),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    orderByColumn: Type.Optional(Type.Enum([...rankingSorts])),
    isAsc: Type.Optional(Type.String({ maxLength: 16 })),
  }),
  reply: reply.data(rankingTable),
  texts: 'analysis.ranking',
});

export const exportRankingTable = exportEndpoint(readRankingTable);
