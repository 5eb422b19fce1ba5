import type pg from 'pg';

/** A connection that is used for one thing at a time, and where statements see each other. */
export type Connection = pg.PoolClient;
export type Pool = pg.Pool;

/**
 * Does something in one transaction, all or nothing, with `prepare` before it on the same connection. A connection in
 * the middle of a failure is not worth repairing: the pool opens another.
 */
export async function transact<V>(
  pool: Pool,
  work: (connection: Connection) => Promise<V>,
  prepare?: (connection: Connection) => Promise<void>,
): Promise<V> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await prepare?.(connection);
    await connection.query('begin');
    const value = await work(connection);
    await connection.query('commit');
    return value;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.release(broken);
  }
}
