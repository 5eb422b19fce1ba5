import { readFileSync } from 'node:fs';
import { apiPrefix } from '@limpid/contract/envelope';
import type { FastifyInstance } from 'fastify';

/** Paths at which RuoYi clients show the API description in a frame. */
const paths = ['/swagger-ui/index.html', '/swagger-ui', '/swagger-ui.html'];
/** The console's own page for it. */
const ownInterface = '/tool/swagger';
const program = readFileSync(new URL('../../../assets/interface.js', import.meta.url));

/**
 * Serves a page below the prefix that lists the operations of the API to those who may see them. It takes no other
 * description than that of this API, and its addresses are relative, because proxies may call the prefix otherwise.
 */
export function serveInterfacePage(http: FastifyInstance): void {
  http.get(`${apiPrefix}/swagger-ui/interface.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(program),
  );
  for (const path of paths) {
    http.get(path, (_request, reply) => reply.redirect(ownInterface));
    http.get(apiPrefix + path, (request, reply) => {
      const isInside = request.url.startsWith(`${apiPrefix}/swagger-ui/`);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(writePage(isInside ? 'interface.js' : 'swagger-ui/interface.js'));
    });
  }
}

function writePage(script: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API</title>
<style>
:root { color-scheme: light dark; font: 14px/1.6 system-ui, sans-serif; }
body { margin: 24px auto; max-width: 960px; padding: 0 16px; }
h1 { font-size: 20px; margin: 0; }
p { margin: 0 0 16px; }
details { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); padding: 8px 0; }
summary { cursor: pointer; font-weight: 600; }
ul { list-style: none; margin: 8px 0; padding: 0; }
li { padding: 4px 0; overflow-wrap: anywhere; }
small { display: block; opacity: 0.75; }
.method { display: inline-block; font-weight: 600; min-width: 64px; }
</style>
</head>
<body>
<main></main>
<script type="module" src="${script}"></script>
</body>
</html>
`;
}
