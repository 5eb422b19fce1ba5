import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { livePath, liveProtocol } from '../../contract/src/live.ts';
import { readConfig } from '../../server/src/config.ts';
import { openSession } from '../../server/src/platform/auth/sessions.store.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';

const port = 18_092;
const baselinePort = 18_093;
const clients = 1000;
const messages = 40;
const maxMs = 10_000;
const here = fileURLToPath(import.meta.url);

interface FanOut {
  clients: number;
  /** p95 in milliseconds from publishing, in another process, until a client has received the message. */
  p95: number;
  /** Resources that the clients cost the server. */
  memoryMegabytes: number;
  /** The same p95 of a plain `ws` server that stores nothing and checks nothing. */
  bare: number;
}

export async function measureFanOut(): Promise<FanOut> {
  const bare = await measureBaseline();
  return { clients, ...(await measureProduct()), bare };
}

type Publish = (sentAt: number) => Promise<unknown> | void;

async function measureProduct(): Promise<{ p95: number; memoryMegabytes: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-live-'));
  const embedded = await startEmbedded({ dataDir });
  const { connection } = embedded;
  await prepareDatabase(connection, { adminPassword: 'Correct-horse-1', demo: false }, () => {});
  const server = await start('../shared/server.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    BENCH_CONNECTION: JSON.stringify(connection),
  });
  // The publisher is another process that shares the database, like a worker or a gateway.
  const config = readConfig({ DATA_DIR: dataDir });
  const publisher = await openApp({ config, connection, log: pino({ level: 'error' }) });
  try {
    const client = { address: '127.0.0.1', browser: '', os: '' };
    const token = await openSession(publisher.app.db, systemClock, 1, client);
    const before = residentMegabytes(server);
    const sockets = await connectAll(`ws://127.0.0.1:${port}/prod-api${livePath}100`, [liveProtocol, token]);
    for (const socket of sockets) socket.send(JSON.stringify({ show: ['alarm'] }));
    await wait(500);
    const publish: Publish = (sentAt) =>
      publisher.app.live.publish({ deptId: 100, topic: 'alarm', payload: makePayload(sentAt), stored: true });
    const p95 = await measureLatency(sockets, publish);
    const memoryMegabytes = residentMegabytes(server) - before;
    for (const socket of sockets) socket.terminate();
    return { p95, memoryMegabytes };
  } finally {
    await publisher.close();
    await stop(server);
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureBaseline(): Promise<number> {
  const server = await start('live.ts', {}, 'bare');
  const sockets = await connectAll(`ws://127.0.0.1:${baselinePort}`, []);
  const [sender] = sockets;
  const p95 = await measureLatency(sockets, (sentAt) =>
    sender?.send(JSON.stringify({ kind: 'message', payload: makePayload(sentAt) })),
  );
  for (const socket of sockets) socket.terminate();
  await stop(server);
  return p95;
}

/** The message carries its time of sending: all clients run in this process, so one clock applies. */
function makePayload(sentAt: number) {
  return [{ siteName: 'bench', type: 'PM2.5', val: sentAt, createTime: '2026-03-01 08:00:00' }];
}

/**
 * Sends each message after all clients have received the previous one, so that no queue of this benchmark is measured.
 */
async function measureLatency(sockets: WebSocket[], publish: Publish): Promise<number> {
  const times: number[] = [];
  let arrived = (): void => undefined;
  for (const socket of sockets) {
    socket.on('message', (data) => {
      const now = performance.now();
      const sentAt = /"val":([\d.]+)/.exec(data.toString())?.[1];
      if (sentAt === undefined) return;
      times.push(now - Number(sentAt));
      if (times.length % sockets.length === 0) arrived();
    });
  }
  const deadline = AbortSignal.timeout(maxMs);
  for (let n = 0; n < messages && !deadline.aborted; n += 1) {
    const all = new Promise<void>((done, failed) => {
      arrived = done;
      deadline.onabort = () =>
        failed(new Error(`${clients} clients did not receive the message within ${maxMs} ms.`));
    });
    await Promise.all([publish(performance.now()), all]);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}

async function connectAll(address: string, protocols: string[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < clients) {
    const some = Array.from({ length: 100 }, () => new WebSocket(address, protocols));
    await Promise.all(some.map((socket) => once(socket, 'open')));
    sockets.push(...some);
  }
  return sockets;
}

async function start(
  file: string,
  environment: Record<string, string>,
  ...given: string[]
): Promise<ChildProcess> {
  const script = join(here, '..', file);
  const child = spawn(process.execPath, [script, ...given], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function residentMegabytes({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** The reference: broadcasts each message of a client to all clients. */
function serveBaseline(): void {
  const sockets = new WebSocketServer({ port: baselinePort, host: '127.0.0.1', perMessageDeflate: false });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      const text = data.toString();
      for (const client of sockets.clients) client.send(text);
    }),
  );
  sockets.on('listening', () => process.stdout.write('ready\n'));
}

if (process.argv[1] === here && process.argv[2] === 'bare') serveBaseline();
