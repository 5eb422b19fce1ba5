import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

const removedAtOnce = 200;

/** Removes some reports that were asked for before a moment, published ones or all others; returns their number. */
export async function removeOldReports(
  db: Database,
  which: 'published' | 'unpublished',
  before: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with removed as (
      delete from report where report_id in (
        select report_id from report
        where create_time < ${before} and (sign_off = 'published') = ${which === 'published'} and state in ('done', 'failed')
        order by report_id limit ${removedAtOnce})
      returning report_id, series_id, newest
    ), left_over as (
      select series_id, max(edition) as edition from report
      where series_id in (select series_id from removed where newest)
        and report_id not in (select report_id from removed)
      group by series_id
    ), restored as (
      -- The edition before is the newest again.
      update report set newest = true from left_over
      where report.series_id = left_over.series_id and report.edition = left_over.edition
    )
    select count(*)::integer as count from removed`.execute(db);
  return rows[0]?.count ?? 0;
}
