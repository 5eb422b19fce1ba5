import type pg from 'pg';
import { retryConflicts } from './retry.ts';

/** A connection with one user at a time, whose statements see each other's changes. */
export type Connection = pg.PoolClient;
export type Pool = pg.Pool;

/** Every statement sees the database as of the first one. */
export const beginSnapshot = 'begin isolation level repeatable read';

interface TransactionOptions {
  /** Runs before the transaction on the same connection. */
  prepare?: (connection: Connection) => Promise<void>;
  begin?: string;
  /** The work cannot be repeated, because it also writes outside of the database. */
  once?: boolean;
}

/** Runs work in one transaction, all or nothing, and repeats it after a deadlock or a serialization failure. */
export function transact<V>(
  pool: Pool,
  work: (connection: Connection) => Promise<V>,
  { once = false, ...options }: TransactionOptions = {},
): Promise<V> {
  const attempt = () => transactOnce(pool, work, options);
  return once ? attempt() : retryConflicts(attempt);
}

async function transactOnce<V>(
  pool: Pool,
  work: (connection: Connection) => Promise<V>,
  { prepare, begin = 'begin' }: TransactionOptions,
): Promise<V> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await prepare?.(connection);
    await connection.query(begin);
    const value = await work(connection);
    await connection.query('commit');
    return value;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // After a failure the connection is closed, not reused: the pool opens another.
    connection.release(broken);
  }
}
