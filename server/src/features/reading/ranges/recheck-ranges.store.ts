import type pg from 'pg';
import { type ReadingRow, toReading } from '../reading.store.ts';
import type { Reading } from '../reading.ts';
import type { Limits } from './recheck-ranges.rule.ts';

export interface QueuedRecheck {
  slot: number;
  queuedAt: string;
  /** The limits that the channel had before. */
  oldLimits: number[];
}

/** The channels whose stored values have to be checked again. */
export async function listRechecks(pool: pg.Pool): Promise<QueuedRecheck[]> {
  const { rows } = await pool.query<{ slot: number; queued_at: string; old_limits: number[] }>(
    'select slot, queued_at::text, old_limits from range_recheck order by slot',
  );
  return rows.map(({ slot, queued_at: queuedAt, old_limits: oldLimits }) => ({ slot, queuedAt, oldLimits }));
}

/**
 * Removes entries, except those that were queued again meanwhile. Locked months, which were left out, remember them until
 * they are unlocked.
 */
export async function removeRechecks(pool: pg.Pool, done: readonly QueuedRecheck[]): Promise<void> {
  await pool.query(
    `with done as (
       delete from range_recheck using unnest($1::integer[], $2::text[]) as done(slot, queued_at)
       where range_recheck.slot = done.slot and range_recheck.queued_at = done.queued_at::timestamptz
       returning range_recheck.slot, old_limits
     )
     insert into month_lock_recheck (lock_id, slot, old_limits) select lock_id, slot, old_limits from month_lock, done
     on conflict (lock_id, slot) do update set old_limits = month_lock_recheck.old_limits || excluded.old_limits`,
    [done.map(({ slot }) => slot), done.map(({ queuedAt }) => queuedAt)],
  );
}

/** The days with readings, packed or not, as dates in UTC; the newest first. */
export async function listReadingDays(pool: pg.Pool, looseDays: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>('select distinct day::text from reading_block');
  return [...new Set([...looseDays, ...rows.map(({ day }) => day)])].toSorted().toReversed();
}

/** The sites with packed readings of a day. */
export async function listPackedSites(pool: pg.Pool, day: string): Promise<number[]> {
  const { rows } = await pool.query<{ site_id: number }>(
    'select site_id from reading_block where day = $1 order by 1',
    [day],
  );
  return rows.map((row) => row.site_id);
}

/** The sites that have loose readings with marks, or with values at these limits, in `[from, to)`. */
export async function listRecheckSites(
  pool: pg.Pool,
  [from, to]: readonly [number, number],
  limits: Limits,
): Promise<number[]> {
  const { condition, values } = markedOrAt(limits, 3);
  const { rows } = await pool.query<{ site_id: number }>(
    `select distinct site_id from reading where ts >= $1 and ts < $2 and ${condition} order by 1`,
    [new Date(from).toISOString(), new Date(to).toISOString(), ...values],
  );
  return rows.map((row) => row.site_id);
}

/** The loose readings of a site in `[from, to)` that have marks, or values at these limits. */
export async function lockCandidates(
  client: pg.ClientBase,
  siteId: number,
  [from, to]: readonly [number, number],
  limits: Limits,
): Promise<Reading[]> {
  const { condition, values } = markedOrAt(limits, 4);
  const { rows } = await client.query<ReadingRow>(
    `select reading.*, extract(epoch from ts) * 1000 as at from reading
     where site_id = $1 and ts >= $2 and ts < $3 and ${condition} order by ts, kind for update`,
    [siteId, new Date(from).toISOString(), new Date(to).toISOString(), ...values],
  );
  return rows.map(toReading);
}

/** The SQL condition, with its parameters from `$first` on. */
function markedOrAt(limits: Limits, first: number): { condition: string; values: number[][] } {
  const given = [...limits].filter(([, values]) => values.length > 0);
  const at = given.map(([slot], index) => `s${slot} = any($${first + index}::real[])`);
  return {
    condition: `(${['marks is not null', ...at].join(' or ')})`,
    values: given.map(([, values]) => values.map(Math.fround)),
  };
}
