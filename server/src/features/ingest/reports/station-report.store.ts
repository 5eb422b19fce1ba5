import type pg from 'pg';
import { transact } from '../../../platform/db/transaction.ts';
import { type EarlierReport, isRepeated, repeatMs, type StoredReport } from './station-report.rule.ts';

const moment = (at: number) => new Date(at).toISOString();

/** Stores reports of existing sites in the order of arrival; a repeat changes nothing. */
export async function insertReports(
  pool: pg.Pool,
  reports: readonly StoredReport[],
  /** Runs in the same transaction with the reports that are new. */
  onStored: (client: pg.PoolClient, fresh: readonly StoredReport[]) => Promise<void> = () =>
    Promise.resolve(),
): Promise<void> {
  const earlier = await findEarlier(pool, reports);
  const fresh = reports.filter((report) => {
    const before = earlier.get(seriesOf(report)) ?? [];
    const isFresh = !isRepeated(report, before);
    if (isFresh) earlier.set(seriesOf(report), [...before, report]);
    return isFresh;
  });
  if (fresh.length === 0) return;
  await transact(pool, async (client) => {
    await insertFresh(client, fresh);
    await onStored(client, fresh);
  });
}

function seriesOf({ siteId, kind }: Pick<StoredReport, 'siteId' | 'kind'>): string {
  return `${siteId} ${kind}`;
}

/** Bounds the rows read for a station that reports without end. */
const mostEarlier = 50;

/** By site and kind, the reports within the time in which a packet without QN and time counts as a repeat. */
async function findEarlier(
  pool: pg.Pool,
  reports: readonly StoredReport[],
): Promise<Map<string, EarlierReport[]>> {
  const unidentified = reports.filter(({ isIdentified }) => !isIdentified);
  if (unidentified.length === 0) return new Map();
  const first = unidentified.reduce((least, { receivedAt }) => Math.min(least, receivedAt), Infinity);
  const { rows } = await pool.query<EarlierReport & Pick<StoredReport, 'siteId' | 'kind'>>(
    `select site_id as "siteId", kind, content::text, raw, extract(epoch from received_at)::float8 * 1000 as "receivedAt"
     from (
       select *, row_number() over (partition by site_id, kind order by report_id desc) as n from station_report
       where site_id = any($1::integer[]) and received_at > $2
     ) as recent where n <= $3 order by report_id`,
    [[...new Set(unidentified.map(({ siteId }) => siteId))], moment(first - repeatMs), mostEarlier],
  );
  return Map.groupBy(rows, seriesOf);
}

async function insertFresh(client: pg.PoolClient, reports: readonly StoredReport[]): Promise<void> {
  await client.query(
    `insert into station_report (site_id, ts, received_at, kind, content, raw, digest)
     select site_id, ts, received_at, kind, content::jsonb, raw, digest
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bytea[])
       with ordinality as sent(site_id, ts, received_at, kind, content, raw, digest, n)
     where exists (select from site where site.site_id = sent.site_id)
     order by site_id, n on conflict do nothing`,
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

/** Removes reports older than `before`, and all but the newest `most` of each site. Returns the number of removed reports. */
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
