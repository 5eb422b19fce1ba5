import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../server/src/config.ts';
import { addProvider, issueCode } from '../server/src/features/system/identity/identity.service.ts';
import { openApp } from '../server/src/roles/app.ts';
import { startDemo } from '../server/src/roles/demo.ts';
import { startGateway } from '../server/src/roles/gateway.ts';
import { prepareDatabase } from '../server/src/roles/prepare.ts';
import { serveWeb } from '../server/src/roles/web.ts';
import { demoCities } from '../simulator/src/demo-cities.ts';
import { query, readConnection } from './database.ts';
import { logInAt } from './people.ts';
import { adminPassword } from './server.ts';

interface SecondServer {
  origin: string;
  /** The address that another login would send the owner of a phone to. */
  vouchFor(subject: string): Promise<string>;
  close(): Promise<void>;
}

const mute = () => undefined;
const silent = {
  level: 'silent',
  fatal: mute,
  error: mute,
  warn: mute,
  info: mute,
  debug: mute,
  trace: mute,
  silent: mute,
  child: () => silent,
};

/** An installation of its own, whose administrator can log in without a picture to read. */
export interface OwnServer {
  origin: string;
  logIn(): Promise<string>;
  close(): Promise<void>;
}

async function openServer(connection: pg.PoolConfig, environment: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-second-'));
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', ...environment });
  // Answers that are delayed to slow guessing come at once.
  const clock = { now: () => new Date(), pause: () => Promise.resolve() };
  const {
    app,
    services: { ingest },
    close,
  } = await openApp({ config, connection, log: silent, clock });
  await serveWeb(app);
  return {
    app,
    ingest,
    origin: await app.http.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      const closed = close();
      // A browser opens spare connections; the server would wait a minute for a request on them.
      app.http.server.closeAllConnections();
      await closed;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Another process's worth of server on the same database, with a login of someone else's connected to it. */
export async function openSecondServer(environment: Record<string, string> = {}): Promise<SecondServer> {
  const { app, origin, close } = await openServer(readConnection(), environment);
  addProvider(app, 'test');
  return {
    origin,
    close,
    async vouchFor(subject) {
      const { page, code } = await issueCode(app, { provider: 'test', subject });
      return `${origin}${page}?code=${code}`;
    },
  };
}

/** For what would change every page of the one that all tests share. */
export async function openOwnServer(): Promise<OwnServer> {
  return openOwn(() => Promise.resolve([]));
}

/** The living demonstration, of a few sites that report every few seconds. */
export async function openDemo(): Promise<OwnServer> {
  const cities = demoCities.slice(0, 1).map((facts) => ({
    ...facts,
    sites: facts.sites.slice(0, 8).map((site) => ({ ...site, interval: 3 })),
  }));
  return openOwn(async ({ app, ingest }) => {
    const gateway = await startGateway(app, ingest);
    const stopStations = startDemo(app, ingest, gateway.port, { cities, faults: () => [] });
    return [stopStations, () => gateway.close()];
  });
}

type Running = Awaited<ReturnType<typeof openServer>>;

async function openOwn(
  add: (running: Running) => Promise<(() => void | Promise<void>)[]>,
): Promise<OwnServer> {
  const database = `own_${randomBytes(4).toString('hex')}`;
  await query(`create database ${database}`);
  const connection = { ...readConnection(), database };
  await prepareDatabase(connection, { adminPassword, demo: false }, mute);
  const running = await openServer(connection, { CAPTCHA_ENABLED: 'off', GATEWAY_PORT: '0' });
  const stops = await add(running);
  return {
    origin: running.origin,
    logIn: () => logInAt(running.origin),
    async close() {
      for (const stop of stops) await stop();
      // Its database goes with the cluster of this run: one that is being vacuumed cannot be dropped by its owner.
      await running.close();
    },
  };
}
