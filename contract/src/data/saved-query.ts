import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { queryPermission } from './site-choice.ts';

export const maxSavedQueries = 100;
const texts = 'data.savedQuery';
const id = Type.Integer({ minimum: 1, maximum: maxInteger });

const parts = {
  queryName: Type.String({ minLength: 1, maxLength: 40 }),
  /** Everybody of the owner's department can use it. */
  shared: Type.Boolean(),
  siteIds: Type.Array(id, { maxItems: 20 }),
};

/** The other parts of the query, as in the address of a screen. */
const address = Type.String({ maxLength: 2000 });

const savedQuery = Type.Object({
  queryId: Type.Integer(),
  ...parts,
  address,
  /** Sites that are gone or outside the reader's data scope, and so not in `siteIds`. */
  leftOut: Type.Integer(),
  own: Type.Boolean(),
  ownerName: Type.String(),
});
export type SavedQuery = Static<typeof savedQuery>;

/** The caller's queries, and those that users of the same department share. */
export const listSavedQueries = endpoint({
  method: 'GET',
  path: '/data/query/list',
  access: 'session',
  query: Type.Object({ permission: queryPermission }),
  reply: reply.data(Type.Array(savedQuery)),
  texts,
});

/** Saves a query under a name; the caller's query of the same name is replaced. */
export const saveQuery = endpoint({
  method: 'POST',
  path: '/data/query',
  access: 'session',
  body: Type.Object({ ...parts, address: Type.Optional(address) }),
  reply: reply.done,
  texts,
});

export const removeSavedQuery = endpoint({
  method: 'DELETE',
  path: '/data/query/:queryId',
  access: 'session',
  params: Type.Object({ queryId: id }),
  reply: reply.done,
  texts,
});
