import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@limpid/contract/envelope';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { readConfig } from '../config.ts';
import type { Ingest } from '../features/ingest/ingest.ts';
import type { Services } from '../features/services.ts';
import type { App } from '../platform/app.ts';
import { type HangLimits, hangLimits } from '../platform/db/hang-watch.ts';
import type { WaitLimits } from '../platform/db/request-waits.ts';
import { openApp } from '../roles/app.ts';
import { serveWeb } from '../roles/web.ts';
import { type FakeClock, makeClock, testNow } from './clock.ts';
import { adminPassword, type TestConnection, templateName } from './connection.ts';

interface TestResponse {
  status: number;
  headers: Record<string, unknown>;
  /** The envelope, where the response is JSON. */
  body: Envelope;
  bytes: Buffer;
}

export interface TestApp {
  app: App;
  ingest: Ingest;
  services: Services;
  connection: TestConnection;
  clock: FakeClock;
  /** Sends a request below `/prod-api`, as `token` if one is given. */
  send(
    method: string,
    path: string,
    options?: { token?: string; json?: unknown } & InjectOptions,
  ): Promise<TestResponse>;
  /** Logs in past the captcha and gives the token. */
  login(userName?: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

interface TestOptions {
  /** Rate limits as in production. */
  limited?: boolean;
  /** An existing database instead of a new one: a second process, or the same by another way. */
  connection?: TestConnection;
  /** Patient unless a test is about a database that hangs, or about locks. */
  hangs?: HangLimits;
  waits?: WaitLimits;
}

/** On a busy machine many requests at once wait longer for a connection than production allows. */
const patientHangs: HangLimits = { ...hangLimits, probeMs: 30_000, connectMs: 60_000 };
const patientWaits: WaitLimits = { connectionsMs: 60_000, lateMs: 60_000, lockMs: 60_000, longMs: 0 };

/** The whole server on a database of its own. */
export async function openTestApp(
  environment: Record<string, string> = {},
  options: TestOptions = {},
): Promise<TestApp> {
  const created = options.connection ? undefined : await createDatabase(templateName);
  const connection = options.connection ?? created?.connection ?? inject('connection');
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-app-'));
  const config = readConfig({ CAPTCHA_ENABLED: 'off', DATA_DIR: dataDir, GATEWAY_PORT: '0', ...environment });
  const clock = makeClock();
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const { limited = false, hangs = patientHangs, waits = patientWaits } = options;
  const { app, services, close } = await openApp({
    config,
    connection: { ...connection, options: `-c limpid.now=${new Date(testNow).toISOString()}` },
    log,
    clock,
    limited,
    hangs,
    waits,
  });
  await serveWeb(app);

  const send: TestApp['send'] = async (method, path, { token, json, ...options } = {}) => {
    const response = await app.http.inject({
      method: method as 'GET',
      url: `/prod-api${path}`,
      ...options,
      ...(json !== undefined && { payload: json as object }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : { code: 0, msg: '' },
      bytes: response.rawPayload,
    };
  };

  return {
    app,
    ingest: services.ingest,
    services,
    connection,
    clock,
    send,
    async login(userName = 'admin', password = adminPassword) {
      const { body } = await send('POST', '/login', { json: { username: userName, password } });
      if (body.code !== 200) throw new Error(`login as ${userName}: ${body.msg}`);
      return String(body['token']);
    },
    async close() {
      await close();
      await created?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database of the test run's server: empty, or a copy of a template. */
export async function createDatabase(
  template = 'template0',
): Promise<{ connection: TestConnection; drop(): Promise<void> }> {
  const server = inject('connection');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${database} template ${template}`);
  return {
    connection: { ...server, database },
    drop: () => administer(server, `drop database ${database} with (force)`),
  };
}

export async function administer(connection: TestConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement);
  await client.end();
}
