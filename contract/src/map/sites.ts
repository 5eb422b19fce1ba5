import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { indexRule } from './indices.ts';
import { mapPollutants, siteStates } from './site-update.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const numbers = Type.Array(nullable);
const whole = Type.Array(Type.Integer());
/** One digit a site. */
const digits = Type.String({ pattern: '^\\d*$' });

/** Bands from the lowest up; the last has no end. */
const band = Type.Object({ upTo: nullable, colour: Type.String(), name: Type.String() });

const channel = Type.Object({
  code: Type.String(),
  name: Type.String(),
  unit: Type.Union([Type.String(), Type.Null()]),
  decimals: Type.Integer(),
  dataType: Type.String(),
  bands: Type.Array(band),
});

const indexColumns = Type.Object({
  aqi: numbers,
  /** Bits of `pollutants`, the first being 1. */
  primary: whole,
  /** 1 where fewer pollutants were measured than the standard asks for. */
  reference: digits,
  /** Bits of the pollutants whose absence withholds the index; 0 where it is not withheld. */
  missing: whole,
});

/**
 * All sites that the caller reaches, column by column: the n-th entry of every column is the n-th site. Moments are epoch
 * milliseconds. The body is the same until something changes, so it carries no clock: `Date` of the answer, also of a
 * 304, says what time it is at the server, and age is the difference to it.
 */
const snapshot = Type.Object({
  channels: Type.Array(channel),
  pollutants: Type.Array(Type.Enum([...mapPollutants])),
  states: Type.Array(Type.Enum([...siteStates])),
  indices: Type.Array(indexRule),
  entities: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), zone: Type.String() })),
  /** Sites with a limit of their own: place in `sites`, the channel's code, and the limit. */
  limits: Type.Object({ site: whole, channel: Type.Array(Type.String()), value: Type.Array(Type.Number()) }),
  /** The closed hours that indices are of. */
  hours: whole,
  sites: Type.Object({
    /** The first id, then how much each is above the one before it. */
    idStep: whole,
    name: Type.Array(Type.String()),
    /** The codes that stations report by: people look for them. */
    mn: Type.Array(Type.String()),
    /** Place in `entities`. */
    entity: whole,
    /** WGS-84, five decimals; null where a site has no place yet. */
    longitude: numbers,
    latitude: numbers,
    /** Place in `states`. */
    state: digits,
    /** 1 where a site is simulated. */
    simulated: digits,
    /** Seconds between two reports: a value is out of date after three, and never within three minutes. */
    interval: whole,
    /** The moment of the newest values. */
    ts: numbers,
    /** Place in `hours`; null where there is no index of the last three hours. */
    hour: numbers,
  }),
  /** A column for each of `channels`; null where the newest value is not valid or there is none. */
  values: Type.Array(numbers),
  /** Values of another moment than their site's, not valid, or with another flag than N. Null: as their site's, and N. */
  exceptions: Type.Object({
    site: whole,
    channel: whole,
    ts: numbers,
    flag: Type.Array(Type.Union([Type.String(), Type.Null()])),
    /** The number that was sent, where it is outside the range of the channel and does not count. */
    outOfRange: numbers,
  }),
  index: Type.Object({
    china: indexColumns,
    us: indexColumns,
    europe: indexColumns,
    atmo: indexColumns,
  }),
});
export type MapSnapshot = Static<typeof snapshot>;

/** What a map needs at first; from then on `site` on the live socket tells what changes. */
export const readMapSites = endpoint({
  method: 'GET',
  path: '/map/sites',
  access: { permission: 'map:site:list' },
  reply: reply.data(snapshot),
  texts: 'map.sites',
});
