import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

const removedAtOnce = 200;

/** Removes some reports that were asked for before a moment, published ones or all others; returns their number. */
export async function removeOldReports(
  db: Database,
  which: 'published' | 'unpublished',
  before: Date,
): Promise<number> {
  const { rows } = await sql`
    delete from report where report_id in (
      select report_id from report
      where create_time < ${before} and (sign_off = 'published') = ${which === 'published'} and state in ('done', 'failed')
      order by report_id limit ${removedAtOnce})
    returning report_id`.execute(db);
  return rows.length;
}
