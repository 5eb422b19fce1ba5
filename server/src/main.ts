import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type pg from 'pg';
import pino from 'pino';
import { type Config, readConfig, SettingError } from './config.ts';
import { startEmbedded } from './platform/embedded/embedded.ts';
import { prepareDatabase } from './roles/prepare.ts';

// Left alone, the heap grows to a multiple of what is in use before it is cleaned up: with thousands of stations that is
// hundreds of megabytes.
setFlagsFromString('--heap-growing-percent=40');

/** What has been started, in order. */
const started: { name: string; stop: () => Promise<unknown> | void }[] = [];
/** A part that does not stop within this time must not keep the database from being stopped. */
const stopLimit = 20_000;

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function connect(config: Config): Promise<pg.PoolConfig> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const database = await startEmbedded({ dataDir: config.dataDir, onProgress: printLine });
  started.push({ name: 'database', stop: () => database.stop() });
  // A PGSSLMODE meant for other databases must not reach for TLS on a local socket.
  return { ...database.connection, ssl: false };
}

/** Most of the program: loaded late, so that a wrong setting is reported at once. */
async function loadRoles() {
  const [{ openApp }, { startDemoRole }, { startGatewayRole }, { startHttp }, { startWorker }] =
    await Promise.all([
      import('./roles/app.ts'),
      import('./roles/demo.ts'),
      import('./roles/gateway.ts'),
      import('./roles/http.ts'),
      import('./roles/worker.ts'),
    ]);
  return { openApp, startDemoRole, startGatewayRole, startHttp, startWorker };
}

async function start(config: Config): Promise<void> {
  openFolder(config.dataDir);
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
  const connection = await connect(config);
  const firstPassword = await prepareDatabase(connection, config, printLine).catch((error: unknown) => {
    const isAddress = config.databaseUrl && !(error instanceof SettingError);
    throw isAddress ? new SettingError(`DATABASE_URL: ${describe(error)}.`) : error;
  });
  // At once: whatever fails from here on, nobody else will ever know it.
  if (firstPassword)
    printLine(`First login: admin / ${firstPassword}   (shown once; you will choose your own)`);
  const { openApp, startDemoRole, startGatewayRole, startHttp, startWorker } = await loadRoles();
  const running = await openApp({ config, connection, log });
  started.push({ name: 'app', stop: () => running.close() });
  const has = (role: Config['roles'][number]) => config.roles.includes(role);
  const gateway = has('gateway') ? await startGatewayRole(running) : undefined;
  if (gateway) started.push({ name: 'gateway', stop: () => gateway.close() });
  if (has('worker')) started.push({ name: 'worker', stop: startWorker(running) });
  const port = has('http') ? await startHttp(running) : undefined;
  if (gateway) printLine(`Stations report to port ${gateway.port}`);
  if (port === undefined) return printLine('Limpid is at work, without serving anybody (ROLES).');
  announce(port, config);
  // A gateway on any free port is one that a program asked for, not a person who wants to see something.
  if (gateway && config.demo && config.gatewayPort > 0)
    started.push({ name: 'demo', stop: startDemoRole(running, gateway.port) });
}

function announce(port: number, config: Config): void {
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  if (!['127.0.0.1', '::1', 'localhost'].includes(config.host)) {
    printLine(
      'Served to other machines without TLS: put a reverse proxy with TLS in front, or passwords travel in the clear.',
    );
  }
  printLine(`Limpid is ready at http://${host}:${port}`);
}

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const part of started.reverse()) await stopPart(part);
  process.exit(code);
}

async function stopPart({ name, stop: end }: (typeof started)[number]): Promise<void> {
  const ended = Promise.resolve()
    .then(end)
    .then(() => undefined, describe);
  // The database writes everything to disk first, however long that takes.
  const problem =
    name === 'database' ? await ended : await Promise.race([ended, wait(stopLimit, 'time-out')]);
  if (problem !== undefined) process.stderr.write(`Stopping the ${name} failed (${problem}).\n`);
}

/** One folder after the other: asking for all at once never returns where none can be made. */
function openFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) openFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw new SettingError(`DATA_DIR cannot be used (${describe(error)}).`);
  }
}

function explain(error: unknown, config: Config | undefined): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const port = error instanceof Error && 'port' in error ? error.port : undefined;
  const name = port === config?.gatewayPort ? 'GATEWAY_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `Port ${port} is taken: set ${name} to another one.`;
  if (code === 'EACCES')
    return `Port ${port} is not for this user (${describe(error)}): set ${name} to another one.`;
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return `HOST ${config?.host} is not an address of this machine (${describe(error)}).`;
  }
  return describe(error);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

let config: Config | undefined;
try {
  config = readConfig();
  await start(config);
} catch (error) {
  process.stderr.write(`${explain(error, config)}\n`);
  await stop(1);
}
