import { CompiledQuery } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Connection, Pool } from '../db/transaction.ts';

/** One term of leadership, from taking the lease until it is lost. */
export interface Lease {
  name: string;
  owner: string;
  /** Higher than that of every earlier term. */
  fence: number;
  durationMs: number;
}

/** The lease has expired or belongs to another process: the work that was done under it must not be stored. */
export class LeaseLostError extends Error {
  constructor({ name, fence }: Lease) {
    super(`lease ${name} with fence ${fence} is lost`);
    this.name = 'LeaseLostError';
  }
}

const untilExpiry = `clock_timestamp() + $3::integer * interval '1 millisecond'`;

/** Takes a lease that is free or has expired; returns its fence, or undefined if another owner has it. */
export async function takeLease(
  pool: Pool,
  { name, owner, durationMs }: Omit<Lease, 'fence'>,
): Promise<number | undefined> {
  await pool.query(
    'insert into lease (name, fence, expires_at) values ($1, 0, clock_timestamp()) on conflict do nothing',
    [name],
  );
  // Waits for no transaction that has passed `assertLease`: the next attempt finds it ended.
  const { rows } = await pool.query<{ fence: number }>(
    `with free as (
       select name from lease where name = $1 and (owner is null or expires_at <= clock_timestamp())
       for update skip locked
     )
     update lease set owner = $2, fence = fence + 1, expires_at = ${untilExpiry}
     from free where lease.name = free.name returning fence`,
    [name, owner, durationMs],
  );
  return rows[0]?.fence;
}

/** False if the lease is lost. */
export async function renewLease(pool: Pool, { name, owner, fence, durationMs }: Lease): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update lease set expires_at = ${untilExpiry}
     where name = $1 and owner = $2 and fence = $4 and expires_at > clock_timestamp()`,
    [name, owner, durationMs, fence],
  );
  return rowCount === 1;
}

export async function releaseLease(pool: Pool, { name, owner, fence }: Lease): Promise<void> {
  await pool.query(
    `update lease set owner = null, expires_at = clock_timestamp() where name = $1 and owner = $2 and fence = $3`,
    [name, owner, fence],
  );
}

/** Whether any process has the lease now. */
export async function hasLeaseOwner(pool: Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from lease where name = $1 and owner is not null and expires_at > clock_timestamp()',
    [name],
  );
  return rowCount === 1;
}

/**
 * Throws unless the lease is still held, and keeps others from taking it until the transaction ends. Belongs at the
 * beginning of a transaction. A process that is paused within it does not block its successor: the database ends a
 * transaction without statements after the duration of the lease.
 */
export async function assertLease(transaction: Connection | Database, lease: Lease): Promise<void> {
  // A renewal does not change the key and passes this lock; taking the lease asks for a stronger one.
  const text = `select set_config('idle_in_transaction_session_timeout', $4::text, true) from lease
    where name = $1 and owner = $2 and fence = $3 and expires_at > clock_timestamp() for key share`;
  const { name, owner, fence, durationMs } = lease;
  const values = [name, owner, fence, durationMs];
  const { rows } =
    'executeQuery' in transaction
      ? await transaction.executeQuery(CompiledQuery.raw(text, values))
      : await transaction.query(text, values);
  if (rows.length === 0) throw new LeaseLostError(lease);
}
