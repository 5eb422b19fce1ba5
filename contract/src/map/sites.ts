import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { indexRule } from './indices.ts';
import { mapPollutants, siteStates } from './site-update.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const numbers = Type.Array(nullable);
const whole = Type.Array(Type.Integer());
/** One digit per site. */
const digits = Type.String({ pattern: '^\\d*$' });

/** Bands in ascending order; the last has no upper limit. */
const band = Type.Object({ upTo: nullable, colour: Type.String(), name: Type.String() });

const channel = Type.Object({
  code: Type.String(),
  /** The code of HJ 212, by which the pollutants of an index are recognised. */
  gbCode: Type.String(),
  name: Type.String(),
  unit: Type.Union([Type.String(), Type.Null()]),
  decimals: Type.Integer(),
  dataType: Type.String(),
  bands: Type.Array(band),
});

const indexColumns = Type.Object({
  aqi: numbers,
  /** Bits of `pollutants`, the first is 1. */
  primary: whole,
  /** 1 if fewer pollutants were measured than the standard requires. */
  reference: digits,
  /** Bits of the pollutants whose absence withholds the index; 0 if it is not withheld. */
  missing: whole,
});

/**
 * All sites in the caller's data scope, column by column: the n-th entry of every column belongs to the n-th site.
 * Moments are epoch milliseconds. The body stays the same until something changes, so it has no clock: the `Date`
 * header, also of a 304, is the server's time, from which ages are computed.
 */
const snapshot = Type.Object({
  channels: Type.Array(channel),
  pollutants: Type.Array(Type.Enum([...mapPollutants])),
  states: Type.Array(Type.Enum([...siteStates])),
  indices: Type.Array(indexRule),
  entities: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), zone: Type.String() })),
  /** Sites with their own limit: position in `sites`, the channel's code, and the limit. */
  limits: Type.Object({ site: whole, channel: Type.Array(Type.String()), value: Type.Array(Type.Number()) }),
  /** The closed hours of the indices. */
  hours: whole,
  sites: Type.Object({
    /** The first id, then the difference of each id from the previous one. */
    idStep: whole,
    name: Type.Array(Type.String()),
    /** The MNs of the stations, for searching. */
    mn: Type.Array(Type.String()),
    /** Position in `entities`. */
    entity: whole,
    /** WGS-84 with five decimals; null if a site has no coordinates yet. */
    longitude: numbers,
    latitude: numbers,
    /** Position in `states`. */
    state: digits,
    /** 1 if a site is simulated. */
    simulated: digits,
    /** Seconds between two reports: a value is stale after three intervals, but never within three minutes. */
    interval: whole,
    /** The moment of the newest values. */
    ts: numbers,
    /** Position in `hours`; null if the last three hours have no index. */
    hour: numbers,
  }),
  /** A column for each of `channels`; null if the newest value is not valid or missing. */
  values: Type.Array(numbers),
  /**
   * Exceptions: values with another moment than their site, not valid, or with another flag than N. Null means the
   * moment of the site and N.
   */
  exceptions: Type.Object({
    site: whole,
    channel: whole,
    ts: numbers,
    flag: Type.Array(Type.Union([Type.String(), Type.Null()])),
    /** The number that was sent, if it is outside the range of the channel and does not count. */
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

/** The initial state of a map; afterwards the live topic `site` sends the changes. */
export const readMapSites = endpoint({
  method: 'GET',
  path: '/map/sites',
  access: { permission: 'map:site:list' },
  reply: reply.data(snapshot),
  texts: 'map.sites',
});
