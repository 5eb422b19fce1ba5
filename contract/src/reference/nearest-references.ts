import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { stationLevels } from './national-control.ts';

const nearest = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  entityName: Type.String(),
  /** Null without a station within `maxReferenceKm`, or without a position of the site. */
  station: Type.Union([
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      level: Type.Enum([...stationLevels]),
      km: Type.Number(),
    }),
    Type.Null(),
  ]),
  isPlaced: Type.Boolean(),
});
export type NearestReferenceRow = Static<typeof nearest>;

export const nearestReferenceSorts = ['siteName', 'entityName', 'stationName', 'km'] as const;

const question = {
  /** A part of the name of the site, of its entity or of the station. */
  search: Type.Optional(Type.String({ maxLength: 64 })),
  level: Type.Optional(Type.Enum([...stationLevels])),
  /** By default the shortest distance first; sites without a station come last in both directions. */
  orderByColumn: Type.Optional(Type.Enum([...nearestReferenceSorts])),
  isAsc: Type.Optional(Type.String({ maxLength: 16 })),
};

const texts = 'reference.nearest';

/** The enabled sites in the caller's data scope, each with the nearest reference station. */
export const listNearestReferences = endpoint({
  method: 'GET',
  path: '/analysis/nearestReferences',
  access: { permission: 'analysis:nearestReferences:list' },
  query: Type.Object({
    ...question,
    pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reply: reply.data(Type.Object({ rows: Type.Array(nearest), total: Type.Integer() })),
  texts,
});

export const exportNearestReferences = exportEndpoint({
  path: listNearestReferences.path,
  access: listNearestReferences.access,
  query: Type.Object(question),
  texts,
});
