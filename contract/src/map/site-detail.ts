import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { flagMark, flagsOfHour } from '../quality/flag-mark.ts';
import { chosenIndex } from './indices.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);

/** The newest value of a channel; null if it is not valid. */
const newestValue = Type.Object({
  ts: Type.Integer(),
  value: nullable,
  flag: Type.String(),
  /** The number that was sent, if it is outside the range of the channel and does not count. */
  outOfRange: Type.Optional(Type.Number()),
  /** The value one hour before it; left out if there is none. */
  hourAgo: Type.Optional(Type.Number()),
  /** What data rules have found in the running or the last hour. */
  flags: Type.Optional(Type.Array(flagMark)),
});

const siteDetail = Type.Object({
  siteId: Type.Integer(),
  /** By channel code, for every channel of the site, also those that maps do not show. */
  values: Type.Record(Type.String(), newestValue),
});
export type SiteDetail = Static<typeof siteDetail>;

/** What the panel and the page of a site need beyond the snapshot of the map. */
export const readSiteDetail = endpoint({
  method: 'GET',
  path: '/map/site',
  access: { permission: 'map:site:list' },
  query: Type.Object({ siteId: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
  reply: reply.data(siteDetail),
  texts: 'map.detail',
});

/** Sites, and their values one hour before the newest ones, in the same order; null if there is none. */
const hourAgo = Type.Object({ sites: Type.Array(Type.Integer()), values: Type.Array(nullable) });
export type HourAgo = Static<typeof hourAgo>;

/** What every site showed one hour before its newest value: of a channel by its code, or of an index. */
export const readHourAgo = endpoint({
  method: 'GET',
  path: '/map/hourAgo',
  access: { permission: 'map:site:list' },
  query: Type.Object({ index: chosenIndex, channel: Type.Optional(Type.String({ maxLength: 32 })) }),
  reply: reply.data(hourAgo),
  texts: 'map.hourAgo',
});

/** Flagged sites and their flags, in the same order. */
const siteFlags = Type.Object({ sites: Type.Array(Type.Integer()), flags: Type.Array(flagsOfHour) });
export type SiteFlags = Static<typeof siteFlags>;

/**
 * What data rules have found at the sites of a map: of a channel in the running or the last hour, of an index in the
 * hour that it is of.
 */
export const readSiteFlags = endpoint({
  method: 'GET',
  path: '/map/flags',
  access: { permission: 'map:site:list' },
  query: Type.Object({ index: chosenIndex, channel: Type.Optional(Type.String({ maxLength: 32 })) }),
  reply: reply.data(siteFlags),
  texts: 'map.flags',
});
