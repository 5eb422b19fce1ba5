import type { DayCompleteness, SiteCompletenessDays } from '@limpid/contract/analysis/completeness';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

interface DaysQuery {
  siteIds: readonly number[];
  /** The first and the last date. */
  dates: readonly [first: string, last: string];
  now: Date;
  /** Readings up to this moment are counted. */
  until: Date;
}

type DayRow = DayCompleteness & { siteId: number };

/** Expected, received and valid data of each site and day; a day in a zone with daylight saving has its own length. */
export async function listDayCompleteness(
  db: Database,
  { siteIds, dates: [first, last], now, until }: DaysQuery,
): Promise<SiteCompletenessDays[]> {
  const { rows } = await sql<DayRow>`
    with chosen as (
      select s.site_id, s.report_interval, s.create_time, e.zone,
        (select min(day) from reading_day d where d.site_id = s.site_id) as first_day
      from site s join site_entity e using (entity_id) where s.site_id = any(${[...siteIds]})
    ),
    started as (
      select chosen.*, coalesce(
        (select min(ts) from reading_hour h where h.site_id = chosen.site_id
          and h.ts >= first_day::timestamp at time zone zone and h.ts < (first_day + 1)::timestamp at time zone zone),
        first_day::timestamp at time zone zone, create_time) as since
      from chosen
    ),
    dated as (
      select site_id, report_interval, since, date::date as day, date at time zone zone as starts,
        (date + interval '1 day') at time zone zone as ends
      from started cross join generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as date
    ),
    counted as (
      select dated.*, coalesce(d.received, 0) as seconds, coalesce(d.values_received, 0) as taken,
        coalesce(d.values_valid, 0) as valid,
        -- A stored day without a count of packets expects nothing.
        case when d.day is not null and d.received is null then 0 else floor(greatest(0,
          extract(epoch from least(ends, ${until}::timestamptz) - greatest(starts, since))) / report_interval)::integer
        end as expected
      from dated left join reading_day d on d.site_id = dated.site_id and d.day = dated.day
    ),
    rated as (
      select *, least(expected, round(seconds::numeric / report_interval))::integer as received from counted
    )
    select site_id, day::text, ends > ${now}::timestamptz as so_far, expected, received,
      round(received::numeric / nullif(expected, 0), 4)::float8 as transmission_rate,
      taken as values, valid as valid_values, round(valid::numeric / nullif(taken, 0), 4)::float8 as valid_rate
    from rated order by site_id, day`.execute(db);
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return siteIds.map((siteId) => ({
    siteId,
    days: (bySite.get(siteId) ?? []).map(({ siteId: _, ...day }) => day),
  }));
}
