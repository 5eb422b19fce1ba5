import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { MINUTE_MS } from '@limpid/contract/durations';
import { apiPrefix } from '@limpid/contract/envelope';
import { AppError } from '@limpid/contract/errors';
import compileSerializer, { type Schema } from 'fast-json-stringify';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../../config.ts';
import { cleanForwardedFor } from './address.rule.ts';
import { compressJson } from './compress.ts';
import { basePolicy, formatPolicy } from './content-policy.ts';
import { handleErrors, sendError } from './errors.ts';
import { closeStalledRequest } from './input/body-stall.ts';
import { parseQuery } from './input/query.ts';
import { limitRequests, unknownPerMinute } from './request-limit.ts';

const maxBodyBytes = 1024 * 1024;
const maxFileBytes = 10 * 1024 * 1024;
/** Generous for a busy console, tight for a script that probes. */
const requestsPerMinute = 6000;
/** One year; it also covers all subdomains of the console's host (ASVS 5.0, 3.4.1). */
const transportSecurity = 'max-age=31536000; includeSubDomains';

export interface ServerLimits {
  /** Off only in benchmarks and tests, where one address sends more requests than any person. */
  limited: boolean;
  /** How long the body of a request may make no progress. */
  stallMs?: number;
}

/** The HTTP server without any route: parsing, limits, headers and errors. */
export async function makeHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  { limited, stallMs = 30_000 }: ServerLimits,
): Promise<FastifyInstance> {
  let limitUnreadable: ReturnType<typeof limitRequests> = async () => undefined;
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    // Unknown fields are ignored, these too.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: () => randomUUID(),
    // Some clients offer to upgrade any request to HTTP/2: the offer is ignored and the request answered.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    routerOptions: { querystringParser: parseQuery, ignoreTrailingSlash: true, maxParamLength: 12_000 },
    // A malformed path bypasses every hook.
    frameworkErrors(_error, request, reply) {
      request.query = parseQuery(request.url.split('?', 2)[1] ?? '');
      reply.header('x-request-id', request.id).headers(responseHeaders(request));
      void limitUnreadable(request).then((refusal) =>
        sendError(refusal ?? new AppError('request.not_found'), request, reply),
      );
    },
  });
  // Reading the address once makes the socket keep it after it has closed.
  http.server.on('connection', ({ remoteAddress }: Socket) => remoteAddress);
  handleErrors(http);
  http.setSerializerCompiler<Schema>(({ schema }) => compileOnFirstUse(schema));
  http.removeContentTypeParser('text/plain');
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseQuery(String(body))),
  );
  http.addHook('onRequest', async (request, reply) => {
    // Registered first, because all other hooks may need the address.
    cleanForwardedFor(request.raw.headers);
    reply.header('x-request-id', request.id).headers(responseHeaders(request));
    closeStalledRequest(request, reply, stallMs);
  });
  compressJson(http);
  await http.register(multipart, { limits: { fileSize: maxFileBytes, files: 1, fields: 20, parts: 21 } });
  if (limited) {
    await http.register(rateLimit, {
      max: requestsPerMinute,
      timeWindow: MINUTE_MS,
      cache: 20_000,
      errorResponseBuilder: (_request, { ttl }) =>
        new AppError('request.too_many', { seconds: Math.max(1, Math.ceil(ttl / 1000)) }),
    });
    limitUnreadable = limitRequests(http, unknownPerMinute);
  }
  return http;
}

/** Compiling hundreds of routes takes half a second at the start, and most runs need few of them. */
function compileOnFirstUse(schema: Schema): (value: unknown) => string {
  let serialize: ((value: unknown) => string) | undefined;
  return (value) => {
    serialize ??= compileSerializer(schema);
    return serialize(value);
  };
}

/** API responses are not cached; those with an ETag say `private, no-cache` instead. */
function responseHeaders({ url, protocol }: FastifyRequest): Record<string, string> {
  return {
    ...securityHeaders,
    ...(url.startsWith(`${apiPrefix}/`) && { 'cache-control': 'no-store' }),
    ...(protocol === 'https' && { 'strict-transport-security': transportSecurity }),
  };
}

const securityHeaders = {
  'content-security-policy': formatPolicy(basePolicy),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
};
