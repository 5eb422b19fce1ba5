import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const referenceChoice = Type.Object({ code: Type.String(), name: Type.String(), city: Type.String() });
export type ReferenceStationChoice = Static<typeof referenceChoice>;

export const maxReferenceChoices = 50;

/** Screens that show official stations beside sites, by the permission to open them. */
const screenPermissions = ['data:trend:list', 'analysis:contrast:list', 'site:site:list'] as const;
export type ReferencePermission = (typeof screenPermissions)[number];

/** Official stations to choose from, by name, code, city or province, or by their codes; unknown codes are left out. */
export const listReferenceChoices = endpoint({
  method: 'GET',
  path: '/data/reference/choice',
  access: 'session',
  query: Type.Object({
    permission: Type.Enum([...screenPermissions]),
    search: Type.Optional(Type.String({ maxLength: 64 })),
    codes: Type.Optional(
      Type.Array(Type.String({ maxLength: 32 }), { minItems: 1, maxItems: maxReferenceChoices }),
    ),
  }),
  reply: reply.data(Type.Object({ stations: Type.Array(referenceChoice), total: Type.Integer() })),
  texts: 'data.trend',
});
