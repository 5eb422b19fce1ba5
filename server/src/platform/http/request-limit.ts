import { AppError } from '@limpid/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Enough for clients that request paths this server does not have, tight for a scan. */
export const unknownPerMinute = 300;
/** Enough for an office behind one address: a browser loads the page once and then calls the API. */
export const pagesPerMinute = 600;

/** Counts requests outside the routes; returns the refusal once an address has sent more than `max` in a minute. */
export function limitRequests(
  http: FastifyInstance,
  max: number,
): (request: FastifyRequest) => Promise<AppError | undefined> {
  const count = http.hasDecorator('createRateLimit') ? http.createRateLimit({ max }) : undefined;
  return async (request) => {
    const counted = await count?.(request);
    if (!counted || counted.isAllowed || !counted.isExceeded) return undefined;
    return new AppError('request.too_many', { seconds: counted.ttlInSeconds });
  };
}
