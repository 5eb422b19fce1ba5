import type { AddressInfo } from 'node:net';
import {
  type LiveFrame,
  type LiveMessage,
  type LiveRequest,
  livePath,
  liveProtocol,
} from '@limpid/contract/live';
import { type ClientOptions, WebSocket } from 'ws';
import type { TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';

/** A client that records everything it receives. */
export interface LiveClient {
  socket: WebSocket;
  frames: LiveFrame[];
  messages(): LiveMessage[];
  payloads(): unknown[];
  send(request: LiveRequest): void;
  /** Waits for the server's ready message. */
  ready(): Promise<number>;
  caughtUp(): Promise<{ seq: number; complete: boolean }>;
  /** Code and reason of the close frame; 0 and the HTTP status if the socket was not opened. */
  closed: Promise<string>;
}

export async function listenForSockets({ app }: TestApp): Promise<string> {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on a port has an AddressInfo.
  const { port } = app.http.server.address() as AddressInfo;
  return `ws://127.0.0.1:${port}/prod-api`;
}

export function connectClient(
  origin: string,
  deptId: number | string,
  { token, ...options }: { token?: string } & ClientOptions = {},
): LiveClient {
  const protocols = token === undefined ? [] : [liveProtocol, token];
  const socket = new WebSocket(`${origin}${livePath}${deptId}`, protocols, options);
  const frames: LiveFrame[] = [];
  // Frames of the server follow the contract.
  socket.on('message', (data) => frames.push(JSON.parse(data.toString()) as LiveFrame));
  const closed = new Promise<string>((done) => {
    socket.on('unexpected-response', (_request, response) => done(`0 ${response.statusCode}`));
    socket.on('error', (error) => done(`0 ${error.message}`));
    socket.on('close', (code, reason) => done(`${code} ${reason}`));
  });
  async function find<K extends LiveFrame['kind']>(kind: K): Promise<Extract<LiveFrame, { kind: K }>> {
    const isWanted = (frame: LiveFrame): frame is Extract<LiveFrame, { kind: K }> => frame.kind === kind;
    await soon(() => frames.some(isWanted)).toBe(true);
    const found = frames.findLast(isWanted);
    if (!found) throw new Error(`No ${kind}`);
    return found;
  }
  return {
    socket,
    frames,
    closed,
    messages: () => frames.filter((frame) => frame.kind === 'message'),
    payloads: () => frames.flatMap((frame) => (frame.kind === 'message' ? [frame.payload] : [])),
    send: (request) => socket.send(JSON.stringify(request)),
    ready: async () => (await find('ready')).seq,
    caughtUp: () => find('caughtUp'),
  };
}

/** Connects, subscribes, and returns when the server has processed the subscription. */
export async function watchTopics(
  origin: string,
  deptId: number,
  token: string,
  request: LiveRequest = { show: ['alarm'] },
): Promise<LiveClient> {
  const client = connectClient(origin, deptId, { token });
  const seq = await client.ready();
  client.send({ since: seq, ...request });
  await client.caughtUp();
  return client;
}

export function makeAlarm(siteName: string) {
  return [{ siteName, type: 'PM2.5', val: 91, createTime: '2026-03-01 08:00:00' }];
}
