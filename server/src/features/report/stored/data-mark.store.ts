import { defaultZone } from '@limpid/contract/zone';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

const slots = Array.from({ length: 32 }, (_, index) => index + 1);
const values = (kind: string, row: string) =>
  sql`array[${sql.join(slots.map((slot) => sql.ref(`${row}.${kind}${slot}`)))}]`;

/**
 * Rows have keys, so their hashes can be added in any order; columns that a later release adds change nothing. Partitions by
 * hash depend on the same functions, so that their results do not change with a version of the database.
 */
const sumOf = (row: RawBuilder<unknown>) =>
  sql`count(*) || ':' || coalesce(sum(hash_record_extended(row(${row}), 0)), 0)`;

const siteDays = sql`
  select ${sumOf(sql`d.site_id, d.day, d.aqi, d.main, d.whole, d.o3_8h, ${values('a', 'd')}, ${values('c', 'd')}`)}
  from reading_day d
  where d.day between r.first_day::date and r.last_day::date and d.site_id = any(case
    when r.subject = 'site' then array[r.site_id]
    else array(select site_id from site where entity_id = r.entity_id) end)`;

const midnight = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${defaultZone}::text)`;
const cityHours = sql`
  select ${sumOf(sql`h.station_code, extract(epoch from h.hour), h.pm25, h.pm10, h.so2, h.no2, h.o3, h.co, h.aqi`)}
  from reference_reading h
  where h.station_code = any(array(
      select station_code from reference_station s where s.city = r.city and coalesce(s.province, '') = r.province))
    and h.hour >= ${midnight(sql`r.first_day::date`)} and h.hour < ${midnight(sql`(r.last_day::date + 1)`)}`;

const markOf = sql`case when r.subject = 'city' then (${cityHours}) else (${siteDays}) end`;

/** The mark of the stored days that a report is about: it changes when one of them does. */
export async function readDataMark(db: Database, reportId: number): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select ${markOf} as mark from report r where report_id = ${reportId}`.execute(db);
  return rows[0]?.mark ?? '';
}

interface ComparedReports {
  after: number;
  limit: number;
  now: Date;
  /** Days before that are no longer stored, of sites and of reference stations. */
  siteDaysFrom: string;
  cityDaysFrom: string;
}

/**
 * Marks reports whose data has changed since they were made, of the next so many after an id. Data that has been removed
 * because it was old is no change.
 */
export async function markChangedReports(
  db: Database,
  { after, limit, now, siteDaysFrom, cityDaysFrom }: ComparedReports,
): Promise<{ last: number | undefined; changed: number }> {
  const { rows } = await sql<{ last: number | null; changed: number }>`
    with checked as (
      select r.report_id, r.data_mark, ${markOf} as mark from (
        select * from report
        where report_id > ${after} and state = 'done' and newest and changed_at is null and data_mark is not null
          and (site_id is not null or entity_id is not null or subject = 'city')
          and first_day >= case when subject = 'city' then ${cityDaysFrom} else ${siteDaysFrom} end
        order by report_id limit ${limit}
      ) r
    ), changed as (
      update report set changed_at = ${now} from checked
      where report.report_id = checked.report_id and report.data_mark = checked.data_mark
        and checked.mark <> checked.data_mark
      returning report.report_id
    )
    select (select max(report_id) from checked) as last, (select count(*) from changed)::integer as changed`.execute(
    db,
  );
  const [row] = rows;
  return { last: row?.last ?? undefined, changed: row?.changed ?? 0 };
}
