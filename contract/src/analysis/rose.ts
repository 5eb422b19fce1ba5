import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagsOfValue } from '../quality/flag-mark.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const counts = Type.Array(Type.Integer());
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

const rose = Type.Object({
  /** Upper bounds of the classes, ascending; a class includes its own, the last class is open. */
  bounds: Type.Array(Type.Number()),
  /** Clockwise from north: the middle of the sector in degrees, its hours by class, and the mean concentration. */
  sectors: Type.Array(Type.Object({ direction: Type.Number(), counts, mean: nullable })),
  /** Hours of calm air, which have no direction. */
  calm: Type.Object({ counts, mean: nullable }),
  count: Type.Integer(),
  /** Hours that lack a wind or a concentration. */
  missing: Type.Integer(),
});

const polarPlot = Type.Object({
  /** Cells with at least one hour: middle of the cell, smoothed mean concentration, and its own hours. */
  cells: Type.Array(
    Type.Object({
      direction: Type.Number(),
      speed: Type.Number(),
      mean: Type.Number(),
      count: Type.Integer(),
    }),
  ),
  maxSpeed: Type.Number(),
  calm: Type.Object({ count: Type.Integer(), mean: nullable }),
  count: Type.Integer(),
  missing: Type.Integer(),
  /** Hours with winds above `maxSpeed`, which are left out. */
  beyond: Type.Integer(),
});

const siteRoses = Type.Object({
  zone: Type.String(),
  /** Hours of the range that have a value of any of the three channels. */
  hours: Type.Integer(),
  /** Hours in which a value has fewer than 45 valid minutes or the index is missing; that value is left out. */
  dropped: Type.Integer(),
  /** 1 if the running hour has a value, which is left out too. */
  running: Type.Integer(),
  /** The mean wind speed, calm hours included. */
  meanSpeed: nullable,
  /** What no hour of the range has, with the channel that would measure it; null if no channel does. */
  lacking: Type.Array(
    Type.Object({
      quantity: Type.Enum(['speed', 'direction']),
      channel: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  /** Null if no hour of the range has both speed and direction. */
  wind: Type.Union([rose, Type.Null()]),
  pollution: Type.Union([rose, Type.Null()]),
  polar: Type.Union([polarPlot, Type.Null()]),
  /** Flagged hours of the range: of the wind, and of the wind or the concentration. */
  flags: Type.Object({ wind: flagsOfValue, pollution: flagsOfValue }),
});

export type SiteRoses = Static<typeof siteRoses>;

/** Wind rose, pollution rose and bivariate polar plot of the hours of one site; without a channel those of the index. */
export const readRoses = endpoint({
  method: 'GET',
  path: '/analysis/rose',
  access: { permission: 'analysis:rose:list' },
  query: Type.Object({
    siteId: Type.Integer({ minimum: 1, maximum: maxInteger }),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    index: chosenIndex,
    from: moment,
    to: moment,
    /**
     * Upper bounds of the classes of concentration, such as those of the levels; by default those of the levels of the
     * index, and fifths of the hours for a channel.
     */
    bounds: Type.Optional(Type.Array(Type.Number(), { minItems: 1, maxItems: 9 })),
  }),
  reply: reply.data(siteRoses),
  texts: 'analysis.rose',
});

export const exportRoses = exportEndpoint(readRoses);
