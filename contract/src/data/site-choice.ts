import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';

/** Screens that read stored measurements of chosen sites, by the permission to open them. */
const queryPermissions = [
  'data:history:list',
  'data:trend:list',
  'data:reissue:add',
  'analysis:ranking:list',
  'analysis:calendar:list',
  'analysis:rose:list',
  'analysis:trend:list',
  'analysis:contrast:list',
  'analysis:distribution:list',
  'analysis:realtime:list',
  'analysis:report:list',
  'basic:dataRule:list',
  'data:audit:list',
] as const;
export type QueryPermission = (typeof queryPermissions)[number];

const nullableText = Type.Union([Type.String(), Type.Null()]);
const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const entityNames = { entityName: Type.String(), entityNameEn: nullableText, entityNameFr: nullableText };

const chosenSite = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  entityId: Type.Integer(),
  ...entityNames,
  zone: Type.String(),
  /** WGS-84; null if the site has no coordinates yet. */
  longitude: Type.Union([Type.Number(), Type.Null()]),
  latitude: Type.Union([Type.Number(), Type.Null()]),
  simulated: Type.Boolean(),
});
export type ChosenSite = Static<typeof chosenSite>;

const entityChoice = Type.Object({
  entityId: Type.Integer(),
  ...entityNames,
  entityGroup: nullableText,
  siteCount: Type.Integer(),
});
export type EntityChoice = Static<typeof entityChoice>;

export const queryPermission = Type.Enum([...queryPermissions]);
export const maxSiteChoices = 100;

/**
 * Sites to choose from, within the data scope of a screen: by name, code, MN or entity, or by their ids. Ids that are
 * unknown or outside the data scope are left out.
 */
export const listSiteChoices = endpoint({
  method: 'GET',
  path: '/data/site/choice',
  access: 'session',
  query: Type.Object({
    permission: queryPermission,
    search: Type.Optional(Type.String({ maxLength: 64 })),
    entityId: Type.Optional(id),
    siteIds: Type.Optional(Type.Array(id, { minItems: 1, maxItems: maxSiteChoices })),
  }),
  reply: reply.data(
    Type.Object({
      /** At most 100, by entity and code. */
      sites: Type.Array(chosenSite),
      total: Type.Integer(),
    }),
  ),
  texts: 'data.query',
});

/** The entities with sites within the data scope of a screen. */
export const listEntityChoices = endpoint({
  method: 'GET',
  path: '/data/site/choice/entity',
  access: 'session',
  query: Type.Object({ permission: queryPermission }),
  reply: reply.data(Type.Array(entityChoice)),
  texts: 'data.query',
});

/** Every site with coordinates within the data scope of a screen, as columns. */
export const listSitePlaces = endpoint({
  method: 'GET',
  path: '/data/site/choice/map',
  access: 'session',
  query: Type.Object({ permission: queryPermission }),
  reply: reply.data(
    Type.Object({
      siteIds: Type.Array(Type.Integer()),
      names: Type.Array(Type.String()),
      longitudes: Type.Array(Type.Number()),
      latitudes: Type.Array(Type.Number()),
    }),
  ),
  texts: 'data.query',
});
