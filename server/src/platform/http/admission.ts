import { AppError, fail } from '@limpid/contract/errors';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { type Caller, hasPermission } from '../auth/caller.ts';
import { computeScope, type Scope } from '../auth/scope.rule.ts';
import { findCaller } from '../auth/sessions.store.ts';
import { readBearer } from '../auth/tokens.ts';

/** The caller; undefined if the endpoint is public. */
export async function identifyCaller(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const isOpen = endpoint.access === 'public';
  if (isOpen && !endpoint.recognises) return undefined;
  const token = readToken(endpoint, request);
  const caller = token === undefined ? undefined : await findCaller(app.pool, app.clock, token);
  return caller ?? (isOpen ? undefined : fail('auth.expired'));
}

/** Why this caller may not use the endpoint. */
export function findRefusal(
  { access, beforePassword }: Endpoint,
  caller: Caller | undefined,
): AppError | undefined {
  if (access === 'public' || !caller) return undefined;
  if (!beforePassword && caller.mustChangePassword) return new AppError('auth.must_change_password');
  if (!beforePassword && caller.isPasswordExpired) return new AppError('auth.password_expired');
  if (access === 'session') return undefined;
  return hasPermission(caller, access.permission) ? undefined : new AppError('auth.forbidden');
}

/**
 * The token is in a header, so a foreign page cannot use a session. Clients of the 2.x family fetch exports by plain
 * navigation, which can only send a cookie, so the cookie is accepted for GET requests of files only.
 */
function readToken(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const bearer = readBearer(request.headers.authorization);
  if (bearer !== undefined || endpoint.reply.as !== 'file' || endpoint.method !== 'GET') return bearer;
  const cookie = /(?:^|;\s*)Admin-Token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  return readBearer(`Bearer ${cookie}`);
}

const emptyScope: Scope = { all: false, userId: 0, deptIds: [], subtreeOf: null, self: false };

export function scopeFor(endpoint: Endpoint, caller: Caller | undefined): Scope {
  return caller && typeof endpoint.access === 'object'
    ? computeScope(caller, endpoint.access.permission)
    : emptyScope;
}
