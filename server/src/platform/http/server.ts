import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { AppError } from '@limpid/contract/errors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config.ts';
import { ownPolicy, writePolicy } from './content-policy.ts';
import { answerErrors, sendError } from './errors.ts';
import { parseQuery } from './query.ts';

const maxBodyBytes = 1024 * 1024;
const maxFileBytes = 10 * 1024 * 1024;
/** Generous for a busy console, tight for a script that tries things out. */
const requestsPerMinute = 6000;

/** The HTTP server without any route: parsing, limits, headers and errors. */
export async function makeServer(
  config: Config,
  log: FastifyBaseLogger,
  limited: boolean,
): Promise<FastifyInstance> {
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    // Unknown fields are ignored, these too.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: () => randomUUID(),
    // Some clients offer to upgrade any request to HTTP/2: those are answered as they stand.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    routerOptions: { querystringParser: parseQuery, ignoreTrailingSlash: true, maxParamLength: 12_000 },
    // A path that cannot be read comes past every hook.
    frameworkErrors(_error, request, reply) {
      request.query = parseQuery(request.url.split('?', 2)[1] ?? '');
      reply.header('x-request-id', request.id).headers(securityHeaders);
      sendError(new AppError('request.not_found'), request, reply);
    },
  });
  answerErrors(http);
  http.removeContentTypeParser('text/plain');
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseQuery(String(body))),
  );
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(securityHeaders);
  });
  await http.register(multipart, { limits: { fileSize: maxFileBytes, files: 1, fields: 20, parts: 21 } });
  if (limited) {
    await http.register(rateLimit, {
      max: requestsPerMinute,
      timeWindow: 60_000,
      cache: 20_000,
      errorResponseBuilder: (_request, { ttl }) =>
        new AppError('request.too_many', { seconds: Math.max(1, Math.ceil(ttl / 1000)) }),
    });
  }
  return http;
}

const securityHeaders = {
  'content-security-policy': writePolicy(ownPolicy),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
};
