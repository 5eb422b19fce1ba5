import pg from 'pg';
import { retryConflicts } from './retry.ts';

/** A pool that replaces broken connections. Without a listener, an error of a connection would end the process. */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  // The promise form only, because no caller passes callbacks. The cast replaces the overloads of `query`.
  pool.query = ((...args: unknown[]) => retryConflicts(() => query(...args))) as typeof pool.query;
  return pool;
}
