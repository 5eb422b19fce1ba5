import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** A shorter response fits into one packet anyway. */
const minBytes = 1400;
/** Half the time of the usual level, and nearly as small. */
const level = 4;
const compress = promisify(gzip);

/** Only gzip: Brotli saves little more, browsers offer it over TLS only, and its streams cannot be joined from parts. */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((one) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/.test(one));
}

/** Compresses JSON for clients that accept it. Files are compressed at the build, streams are not. */
export function compressJson(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || payload.length < minBytes || !type.startsWith('application/json')) {
      return payload;
    }
    reply.header('vary', 'accept-encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compress(payload, { level });
  });
}
