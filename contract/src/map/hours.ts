import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { mapIndices } from './site-update.ts';

/** The hours of a day, each with the number of every site, in the order of `sites`. */
const mapHours = Type.Object({
  /** Starts of the hours, oldest first, epoch milliseconds. */
  hours: Type.Array(Type.Integer()),
  sites: Type.Array(Type.Integer()),
  values: Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()]))),
});
export type MapHours = Static<typeof mapHours>;

const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

/**
 * What a time-lapse plays: an index, or the hourly means of a channel by its code, over the closed hours between two moments, at
 * most 25 of them as on the longest day; by default over the last 24.
 */
export const timelapseQuery = Type.Object({
  index: Type.Optional(Type.Enum([...mapIndices])),
  channel: Type.Optional(Type.String({ maxLength: 32 })),
  from: Type.Optional(moment),
  to: Type.Optional(moment),
});

export type TimelapseQuery = Static<typeof timelapseQuery>;

/** The time-lapse of the sites on a map. */
export const readMapHours = endpoint({
  method: 'GET',
  path: '/map/hours',
  access: { permission: 'map:site:list' },
  query: timelapseQuery,
  reply: reply.data(mapHours),
  texts: 'map.hours',
});
