import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { type HangLimits, hangLimits, makeHangWatch } from './hang-watch.ts';
import { openPool } from './pool.ts';
import { retryConflicts } from './retry.ts';

/** Features declare their own tables with `db.withTables<…>()`; the platform knows none of them. */
export type Database = Kysely<Record<never, never>>;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * The session's zone is the server's, and timestamps are returned as the text that PostgreSQL prints in it: the
 * `yyyy-MM-dd HH:mm:ss` of the wire, without conversion to JavaScript dates.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  zone: string,
  onError: (error: Error) => void,
  limits: HangLimits = hangLimits,
): OpenDatabase {
  const hangWatch = makeHangWatch(connection, limits);
  const settings = {
    max: 10,
    connectionTimeoutMillis: limits.connectMs,
    // With keep-alive the kernel detects that the other machine has vanished.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 30_000,
    ...connection,
    // Acknowledged data must be on disk, whatever the settings of the database role are.
    options: `${connection.options ?? ''} -c TimeZone=${zone} -c synchronous_commit=on`.trim(),
    application_name: 'limpid',
    types: { getTypeParser },
    stream: hangWatch.openSocket,
  };
  const pool = openPool(settings, onError);
  hangWatch.watch(pool);
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  retryOnConflict(db);
  return {
    db,
    pool,
    async close() {
      hangWatch.stop();
      await db.destroy();
      // A pool that was never used through `db` is not ended by it.
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Repeats transactions and single statements of Kysely after a deadlock or a serialization failure. Both acquire their
 * connection here, a transaction once for all of its statements, so a failed transaction is repeated from its
 * beginning.
 */
function retryOnConflict(db: Database): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (consumer, options) => retryConflicts(() => provide(consumer, options));
}

const timestamptz = 1184;
const bigint = 20;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === timestamptz && format !== 'binary') return (value: string) => value.slice(0, 19);
  if (oid === bigint && format !== 'binary') return Number;
  return pg.types.getTypeParser(oid, format);
}

const unreachable =
  /ECONN|EPIPE|connect ENOENT|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EHOST|ENET|EADDRNOTAVAIL|EMFILE|ENFILE|Connection terminated|not queryable|timeout exceeded when trying to connect/;

/** True if the server cannot be reached or is shutting down, rather than having refused the statement. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return /^(08|57P0[1-3])/.test(code) || unreachable.test(`${code} ${error.message}`);
}

/** The values or the statement are wrong. 23514 is excluded: it occurs when a partition was just dropped. */
const permanent = /^(22|23(?!514)|42)/;

/** Whether a retry may succeed later: the database is unreachable, full or slow, or there was a conflict. */
export function isTransient(error: unknown): boolean {
  if (isDatabaseGone(error)) return true;
  return error instanceof pg.DatabaseError && !permanent.test(error.code ?? '');
}

/** The constraint that a write violated, if that was the cause of the error. */
export function violatedConstraint(error: unknown): { kind: 'unique' | 'foreign'; name: string } | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.constraint) return undefined;
  if (error.code === '23505') return { kind: 'unique', name: error.constraint };
  if (error.code === '23503') return { kind: 'foreign', name: error.constraint };
  return undefined;
}
