import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const numbers = Type.Array(Type.Union([Type.Number(), Type.Null()]));
const whole = Type.Array(Type.Integer());
const texts = Type.Array(Type.String());
/** `primary` has bits of `mapPollutants`. */
const indexColumns = Type.Object({ aqi: numbers, primary: whole });

/**
 * The stations of authorities with the newest hour of each that has values, none older than two days, column by column. Whether
 * an hour is too old to be told as the present is for the reader to say: `Date` of the answer is the time at the server.
 */
const references = Type.Object({
  /** Ends of hours, epoch milliseconds: what publications are labelled by. */
  releases: whole,
  stations: Type.Object({
    code: texts,
    name: texts,
    city: texts,
    longitude: Type.Array(Type.Number()),
    latitude: Type.Array(Type.Number()),
    /** Place in `releases`. */
    release: whole,
  }),
  /** A column for each of `mapPollutants`, in µg/m³, of CO in mg/m³. */
  values: Type.Array(numbers),
  /** China's as it was published; the others from the hours before as well, and null where those do not suffice. */
  index: Type.Object({ china: indexColumns, us: indexColumns, europe: indexColumns, atmo: indexColumns }),
});
export type MapReferences = Static<typeof references>;

export const readMapReferences = endpoint({
  method: 'GET',
  path: '/map/references',
  access: { permission: 'map:site:list' },
  reply: reply.data(references),
  texts: 'map.references',
});
