import type {
  ActiveAlarmCounts,
  AlarmEventRow,
  AlarmStatistics,
  SeverityCounts,
  SiteAlarms,
} from '@limpid/contract/alarm/alarm-action';
import { severities } from '@limpid/contract/alarm/alarm-rule';
import type { AlarmSpan } from '@limpid/contract/alarm/alarm-spans';
import { indexCode } from '@limpid/contract/map/indices';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

const reached = (scope: Scope) => scopeCondition(scope, { dept: 'dept_id' });
const severityOrder = sql`array[${sql.join(severities.map((severity) => sql.lit(severity)))}]`;

export async function listEvents(db: Database, alarmId: number): Promise<AlarmEventRow[]> {
  const { rows } = await sql<AlarmEventRow>`
    select event_id, event, at, user_name, value, comment from alarm_event
    where alarm_id = ${alarmId} order by at, event_id`.execute(db);
  return rows;
}

export async function countActive(db: Database, scope: Scope): Promise<ActiveAlarmCounts> {
  const { rows } = await sql<{ severity: string; count: number; unacknowledged: number }>`
    select severity, count(*) as count, count(*) filter (where acknowledged_at is null) as unacknowledged
    from alarm_log_row where ended_at is null and ${reached(scope)} group by severity`.execute(db);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    total: sum(rows.map(({ count }) => count)),
    unacknowledged: sum(rows.map(({ unacknowledged }) => unacknowledged)),
    bySeverity: fillSeverities(rows),
  };
}

export async function listSitesWithAlarms(db: Database, scope: Scope): Promise<SiteAlarms[]> {
  const { rows } = await sql<SiteAlarms>`
    select site_id, (${severityOrder})[max(array_position(${severityOrder}, severity))] as severity, count(*) as count,
      count(*) filter (where acknowledged_at is null) as unacknowledged
    from alarm_log_row
    where ended_at is null and severity = any(${severityOrder}) and ${reached(scope)}
    group by site_id order by site_id`.execute(db);
  return rows;
}

export interface SpanFilter {
  siteIds: readonly number[];
  channels?: readonly string[] | undefined;
  index?: MapIndex | undefined;
  from: number;
  to: number;
}

/** Withdrawn alarms are left out: later values have shown that there was nothing. */
export async function listSpans(
  db: Database,
  scope: Scope,
  { siteIds, channels = [], index, from, to }: SpanFilter,
  most: number,
): Promise<AlarmSpan[]> {
  const { rows } = await sql<AlarmSpan>`
    select alarm_id, site_id, case when index_code is null then channel_code else ${indexCode}::text end as channel, alarm_type, severity, rule_name, value, limit_value as "limit",
      compare, unit, decimals, (extract(epoch from raised_at) * 1000)::bigint as "from",
      (extract(epoch from ended_at) * 1000)::bigint as "to"
    from alarm_log_row
    where site_id = any(${siteIds}) and severity = any(${severityOrder}) and ${reached(scope)}
      and (channel_code = any(${channels}) or index_code = ${index ?? null}::text
        or (channel_id is null and index_code is null))
      and raised_at < ${new Date(to)} and (ended_at is null or ended_at >= ${new Date(from)})
      and end_reason is distinct from 'withdrawn'
    order by raised_at desc, alarm_id desc limit ${most}`.execute(db);
  return rows;
}

export interface StatisticsFilter {
  from: Date;
  to: Date;
  siteId: number | undefined;
}

const listed = 20;

/** Statistics of the alarms raised within a period, in one reading of them. */
export async function summariseAlarms(
  db: Database,
  scope: Scope,
  { from, to, siteId }: StatisticsFilter,
): Promise<AlarmStatistics> {
  const site = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`;
  const rank = (columns: RawBuilder<unknown>) => sql`
    select coalesce(json_agg(ranked), '[]') from (
      select ${columns}, count(*) as count, sum(seconds)::bigint as seconds
      from chosen group by 1, 2 order by 3 desc, 4 desc, 1 limit ${listed}) ranked`;
  const { rows } = await sql<StatisticsRow>`
    with chosen as materialized (
      select site_id as "siteId", site_name as "siteName", rule_id as "ruleId", rule_name as "ruleName", alarm_type,
        severity, state, seconds, extract(hour from raised_at at time zone zone)::integer as hour, acknowledged_at,
        case when not historical then extract(epoch from acknowledged_at - raised_at) end as waited
      from alarm_log_row
      where raised_at >= ${from} and raised_at < ${to} and ${site} and ${reached(scope)})
    select count(*) as total, count(*) filter (where state = 'active') as active, count(acknowledged_at) as acknowledged,
      round(percentile_cont(0.5) within group (order by waited)) as acknowledge_median,
      round(percentile_cont(0.9) within group (order by waited)) as acknowledge_p90,
      (select coalesce(json_agg(g), '[]') from (
        select severity, count(*) as count from chosen group by 1) g) as severities,
      (select coalesce(json_agg(g), '[]') from (
        select alarm_type as "alarmType", count(*) as count from chosen group by 1 order by 2 desc, 1) g) as by_type,
      (select array_agg(coalesce(count, 0) order by hour) from generate_series(0, 23) hour
        left join (select hour, count(*) as count from chosen group by 1) g using (hour)) as by_hour,
      (${rank(sql`"siteId", "siteName"`)}) as by_site,
      (${rank(sql`"ruleId", "ruleName"`)}) as by_rule
    from chosen`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  const { severities: counts, ...rest } = row;
  return { ...rest, bySeverity: fillSeverities(counts), byHour: rest.byHour.map(Number) };
}

type StatisticsRow = Omit<AlarmStatistics, 'bySeverity'> & {
  severities: { severity: string; count: number }[];
};

function fillSeverities(rows: readonly { severity: string; count: number }[]): SeverityCounts {
  const counts = new Map(rows.map(({ severity, count }) => [severity, count]));
  const [info = 0, minor = 0, major = 0, critical = 0] = severities.map((one) => counts.get(one) ?? 0);
  return { info, minor, major, critical };
}
