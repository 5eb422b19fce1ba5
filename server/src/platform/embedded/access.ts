import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LaunchError, readErrorCode, summariseError } from './launch-error.ts';

export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** `locked`: it runs but does not have our role or database (yet). `silent`: it runs but does not respond. */
type ServerState = 'ready' | 'locked' | 'silent' | 'gone';

export const superuser = 'postgres';

/** Waits for the server while it runs; if it does not respond at all, for `timeoutMs`. */
export async function waitForServer(
  connection: EmbeddedConnection,
  isRunning: () => boolean,
  timeoutMs: number,
  onSlow: () => void,
): Promise<ServerState> {
  let lastActivity = performance.now();
  let lastProgress = performance.now();
  while (isRunning()) {
    const obstacle = await findConnectError(connection);
    if (obstacle === undefined) return 'ready';
    if (isLocked(obstacle)) return 'locked';
    // The server runs and is busy starting, recovering or stopping.
    if (obstacle === '57P03') lastActivity = performance.now();
    if (performance.now() - lastActivity > timeoutMs) return 'silent';
    if (performance.now() - lastProgress > 5000) {
      lastProgress = performance.now();
      onSlow();
    }
    await sleep(10);
  }
  return 'gone';
}

/** Whether a server is running, started by this process or by another. */
export async function isAnswering(connection: EmbeddedConnection): Promise<boolean> {
  const obstacle = await findConnectError(connection);
  return obstacle === undefined || obstacle === '57P03' || isLocked(obstacle);
}

export function asSuperuser(connection: EmbeddedConnection, password: string): EmbeddedConnection {
  return { ...connection, user: superuser, password, database: 'postgres' };
}

/** Sets the superuser's password; false if the password of the connection is wrong. */
export async function changeSuperuserPassword(
  connection: EmbeddedConnection,
  password: string,
): Promise<boolean> {
  const client = openClient(connection);
  try {
    await client.connect();
    await client.query(`alter role ${superuser} password ${client.escapeLiteral(password)}`);
    return true;
  } catch (error) {
    if (readErrorCode(error) === '28P01') return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Creates the application's database, and a role that owns it without being the superuser. */
export async function ensureDatabase(
  connection: EmbeddedConnection,
  superuserConnection: EmbeddedConnection,
): Promise<void> {
  const client = openClient(superuserConnection);
  const name = client.escapeIdentifier(connection.user);
  const password = client.escapeLiteral(connection.password);
  const database = client.escapeIdentifier(connection.database);
  try {
    await client.connect();
    const role = await client.query('select 1 from pg_roles where rolname = $1', [connection.user]);
    await client.query(
      `${role.rowCount ? 'alter' : 'create'} role ${name} login createdb password ${password}`,
    );
    await client.query(`grant pg_monitor to ${name}`);
    const existing = await client.query('select 1 from pg_database where datname = $1', [
      connection.database,
    ]);
    if (!existing.rowCount) await client.query(`create database ${database} owner ${name}`);
  } catch (error) {
    throw new LaunchError(
      `The embedded database does not let Limpid in (${summariseError(error)}): check postgres.superuser-password in the data folder.`,
    );
  } finally {
    await client.end();
  }
}

/** Whether the running server keeps acknowledged data even after a power failure. */
export async function isDurable(connection: EmbeddedConnection): Promise<boolean> {
  const client = openClient(connection);
  await client.connect();
  const { rows } = await client.query<{ fsync: string }>('show fsync');
  await client.end();
  return rows[0]?.fsync === 'on';
}

/** The error code that prevents a session; undefined if a session is possible. */
async function findConnectError(connection: EmbeddedConnection): Promise<string | undefined> {
  const client = openClient(connection);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return readErrorCode(error) ?? 'unknown';
  } finally {
    await client.end();
  }
}

/** Unknown role, wrong password, unknown database, or access denied. */
function isLocked(code: string): boolean {
  return ['28P01', '3D000', '28000'].includes(code);
}

function openClient(connection: EmbeddedConnection): pg.Client {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5000 });
  // A server that ends during the conversation causes two errors; the failed call is enough.
  client.on('error', () => undefined);
  return client;
}
