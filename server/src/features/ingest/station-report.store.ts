import type pg from 'pg';
import type { StoredReport } from './station-report.rule.ts';

const moment = (at: number) => new Date(at).toISOString();

/** Stores reports of sites that still exist; one that is there already changes nothing. */
export async function insertReports(pool: pg.Pool, reports: readonly StoredReport[]): Promise<void> {
  await pool.query(
    `insert into station_report (site_id, ts, received_at, kind, content, raw, digest)
     select site_id, ts, received_at, kind, content::jsonb, raw, digest
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bytea[])
       as sent(site_id, ts, received_at, kind, content, raw, digest)
     where exists (select from site where site.site_id = sent.site_id)
     order by site_id, ts on conflict do nothing`,
    [
      reports.map(({ siteId }) => siteId),
      reports.map(({ ts }) => moment(ts)),
      reports.map(({ receivedAt }) => moment(receivedAt)),
      reports.map(({ kind }) => kind),
      reports.map(({ content }) => content),
      reports.map(({ raw }) => raw),
      reports.map(({ digest }) => digest),
    ],
  );
}

/** Removes what is older than `before`, and of each site all but the newest `most`. Returns how many. */
export async function removeReports(pool: pg.Pool, before: Date, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from station_report using (
       select report_id from (
         select report_id, received_at, row_number() over (partition by site_id order by ts desc, report_id desc) as n
         from station_report
       ) as numbered where received_at < $1 or n > $2
     ) as old where station_report.report_id = old.report_id`,
    [before.toISOString(), most],
  );
  return rowCount ?? 0;
}
