import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressJson } from './compress.ts';

const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: '站点' }));

async function ask(path: string, accepted?: string) {
  const http = fastify();
  compressJson(http);
  http.get('/many', () => ({ rows }));
  http.get('/few', () => ({ rows: [] }));
  http.get('/file', (_request, reply) => reply.type('text/csv').send('a,b\n'.repeat(1000)));
  return http.inject({
    url: path,
    ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }),
  });
}

test('a large JSON response is compressed for clients that accept it', async () => {
  const { headers, rawPayload } = await ask('/many', 'deflate, gzip;q=0.5');
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'content-length': String(rawPayload.length),
  });
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ rows });
});

test.each([
  ['of a client that refuses it', '/many', 'gzip;q=0, br'],
  ['of a client that does not mention it', '/many', undefined],
  ['that is short', '/few', 'gzip'],
  ['that is no JSON', '/file', 'gzip'],
])('a response %s stays as it is', async (_case, path, accepted) => {
  const { headers, statusCode } = await ask(path, accepted);
  expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
});
