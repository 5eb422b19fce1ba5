import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** The sites of a report, and the moments between which its period lies. */
export interface EventQuery {
  siteIds: readonly number[];
  from: Date;
  to: Date;
}

export interface SeverityAlarms {
  severity: string;
  count: number;
  acknowledged: number;
  /** Seconds of all of them together. */
  seconds: number;
}

export interface FrequentAlarm {
  siteName: string;
  ruleName: string;
  count: number;
  seconds: number;
}

const mostRows = 10;

/** Alarms raised within the period; withdrawn ones are left out: later values have shown that there was nothing. */
export async function countPeriodAlarms(
  db: Database,
  { siteIds, from, to }: EventQuery,
): Promise<{ bySeverity: SeverityAlarms[]; most: FrequentAlarm[] }> {
  const { rows } = await sql<{ bySeverity: SeverityAlarms[]; most: FrequentAlarm[] }>`
    with chosen as materialized (
      select severity, severity_rank, site_name, rule_name, acknowledged_at,
        greatest(0, extract(epoch from least(coalesce(ended_at, ${to}), ${to}) - raised_at))::integer as seconds
      from alarm_log
      where site_id = any(${[...siteIds]}) and raised_at >= ${from} and raised_at < ${to}
        and end_reason is distinct from 'withdrawn'
    )
    select (select coalesce(json_agg(g), '[]') from (
        select severity, count(*)::integer as count, count(acknowledged_at)::integer as acknowledged,
          sum(seconds)::float8 as seconds
        from chosen group by severity order by max(severity_rank) desc) g) as by_severity,
      (select coalesce(json_agg(g), '[]') from (
        select site_name as "siteName", rule_name as "ruleName", count(*)::integer as count,
          sum(seconds)::float8 as seconds
        from chosen group by site_name, rule_name order by count(*) desc, sum(seconds) desc, site_name, rule_name
        limit ${mostRows}) g) as most`.execute(db);
  return rows[0] ?? { bySeverity: [], most: [] };
}

export interface CannonRuns {
  cannonName: string;
  runs: number;
  seconds: number;
  /** Litres, where the flow rate is known. */
  water: number | null;
}

/** The runs of the cannons at these sites that began within the period. */
export async function countCannonRuns(
  db: Database,
  { siteIds, from, to }: EventQuery,
): Promise<CannonRuns[]> {
  const { rows } = await sql<CannonRuns>`
    select cannon_name, count(*)::integer as runs,
      sum(extract(epoch from least(coalesce(ended_at, ${to}), ${to}) - started_at))::integer as seconds,
      sum(coalesce(water, extract(epoch from ended_at - started_at) / 60 * r.flow_rate)) as water
    from fog_run r join fog_cannon c using (cannon_id)
    where coalesce(r.site_id, c.site_id) = any(${[...siteIds]}) and started_at >= ${from} and started_at < ${to}
    group by cannon_id, cannon_name order by runs desc, cannon_name`.execute(db);
  return rows;
}

export interface IssuedCoefficients {
  siteName: string;
  channelCode: string;
  confirmedAt: Date;
  state: string;
  kBefore: number;
  bBefore: number;
  k: number;
  b: number;
}

/** K and B that were put in force within the period, also those that were rolled back later. */
export async function listIssuedCoefficients(
  db: Database,
  { siteIds, from, to }: EventQuery,
): Promise<IssuedCoefficients[]> {
  const { rows } = await sql<IssuedCoefficients>`
    select site_name, channel_code, confirmed_at, state, k_before, b_before, k, b
    from calibration_issue join site using (site_id) join basic_channel using (channel_id)
    where site_id = any(${[...siteIds]}) and confirmed_at >= ${from} and confirmed_at < ${to}
    order by confirmed_at, site_name, channel_code limit 1000`.execute(db);
  return rows;
}

export interface CorrectedValues {
  siteName: string;
  channelCode: string;
  reason: string;
  operName: string;
  values: number;
  first: Date;
  last: Date;
}

/** Values of the period that people have changed, by who and why. */
export async function countCorrections(
  db: Database,
  { siteIds, from, to }: EventQuery,
): Promise<CorrectedValues[]> {
  const { rows } = await sql<CorrectedValues>`
    select site_name, channel_code, reason, oper_name, count(*)::integer as values, min(data_time) as first,
      max(data_time) as last
    from data_log
    where site_id = any(${[...siteIds]}) and data_time >= ${from} and data_time < ${to} and oper_name is not null
    group by site_name, channel_code, reason, oper_name
    order by site_name, channel_code, first, oper_name limit 1000`.execute(db);
  return rows;
}

export interface MissingHours {
  siteId: number;
  /** The start of the first missing hour and the end of the last. */
  first: Date;
  last: Date;
  hours: number;
}

/** Runs of whole hours without any reading, from the first hour of each site on; the longest ones. */
export async function listMissingHours(
  db: Database,
  { siteIds, from, to }: EventQuery,
  most: number,
): Promise<MissingHours[]> {
  const { rows } = await sql<MissingHours>`
    with begun as (
      select site_id, greatest(${from}, (select min(ts) from reading_hour h where h.site_id = chosen.site_id)) as since
      from unnest(${[...siteIds]}::integer[]) as chosen (site_id)
    ), ends as (
      select site_id, ts + interval '1 hour' as after,
        lead(ts, 1, ${to}::timestamptz) over (partition by site_id order by ts) as next
      from (
        select h.site_id, ts from reading_hour h join begun using (site_id)
        where ts >= ${from} and ts < ${to} and (received is distinct from 0 or values_received > 0)
        union all
        select site_id, since - interval '1 hour' from begun where since < ${to}
      ) as present
    )
    select site_id, after as first, next as last, (extract(epoch from next - after) / 3600)::integer as hours
    from ends where next - after >= interval '1 hour'
    order by hours desc, site_id, after limit ${most}`.execute(db);
  return rows;
}
