import type pg from 'pg';

/** The days before `before` that have loose readings, oldest first. */
export async function listPartitionDays(pool: pg.Pool, before: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'reading'::regclass order by 1`,
  );
  return rows
    .map(({ name }) => name.replace(/^reading_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
    .filter((day) => /^\d{4}-\d\d-\d\d$/.test(day) && day < before);
}

export async function listLooseSites(
  pool: pg.Pool,
  [from, to]: readonly [number, number],
): Promise<number[]> {
  const { rows } = await pool.query<{ site_id: number }>(
    'select distinct site_id from reading where ts >= $1 and ts < $2 order by 1',
    [new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return rows.map((row) => row.site_id);
}
