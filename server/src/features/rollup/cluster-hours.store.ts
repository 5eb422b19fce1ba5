import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Connection, type Pool, transact } from '../../platform/db/transaction.ts';
import { lockConflicts } from '../reading/storage.api.ts';
import { lockRollUp } from './roll-up.store.ts';

/** The table comment of a clustered partition. */
const clusteredComment = 'in the order of sites';
const attempts = 20;
const pauseMs = 500;

export async function isClustered(pool: Pool, name: string): Promise<boolean> {
  const { rows } = await pool.query(`select obj_description($1::regclass, 'pg_class') = $2 as ordered`, [
    name,
    clusteredComment,
  ]);
  return rows[0]?.ordered === true;
}

/**
 * Copies a partition of hours in the order of sites and swaps in the copy. Readers are not blocked; roll-ups wait until
 * the next run. False on a lock conflict.
 */
export async function clusterPartition(pool: Pool, name: string, signal: AbortSignal): Promise<boolean> {
  const reader = await pool.connect();
  try {
    await reader.query('set statement_timeout = 0');
    // Not retried after a deadlock, because the reader may have stopped in the middle of its copy.
    const copyPart = async (client: Connection) => {
      // A month of many sites takes longer than the statement timeout.
      await client.query('set local statement_timeout = 0');
      if (!(await lockRollUp(client))) return false;
      await client.query(`lock table ${name} in share mode`);
      const bounds = await createCopy(client, name);
      // Frozen, so that older snapshots see the rows as well.
      await pipeline(
        reader.query(copyTo(`copy (select * from ${name} order by site_id, ts) to stdout (format binary)`)),
        client.query(copyFrom(`copy ${name}_ordered from stdin (format binary, freeze)`)),
        { signal },
      );
      return replacePartition(client, name, bounds);
    };
    const isDone = await transact(pool, copyPart, { once: true });
    if (isDone) await pool.query(`analyze ${name}`);
    return isDone;
  } finally {
    // The connection is closed because its settings were changed.
    reader.release(true);
  }
}

/** Creates an empty table that can be attached without a scan; returns its partition bounds. */
async function createCopy(client: Connection, name: string): Promise<string> {
  const { rows } = await client.query<{ bounds: string; condition: string }>(
    `select pg_get_expr(relpartbound, oid) as bounds, pg_get_partition_constraintdef(oid) as condition
     from pg_class where oid = $1::regclass`,
    [name],
  );
  await client.query(`create table ${name}_ordered (like ${name} including all)`);
  await client.query(`alter table ${name}_ordered add constraint within check (${rows[0]?.condition})`);
  return rows[0]?.bounds ?? '';
}

async function replacePartition(client: Connection, name: string, bounds: string): Promise<boolean> {
  if (!(await lockParentTable(client))) {
    await client.query(`drop table ${name}_ordered`);
    return false;
  }
  await client.query(`drop table ${name}`);
  await client.query(`alter table ${name}_ordered rename to ${name}`);
  await client.query(`alter table reading_hour attach partition ${name} ${bounds}`);
  await client.query(`alter table ${name} drop constraint within`);
  await client.query(`comment on table ${name} is '${clusteredComment}'`);
  return true;
}

/** Retries with a short lock timeout, because all others queue behind a waiting exclusive lock. */
async function lockParentTable(client: Connection): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    await client.query('savepoint waiting');
    await client.query('set local lock_timeout = 200');
    try {
      await client.query('lock table only reading_hour in access exclusive mode');
      return true;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !lockConflicts.includes(error.code ?? '')) throw error;
      await client.query('rollback to savepoint waiting');
      await sleep(pauseMs);
    }
  }
  return false;
}
