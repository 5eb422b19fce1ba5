import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const deadlockDetected = '40P01';
const serializationFailure = '40001';
const attempts = 6;
const firstPauseMs = 5;

/** PostgreSQL rolled back the transaction because of a concurrent one: the same work succeeds when it is repeated. */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === deadlockDetected || error.code === serializationFailure)
  );
}

/**
 * Runs a whole transaction, or a statement outside of one, and repeats it after a conflict, with a growing random
 * pause. `work` must be safe to repeat: it changes nothing outside of the database before its last statement.
 * `transact`, every Kysely query and `pool.query` use it, so that callers never handle these errors.
 */
export async function retryConflicts<V>(work: () => Promise<V>): Promise<V> {
  for (let attempt = 1; attempt < attempts; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      await sleep(firstPauseMs * 2 ** attempt * (0.5 + Math.random()));
    }
  }
  return work();
}
