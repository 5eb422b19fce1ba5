import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { coordinateSystems, presetIds } from '../map/map-presets.ts';
import { maxProviders } from '../map/tile-providers.ts';

const path = '/system/map';
const texts = 'system.mapSettings';
const permission = { query: 'system:map:query', edit: 'system:map:edit' } as const;
const text = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1000 }));
const number = Type.Unsafe<number | null>({ type: ['number', 'null'] });

/** Checked further by `findProviderProblems`, whose messages name the field. */
const givenProvider = Type.Object({
  id: Type.String({ pattern: '^[\\w-]{1,40}$' }),
  name: text,
  preset: Type.Unsafe<(typeof presetIds)[number]>({ type: 'string', enum: [...presetIds] }),
  tiles: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 10 }),
  labels: text,
  key: text,
  minZoom: Type.Optional(Type.Number()),
  maxZoom: Type.Optional(Type.Number()),
  crs: Type.Unsafe<(typeof coordinateSystems)[number]>({ type: 'string', enum: [...coordinateSystems] }),
  credit: text,
});

const row = Type.Object({
  /** Changes with every write of the parameter; a save on top of another person's change is refused. */
  revision: Type.String(),
  providers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      preset: Type.Unsafe<(typeof presetIds)[number]>({ type: 'string' }),
      tiles: Type.Array(Type.String()),
      labels: Type.String(),
      key: Type.String(),
      minZoom: Type.Number(),
      maxZoom: Type.Number(),
      crs: Type.Unsafe<(typeof coordinateSystems)[number]>({ type: 'string' }),
      credit: Type.String(),
    }),
  ),
  /** The ids of the providers and of the built-in map; the first is the default. */
  order: Type.Array(Type.String()),
  amapKey: Type.String(),
  amapCode: Type.String(),
  borders: Type.Boolean(),
  /** Where the map starts; null to start where most sites are. */
  longitude: number,
  latitude: number,
  zoom: number,
});
export type StoredMapSettings = Static<typeof row>;

export const readMapSettingsRow = endpoint({
  method: 'GET',
  path,
  access: { permission: permission.query },
  reply: reply.data(row),
  texts,
});

/** Omitted fields stay. Writes `global_custom_config`; its other keys stay too. */
export const saveMapSettings = endpoint({
  method: 'PUT',
  path,
  access: { permission: permission.edit },
  body: Type.Object({
    revision: Type.String({ maxLength: 64 }),
    providers: Type.Optional(Type.Array(givenProvider, { maxItems: maxProviders })),
    order: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: maxProviders + 1 })),
    amapKey: text,
    amapCode: text,
    borders: Type.Optional(Type.Boolean()),
    longitude: Type.Optional(number),
    latitude: Type.Optional(number),
    zoom: Type.Optional(number),
  }),
  reply: reply.data(row),
  texts,
});

/** The server waits this long for a tile: less than the console waits for the server. */
export const trialTimeoutMs = 8000;

/** The address of one tile, with everything filled in. */
const trial = Type.Object({
  url: Type.String({ maxLength: 2048 }),
});

/**
 * What an address answers, seen from the server. `outcome` is one of `judge-tile.ts` or `judge-amap.ts`, or `error`
 * with the key and the parameters of an error of the catalogue.
 */
const trialResult = Type.Object({
  outcome: Type.String(),
  milliseconds: Type.Integer(),
  bytes: Type.Integer(),
  status: Type.Optional(Type.Integer()),
  format: Type.Optional(Type.String()),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  /** Whether the server lets pages of the console's origin read its answer (CORS). */
  isReadable: Type.Optional(Type.Boolean()),
  /** AMap's own name of a refusal. */
  info: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  host: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
});
export type TileTrial = Static<typeof trialResult>;

/** Requests one tile as a browser would, with the browser's name and the console's origin. */
export const testTileAddress = endpoint({
  method: 'POST',
  path: `${path}/test`,
  access: { permission: permission.edit },
  body: trial,
  reply: reply.data(trialResult),
  texts,
  limit: 120,
});

/** Asks AMap whether it accepts a key and its security code, as AMap's library does when it starts. */
export const testAmapKeys = endpoint({
  method: 'POST',
  path: `${path}/amap`,
  access: { permission: permission.edit },
  body: Type.Object({
    amapKey: Type.String({ maxLength: 200 }),
    amapCode: Type.String({ maxLength: 200 }),
  }),
  reply: reply.data(trialResult),
  texts,
  limit: 120,
});

/**
 * A tile of a map that is not saved yet: the policy of the page names saved hosts only. Answers with pictures, vector
 * tiles and their descriptions, and with nothing else.
 */
export const previewTile = endpoint({
  method: 'POST',
  path: `${path}/tile`,
  access: { permission: permission.edit },
  body: trial,
  reply: reply.file,
  texts,
  log: 'never',
  limit: 1200,
});
