import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import { AppError } from '@limpid/contract/errors';
import type { FastifyInstance } from 'fastify';
import { sendError } from '../platform/http/errors.ts';
import { prefix } from '../platform/http/route.ts';

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the built console: hashed files for ever, the page itself for every address that is not the API's. */
export async function serveWeb(http: FastifyInstance): Promise<void> {
  const built = existsSync(`${dist}index.html`);
  if (built) {
    await http.register(staticFiles, {
      root: dist,
      preCompressed: true,
      wildcard: false,
      globIgnore: ['**/*.map'],
      index: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const forever = path.includes('/assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !path.startsWith(`${prefix}/`) &&
      !path.startsWith('/assets/') &&
      // A page has no ending; a file that is not there is not there.
      !/\.\w{1,8}$/.test(path);
    if (isPage && built) return reply.code(200).sendFile('index.html');
    return sendError(new AppError('request.not_found'), request, reply);
  });
}
