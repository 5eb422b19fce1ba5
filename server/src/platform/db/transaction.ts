import type pg from 'pg';

/** A connection that is used for one thing at a time, and where statements see each other. */
export type Connection = pg.PoolClient;
export type Pool = pg.Pool;

/** Every statement sees the database as it was at the first one. */
export const oneMoment = 'begin isolation level repeatable read';

/**
 * Does something in one transaction, all or nothing, with `prepare` before it on the same connection. A connection in
 * the middle of a failure is not worth repairing: the pool opens another.
 */
export async function transact<V>(
  pool: Pool,
  work: (connection: Connection) => Promise<V>,
  { prepare, begin = 'begin' }: { prepare?: (connection: Connection) => Promise<void>; begin?: string } = {},
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
    connection.release(broken);
  }
}
