import type pg from 'pg';

export interface QueuedRecheck {
  slot: number;
  queuedAt: string;
  /** The limits that the channel had before. */
  oldLimits: number[];
}

/** The channels whose stored values have to be judged again. */
export async function listRechecks(pool: pg.Pool): Promise<QueuedRecheck[]> {
  const { rows } = await pool.query<{ slot: number; queued_at: string; old_limits: number[] }>(
    'select slot, queued_at::text, old_limits from range_recheck order by slot',
  );
  return rows.map(({ slot, queued_at: queuedAt, old_limits: oldLimits }) => ({ slot, queuedAt, oldLimits }));
}

/** Removes entries; one that was queued again meanwhile stays. */
export async function removeRechecks(pool: pg.Pool, done: readonly QueuedRecheck[]): Promise<void> {
  await pool.query(
    `delete from range_recheck using unnest($1::integer[], $2::text[]) as done(slot, queued_at)
     where range_recheck.slot = done.slot and range_recheck.queued_at = done.queued_at::timestamptz`,
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

/** The sites that have loose readings with marks in `[from, to)`. */
export async function listMarkedSites(
  pool: pg.Pool,
  [from, to]: readonly [number, number],
): Promise<number[]> {
  const { rows } = await pool.query<{ site_id: number }>(
    'select distinct site_id from reading where ts >= $1 and ts < $2 and marks is not null order by 1',
    [new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return rows.map((row) => row.site_id);
}
