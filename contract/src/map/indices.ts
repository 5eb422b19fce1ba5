import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { mapIndices } from './site-update.ts';

/** The index that a query reads; by default that of HJ 633. */
export const chosenIndex = Type.Optional(Type.Enum([...mapIndices]));

/** Stands for the index among codes of channels, none of which has an asterisk. */
export const indexCode = '*index';

/**
 * The rules of an index. `averaging` is the basis: the means of the closed hour (`hour`), the NowCast of particles and
 * the 8-hour means of CO and O3 that end with it (`nowcast`), or the 24 hours that end with it (`day`).
 */
export const indexRule = Type.Object({
  key: Type.Enum([...mapIndices]),
  standard: Type.String(),
  averaging: Type.Enum(['hour', 'nowcast', 'day']),
  /** The highest index of each level; the last has no upper limit. */
  levels: Type.Array(
    Type.Object({
      key: Type.String(),
      colour: Type.String(),
      max: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
});
export type IndexRule = Static<typeof indexRule>;

/** The rules in force, for screens that show an index without a map. */
export const readIndexRules = endpoint({
  method: 'GET',
  path: '/map/indices',
  access: 'session',
  reply: reply.data(Type.Array(indexRule)),
  texts: 'map.rules',
});
