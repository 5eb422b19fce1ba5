import type pg from 'pg';

/**
 * Runs work while no other process holds the lock; undefined if one does. A separate connection holds it, so that it is
 * taken before the snapshots of the work's transactions, which would otherwise miss what another process has just written.
 */
export async function holdAdvisoryLock<V>(
  pool: pg.Pool,
  key: number,
  work: () => Promise<V>,
): Promise<V | undefined> {
  const holder = await pool.connect();
  let isHeld = false;
  try {
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as mine', [key]);
    isHeld = rows[0]?.mine === true;
    if (!isHeld) return undefined;
    const value = await work();
    await holder.query('select pg_advisory_unlock($1)', [key]);
    isHeld = false;
    return value;
  } finally {
    // A connection that still holds the lock is closed, which frees it.
    holder.release(isHeld);
  }
}
