import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { mapIndices } from '../map/site-update.ts';

const whole = Type.Array(Type.Integer());
const texts = Type.Array(Type.String());
const numbers = Type.Array(Type.Union([Type.Number(), Type.Null()]));
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

/**
 * Why a city or a station has an index (`given`) or none: nothing published, published without values, too few valid
 * stations, withheld by the standard for missing pollutants, or too few hours before for an index that needs them.
 */
export const nationalStates = ['given', 'silent', 'empty', 'tooFew', 'withheld', 'tooShort'] as const;
export type NationalState = (typeof nationalStates)[number];

/** Stations that have published nothing for this long do not count as stations of their city. */
export const activeDays = 30;

const access = { permission: 'analysis:national:list' } as const;
const labels = { at: 'analysis.national.hour', index: 'map.tools.index' };

/** Stored hours as runs without gaps: the start of each run in epoch milliseconds, and its number of hours. */
const nationalHours = Type.Object({ zone: Type.String(), starts: whole, counts: whole });
export type NationalHours = Static<typeof nationalHours>;

export const readNationalHours = endpoint({
  method: 'GET',
  path: '/analysis/national/hours',
  access,
  reply: reply.data(nationalHours),
  texts: 'analysis.national',
});

const indexColumns = {
  /** Positions in `nationalStates`. */
  state: whole,
  aqi: numbers,
  /** Bits of `mapPollutants`. */
  primary: whole,
  /** Bits of the pollutants that the Chinese index lacks; 0 for the other indices. */
  missing: whole,
};

const places = { name: texts, longitude: numbers, latitude: numbers };

const national = Type.Object({
  /** The start of the hour in epoch milliseconds; its publication is labelled by its end. Null if nothing is stored. */
  hour: Type.Union([Type.Integer(), Type.Null()]),
  zone: Type.String(),
  index: Type.Enum([...mapIndices]),
  standard: Type.String(),
  /** The share of valid stations that the mean of a city needs. */
  minValidPercent: Type.Integer(),
  /** Stations that have published nothing in the last `activeDays`. */
  inactive: Type.Integer(),
  cities: Type.Object({
    ...places,
    province: texts,
    stations: whole,
    ...indexColumns,
    /** For each of `mapPollutants`: the mean of the valid stations in µg/m³ (CO in mg/m³), and their number. */
    values: Type.Array(numbers),
    valid: Type.Array(whole),
  }),
  stations: Type.Object({
    ...places,
    code: texts,
    /** The position in `cities`; -1 for a station without a city. */
    city: whole,
    ...indexColumns,
    /** The index of the publication; one that a publication lacked was computed on import. */
    published: numbers,
    values: Type.Array(numbers),
  }),
});
export type National = Static<typeof national>;

/** The stations of authorities and their cities in one hour, column by column; the newest hour by default. */
export const readNational = endpoint({
  method: 'GET',
  path: '/analysis/national',
  access,
  query: Type.Object({ at: Type.Optional(moment), index: Type.Optional(Type.Enum([...mapIndices])) }),
  reply: reply.data(national),
  texts: 'analysis.national',
  labels,
});

export const exportNational = exportEndpoint(readNational);
