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

/** `locked`: it runs and does not know our role or database (yet). `silent`: it runs and does not answer. */
type ServerState = 'ready' | 'locked' | 'silent' | 'gone';

export const superuser = 'postgres';

/** Waits for the server as long as it runs and, while it says nothing at all, for `patience` milliseconds. */
export async function waitForServer(
  connection: EmbeddedConnection,
  isRunning: () => boolean,
  patience: number,
  onSlow: () => void,
): Promise<ServerState> {
  let lastActivity = performance.now();
  let lastProgress = performance.now();
  while (isRunning()) {
    const obstacle = await findConnectError(connection);
    if (obstacle === undefined) return 'ready';
    if (isLocked(obstacle)) return 'locked';
    // It is there, and busy starting, recovering or stopping.
    if (obstacle === '57P03') lastActivity = performance.now();
    if (performance.now() - lastActivity > patience) return 'silent';
    if (performance.now() - lastProgress > 5000) {
      lastProgress = performance.now();
      onSlow();
    }
    await sleep(10);
  }
  return 'gone';
}

/** Whether a server is there at all, whoever started it. */
export async function isAnswering(connection: EmbeddedConnection): Promise<boolean> {
  const obstacle = await findConnectError(connection);
  return obstacle === undefined || obstacle === '57P03' || isLocked(obstacle);
}

export function asSuperuser(connection: EmbeddedConnection, password: string): EmbeddedConnection {
  return { ...connection, user: superuser, password, database: 'postgres' };
}

/** Sets the superuser's password; false when the connection's is not the right one. */
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

/** Makes what the application needs: a database, and a role that owns it without being the superuser. */
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
    const known = await client.query('select 1 from pg_database where datname = $1', [connection.database]);
    if (!known.rowCount) await client.query(`create database ${database} owner ${name}`);
  } catch (error) {
    throw new LaunchError(
      `The embedded database does not let Limpid in (${summariseError(error)}): check postgres.superuser-password in the data folder.`,
    );
  } finally {
    await client.end();
  }
}

/** Whether the running server keeps what it has acknowledged even when the power fails. */
export async function isDurable(connection: EmbeddedConnection): Promise<boolean> {
  const client = openClient(connection);
  await client.connect();
  const { rows } = await client.query<{ fsync: string }>('show fsync');
  await client.end();
  return rows[0]?.fsync === 'on';
}

/** The code of what stands in the way of a session, undefined when nothing does. */
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

/** No such role or password, no such database, not allowed in. */
function isLocked(code: string): boolean {
  return ['28P01', '3D000', '28000'].includes(code);
}

function openClient(connection: EmbeddedConnection): pg.Client {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5000 });
  // A server that ends during the talk is reported twice; the failed call is enough.
  client.on('error', () => undefined);
  return client;
}
