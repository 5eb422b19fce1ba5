import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const numbers = Type.Array(Type.Union([Type.Number(), Type.Null()]));
const whole = Type.Array(Type.Integer());
const texts = Type.Array(Type.String());
/** `primary` has bits of `mapPollutants`. */
const indexColumns = Type.Object({ aqi: numbers, primary: whole });

/**
 * The stations of authorities, column by column, each with its newest hour that has values and is at most two days old.
 * The reader decides which hours are too old to be current: the `Date` header of the response is the server's time.
 */
const references = Type.Object({
  /** Ends of hours in epoch milliseconds, which is how publications are labelled. */
  releases: whole,
  stations: Type.Object({
    code: texts,
    name: texts,
    city: texts,
    /** The network of each: one of `stationLevels`. */
    level: texts,
    longitude: Type.Array(Type.Number()),
    latitude: Type.Array(Type.Number()),
    /** Position in `releases`. */
    release: whole,
  }),
  /** A column for each of `mapPollutants`, in µg/m³; CO in mg/m³. */
  values: Type.Array(numbers),
  /**
   * The Chinese index as published; the others are computed from earlier hours too, and null if those do not suffice.
   */
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
