import { type AddressInfo, connect } from 'node:net';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { makeHttpServer } from './server.ts';

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
const server = await makeHttpServer(readConfig({}), log, { limited: true });
afterAll(() => server.close());

it('a request whose connection closes before it is counted keeps its address and causes no error', async () => {
  const arrived = Promise.withResolvers<void>();
  const handled = Promise.withResolvers<string>();
  // Like the session lookup: before the request limit.
  const onRequest = async ({ raw }: { raw: { socket: NodeJS.EventEmitter } }) => {
    const closed = new Promise((resolve) => raw.socket.once('close', resolve));
    arrived.resolve();
    await closed;
  };
  server.addHook('onError', async (_request, _reply, error) => handled.reject(error));
  server.get('/late', { onRequest }, async ({ ip }) => {
    handled.resolve(ip);
    return 'done';
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /late HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived.promise;
  socket.resetAndDestroy();
  expect(await handled.promise).toBe('127.0.0.1');
  expect(lines).toEqual([]);
});
