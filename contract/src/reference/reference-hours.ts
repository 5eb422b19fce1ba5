import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { timelapseQuery } from '../map/hours.ts';

const texts = Type.Array(Type.String());

/** The hours of a day, each with the number of every station that published in it, in the order of `stations`. */
const referenceHours = Type.Object({
  /** Starts of the hours, oldest first, epoch milliseconds. */
  hours: Type.Array(Type.Integer()),
  stations: Type.Object({
    code: texts,
    name: texts,
    longitude: Type.Array(Type.Number()),
    latitude: Type.Array(Type.Number()),
  }),
  values: Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()]))),
});
export type MapReferenceHours = Static<typeof referenceHours>;

/** The official stations in the time-lapse of a map. A channel that they do not publish has no stations. */
export const readMapReferenceHours = endpoint({
  method: 'GET',
  path: '/map/references/hours',
  access: { permission: 'map:site:list' },
  query: timelapseQuery,
  reply: reply.data(referenceHours),
  texts: 'map.referenceHours',
});
