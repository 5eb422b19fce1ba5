import { onlineRule } from '@limpid/contract/site/online';
import type pg from 'pg';

const { intervals, minSeconds } = onlineRule;
const body = ` select greatest(${intervals} * report_interval, ${minSeconds}) * interval '1 second' `;

/**
 * Writes the contract's rule of "online" into the database, where lists are filtered by it. At every start, because a
 * restored database has the rule of its migrations.
 */
export async function defineOnlineWindow(pool: pg.Pool, lock: number): Promise<void> {
  const { rows } = await pool.query("select 1 from pg_proc where proname = 'online_window' and prosrc = $1", [
    body,
  ]);
  if (rows.length > 0) return;
  // Processes that start together would overwrite each other's row of the catalogue. Both statements are one transaction.
  await pool.query(`select pg_advisory_xact_lock(${lock});
    create or replace function online_window(report_interval integer) returns interval immutable language sql
    as $$${body}$$`);
}
