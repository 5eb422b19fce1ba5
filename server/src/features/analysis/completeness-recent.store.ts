import type { RecentCompleteness } from '@limpid/contract/analysis/completeness';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

type Counts = RecentCompleteness['lastDay'];

/** The counts of a site over the last 24 hours that have ended and are rolled up; a new site begins with its first hour. */
export async function countLastDay(db: Database, siteId: number, until: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with site_start as (
      select report_interval, (select min(day) from reading_day d where d.site_id = s.site_id) as first_day, zone
      from site s join site_entity using (entity_id) where s.site_id = ${siteId}
    ),
    hour_start as (
      select report_interval, coalesce((select min(ts) from reading_hour h where h.site_id = ${siteId}
        and h.ts >= first_day::timestamp at time zone zone
        and h.ts < (first_day + 1)::timestamp at time zone zone), ${until}) as since
      from site_start
    ),
    summed as (
      select coalesce(sum(received), 0) as seconds, coalesce(sum(values_received), 0)::integer as taken,
        coalesce(sum(values_valid), 0)::integer as valid
      from reading_hour where site_id = ${siteId}
        and ts > ${until}::timestamptz - interval '25 hours' and ts <= ${until}::timestamptz - interval '1 hour'
    ),
    counted as (
      select taken, valid, seconds, report_interval, floor(least(86400,
        greatest(0, extract(epoch from date_trunc('hour', ${until}::timestamptz) - since))) / report_interval)::integer as expected
      from summed cross join hour_start
    ),
    rated as (
      select *, least(expected, round(seconds::numeric / report_interval))::integer as received from counted
    )
    select expected, received, round(received::numeric / nullif(expected, 0), 4)::float8 as transmission_rate,
      taken as values, valid as valid_values, round(valid::numeric / nullif(taken, 0), 4)::float8 as valid_rate
    from rated`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`site ${siteId} was removed meanwhile`);
  return row;
}
