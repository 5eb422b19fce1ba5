import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import pino from 'pino';
import { type Config, readConfig, SettingError } from './config.ts';
import { isDatabaseGone } from './platform/db/database.ts';
import { startEmbedded } from './platform/embedded/embedded.ts';
import { openApp } from './roles/app.ts';
import { scheduleCleaning } from './roles/cleaning.ts';
import { prepareDatabase } from './roles/prepare.ts';
import { serveWeb } from './roles/web.ts';

/** Stops in reverse order of starting, whatever had been started by then. */
const stops: (() => Promise<unknown> | void)[] = [];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function connect(config: Config): Promise<pg.PoolConfig> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const database = await startEmbedded({ dataDir: config.dataDir, onProgress: say });
  stops.push(() => database.stop());
  // A PGSSLMODE meant for other databases must not reach for TLS on a local socket.
  return { ...database.connection, ssl: false };
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
  const connection = await connect(config);
  const firstPassword = await prepareDatabase(connection, config, say).catch((error: unknown) => {
    if (!config.databaseUrl || !isDatabaseGone(error)) throw error;
    throw new SettingError(`DATABASE_URL: the database cannot be reached (${describe(error)}).`);
  });
  const running = await openApp({ config, connection, log });
  stops.push(() => running.close());
  await serveWeb(running.app.http);
  stops.push(scheduleCleaning(running.app));
  await running.app.http.listen({ port: config.port, host: config.host });
  announce(running.app.http.server.address(), config, firstPassword);
}

function announce(address: unknown, config: Config, firstPassword: string | undefined): void {
  const port =
    typeof address === 'object' && address !== null && 'port' in address ? address.port : config.port;
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  if (!['127.0.0.1', '::1', 'localhost'].includes(config.host)) {
    say(
      'Served to other machines without TLS: put a reverse proxy with TLS in front, or passwords travel in the clear.',
    );
  }
  say(`Limpid is ready at http://${host}:${port}`);
  if (firstPassword) say(`First login: admin / ${firstPassword}   (shown once; you will choose your own)`);
  else say('Log in as admin with the password you chose.');
}

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const end of stops.reverse()) await end();
  process.exit(code);
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${process.env['PORT'] ?? 8080} is taken: set PORT to another one.`;
  if (code === 'EACCES')
    return `Not permitted: ${describe(error)}. Set PORT or DATA_DIR to what this user may use.`;
  return describe(error);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  return stop(1);
});
