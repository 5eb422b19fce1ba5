import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves the operator's maps: `DATA_DIR/maps/city.pmtiles` as `/maps/city.pmtiles`, also by byte range. */
export async function serveMapFiles(http: FastifyInstance, dataDir: string): Promise<void> {
  const root = join(dataDir, 'maps');
  mkdirSync(root, { recursive: true });
  await http.register(staticFiles, {
    root,
    prefix: '/maps/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => /^\/[\w.-]+\.pmtiles$/.test(path),
    setHeaders: (reply) => reply.header('cache-control', 'no-cache').header('content-type', pmtilesType),
  });
}

export const pmtilesType = 'application/vnd.pmtiles';
