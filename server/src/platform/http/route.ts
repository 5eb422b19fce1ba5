import { AppError, fail } from '@limpid/contract/errors';
import type { Answer, Endpoint, FileAnswer, Input, Upload } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { type Caller, hasPermission } from '../auth/caller.ts';
import { type Scope, scopeOf } from '../auth/scope.rule.ts';
import { findCaller } from '../auth/sessions.store.ts';
import { readBearer } from '../auth/tokens.ts';
import { describeError } from '../texts.ts';
import { envelopeSchema, type Said, sendFile, wrap } from './envelope.ts';
import { readLanguage } from './language.ts';
import { loggedAs, recordOperation } from './operation-log.store.ts';
import { makeReader } from './validate.ts';

export const prefix = '/prod-api';

export interface Context<E extends Endpoint> extends Input<E> {
  caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  /** Whose data the caller reaches with this endpoint's permission. */
  scope: Scope;
  language: Language;
  request: FastifyRequest;
  upload: E['upload'] extends string ? Upload : undefined;
}

type Value<E extends Endpoint> = Answer<E['reply']> | Said<Answer<E['reply']>>;
export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Value<E>> | Value<E>;

const nobody: Scope = { all: false, userId: 0, deptIds: [], subtreeOf: null, self: false };

/** Binds an endpoint of the contract to its handler: access, input, envelope and operation log are done here. */
export function route<E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>): void {
  app.endpoints.push(endpoint);
  const readers = {
    params: makeReader(endpoint.params, endpoint),
    query: makeReader(endpoint.query, endpoint),
    body: makeReader(endpoint.body, endpoint),
  };
  const schema = envelopeSchema(endpoint.reply);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const startedAt = app.clock.now();
    const language = readLanguage(request);
    const type = loggedAs(endpoint);
    const caller = callers.get(request);
    let input: unknown;
    try {
      const given = {
        params: readers.params(request.params),
        query: readers.query(request.query),
        body: readers.body(request.body),
      };
      input = { ...given, upload: undefined };
      // The readers have just made these values fit the endpoint's schemas.
      const context = {
        ...given,
        caller,
        scope: scopeFor(endpoint, caller),
        language,
        request,
        upload: endpoint.upload ? await readUpload(request, endpoint.upload) : undefined,
      } as unknown as Context<E>;
      const value = await handler(context);
      if (type !== 'never') {
        const result = endpoint.reply.as === 'file' ? undefined : value;
        recordOperation(app, endpoint, type, { request, caller, input, startedAt, result });
      }
      if (endpoint.reply.as === 'file') return sendFile(value as FileAnswer, reply);
      return wrap(endpoint, value, language);
    } catch (error) {
      if (type !== 'never') {
        const said = error instanceof AppError ? describeError(error, language) : String(error);
        recordOperation(app, endpoint, type, {
          request,
          caller,
          input: input ?? { query: request.query, body: request.body },
          startedAt,
          error: said,
        });
      }
      throw error;
    }
  }

  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.http.route({
      method: endpoint.method,
      url: prefix + path,
      config: endpoint.limit ? { rateLimit: { max: endpoint.limit } } : {},
      ...(schema && { schema: { response: { 200: schema } } }),
      // Before the body is read: a stranger's megabytes are not worth parsing.
      onRequest: async (request) => {
        const caller = await admit(app, endpoint, request);
        if (caller) callers.set(request, caller);
      },
      handler: answer,
    });
  }
}

async function admit(app: App, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | undefined> {
  if (endpoint.access === 'public') return undefined;
  const token = readToken(endpoint, request);
  const caller = token === undefined ? undefined : await findCaller(app.db, app.clock, token);
  if (!caller) fail('auth.expired');
  if (typeof endpoint.access === 'object') {
    if (caller.mustChangePassword) fail('auth.must_change_password');
    if (!hasPermission(caller, endpoint.access.permission)) fail('auth.forbidden');
  }
  return caller;
}

/**
 * The header carries the token, so a foreign page cannot use a session. A client of the 2.x family fetches
 * its exports by plain navigation, which only a cookie can sign; there, and for reading, it is accepted.
 */
function readToken(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const bearer = readBearer(request.headers.authorization);
  if (bearer !== undefined || endpoint.reply.as !== 'file' || endpoint.method !== 'GET') return bearer;
  const cookie = /(?:^|;\s*)Admin-Token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  return readBearer(`Bearer ${cookie}`);
}

function scopeFor(endpoint: Endpoint, caller: Caller | undefined): Scope {
  return caller && typeof endpoint.access === 'object' ? scopeOf(caller, endpoint.access.permission) : nobody;
}

async function readUpload(request: FastifyRequest, name: string): Promise<Upload> {
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file || file.fieldname !== name) fail('request.upload_missing');
  return { name: file.filename, bytes: await file.toBuffer() };
}
