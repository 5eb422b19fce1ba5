import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { openServices, type Services } from '../features/services.ts';
import { features } from '../features.ts';
import type { App } from '../platform/app.ts';
import { openBus } from '../platform/bus.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { HangLimits } from '../platform/db/hang-watch.ts';
import { applyWaitLimits, type WaitLimits, waitLimits } from '../platform/db/request-waits.ts';
import { openDictionaries } from '../platform/dictionaries.store.ts';
import { openErrorLog } from '../platform/error-log/error-log.ts';
import { openDownloads } from '../platform/files/downloads.store.ts';
import { makeHttpServer } from '../platform/http/server.ts';
import { makeTasks } from '../platform/jobs/tasks.ts';
import { liveLimits, relaxedLimits } from '../platform/live/limits.ts';
import { openLive } from '../platform/live/live.ts';
import { openOutbound } from '../platform/outbound/outbound.ts';
import { openParameters } from '../platform/parameters.store.ts';
import { openSecrets } from '../platform/secrets.ts';
import { openWork } from '../platform/work/work.ts';

const storageConnections = 4;

interface AppOptions {
  config: Config;
  connection: pg.PoolConfig;
  log: FastifyBaseLogger;
  clock?: Clock;
  /** Timeouts of a database that does not answer. */
  hangs?: HangLimits;
  /** How long a request waits for a connection and for locks. */
  waits?: WaitLimits;
  /** False only in benchmarks and tests, which send more requests than any person. */
  limited?: boolean;
}

export interface RunningApp {
  app: App;
  services: Services;
  close(): Promise<void>;
}

/** Opens everything a process needs and registers every feature; the caller starts to listen. */
export async function openApp({
  config,
  connection,
  log,
  clock = systemClock,
  hangs,
  waits = waitLimits,
  limited = true,
}: AppOptions): Promise<RunningApp> {
  // The error object contains the connection with its secrets, so only its message is logged.
  const onBroken = (error: Error) => log.warn({ reason: error.message }, 'idle database connection lost');
  const { db, pool, close } = openDatabase(connection, config.zone, onBroken, hangs);
  applyWaitLimits(pool, waits);
  const bus = await openBus(connection, pool, log);
  const background = new Set<Promise<void>>();
  const secrets = openSecrets(config);
  const base = {
    config,
    http: await makeHttpServer(config, log, { limited }),
    db,
    pool,
    bus,
    clock,
    log,
    downloads: await openDownloads(db, clock, config.dataDir),
    files: { mayRead: {}, uploaders: {} },
    dictionaries: openDictionaries(db, bus),
    errorLog: openErrorLog({ db, clock, log, background }),
    parameters: openParameters(db, bus, secrets),
    secrets,
    outbound: openOutbound(config),
    endpoints: [] as App['endpoints'],
    scopedPaths: new Set<string>(),
    departmentUses: [],
    entityUses: [],
    topicUses: [],
    forwardAddressFollowers: [],
    siteMnChecks: [],
    tasks: makeTasks(),
    background,
  };
  const live = await openLive(base, limited ? liveLimits : relaxedLimits);
  const app: App = { ...base, live, work: await openWork({ ...base, live }) };
  const storage = openDatabase({ ...connection, max: storageConnections }, config.zone, onBroken, hangs);
  const services = await openServices(app, storage.pool);
  for (const add of features) add(app, services);
  return {
    app,
    services,
    async close() {
      await app.http.close();
      await services.ingest.close();
      await storage.close();
      app.work.close();
      await Promise.all(app.background);
      await bus.close();
      await close();
    },
  };
}
