import type pg from 'pg';
import { packetKind, type Reading } from '../reading/model.api.ts';
import { type ReadingRow, toReading } from '../reading/storage.api.ts';

/** The last four current readings of each site: channels may alternate between packets. The index finds them directly. */
export async function listLatestReadings(
  pool: pg.Pool,
  siteIds: readonly number[] | 'all',
  since: Date,
): Promise<Reading[]> {
  const { rows } = await pool.query<ReadingRow>(
    `select newest.*, extract(epoch from newest.ts) * 1000 as at from site cross join lateral (
       select * from reading where reading.site_id = site.site_id and ts >= $1 and kind in (${packetKind.realtime}, ${packetKind.minute})
       order by ts desc limit 4
     ) as newest where $2::integer[] is null or site.site_id = any($2)`,
    [since.toISOString(), siteIds === 'all' ? null : siteIds],
  );
  return rows.map(toReading);
}
