import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { makeHttpServer } from '../server.ts';

const limitMs = 200;
const server = await makeHttpServer(readConfig({}), pino({ level: 'silent' }), {
  limited: false,
  stallMs: limitMs,
});
let port: number;

beforeAll(async () => {
  server.post('/echo', (request) => request.body);
  server.get('/slow', async () => {
    await wait(3 * limitMs);
    return 'done';
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const head = (length: number) =>
  `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

async function open(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'connect');
  return { socket, received: () => text };
}

it.each([
  ['none of it', ''],
  ['a part of it', '{"a":'],
])('the connection is closed if only %s of a body arrives', async (_, part) => {
  const { socket, received } = await open();
  socket.write(head(100) + part);
  await once(socket, 'close');
  expect(received()).toMatch(/^HTTP\/1\.1 408 /);
});

it('a slow body is accepted, however long it takes', async () => {
  const { socket, received } = await open();
  const body = JSON.stringify({ word: 'limpid' });
  socket.write(head(body.length));
  for (const letter of body) {
    await wait(limitMs / 6);
    socket.write(letter);
  }
  await once(socket, 'data');
  expect(received()).toContain(body);
  socket.destroy();
});

it('a slow response is waited for after the whole request was received', async () => {
  const { socket, received } = await open();
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  expect(received()).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
