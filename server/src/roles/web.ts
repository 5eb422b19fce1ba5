import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import { apiPrefix } from '@limpid/contract/envelope';
import { AppError } from '@limpid/contract/errors';
import type { App } from '../platform/app.ts';
import { sendError } from '../platform/http/errors.ts';
import { limitRequests, pagesPerMinute, unknownPerMinute } from '../platform/http/request-limit.ts';
import { pmtilesType, serveMapFiles } from './map-files.ts';
import { writePagePolicy } from './map-policy.rule.ts';

const builtConsole = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

type Deps = Pick<App, 'http' | 'parameters' | 'config'>;

/** Serves the built console: hashed files as immutable, and the page itself for every path outside the API. */
export async function serveWeb({ http, parameters, config }: Deps, dist = builtConsole): Promise<void> {
  const built = existsSync(join(dist, 'index.html'));
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
        if (path.endsWith('.pmtiles')) reply.header('content-type', pmtilesType);
      },
    });
  }
  await serveMapFiles(http, config.dataDir);
  const limitPages = limitRequests(http, pagesPerMinute);
  const limitUnknown = limitRequests(http, unknownPerMinute);
  http.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !`${path}/`.startsWith(`${apiPrefix}/`) &&
      !path.startsWith('/assets/') &&
      // A path with a file extension is a missing file, not a page.
      !/\.\w{1,8}$/.test(path);
    const refusal = await (isPage ? limitPages : limitUnknown)(request);
    if (refusal) return sendError(refusal, request, reply);
    if (isPage && built) {
      // The page is also served without the database, to show that error.
      const customConfig = await parameters.get('global_custom_config').catch(() => undefined);
      const policy = writePagePolicy(path, customConfig);
      return reply.code(200).header('content-security-policy', policy).sendFile('index.html');
    }
    return sendError(new AppError('request.not_found'), request, reply);
  });
}
