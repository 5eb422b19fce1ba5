import type { ReissueAction, ReissueTarget } from '@limpid/contract/forward/reissue';
import type { ForwardState } from '@limpid/contract/forward/target';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import type { PacketKind } from '../../reading/model.api.ts';
import type { MomentSpan } from './divide-range.rule.ts';

const iso = (at: number) => new Date(at).toISOString();
const entityScope = (scope: Scope) => scopeCondition(scope, { dept: 'entity.deptId' });

/** A reissue is seen by those who reach the entities of all its targets, also of those that were removed. */
export const reissueScope: ScopeRule = (scope) => sql`target_ids <@ array(
  select target_id from forward_known_target where ${scopeCondition(scope, { dept: 'deptId' })})`;

export interface ReissueReceiver {
  targetId: number;
  targetName: string;
  state: ForwardState;
  kinds: PacketKind[];
  /** Those of the given sites that it gets. */
  siteIds: number[];
  backlogRate: number;
  minGapMs: number;
}

/** The targets of these ids within the data scope. */
export async function findReissueTargets(
  db: Database,
  scope: Scope,
  targetIds: readonly number[],
  siteIds: readonly number[],
): Promise<ReissueReceiver[]> {
  const { rows } = await sql<ReissueReceiver>`
    select target.target_id, target.target_name, target.state, target.backlog_rate, target.min_gap_ms,
      array_remove(array[
        case when target.sends_realtime then 2011 end, case when target.sends_minutes then 2051 end,
        case when target.sends_hours then 2061 end, case when target.sends_days then 2031 end], null) as kinds,
      array(
        select site.site_id from site
        where site.entity_id = target.entity_id and site.site_id = any(${siteIds})
          and (stored.simulated or not site.simulated)
          and (stored.all_sites or exists (
            select from jsonb_array_elements(stored.sites) part where (part ->> 'siteId')::integer = site.site_id))
      ) as site_ids
    from forward_target_row target
    join forward_target stored using (target_id)
    join site_entity entity on entity.entity_id = target.entity_id
    where target.target_id = any(${targetIds}) and ${entityScope(scope)}
    order by target.target_id`.execute(db);
  return rows;
}

export async function listReachableTargets(db: Database, scope: Scope): Promise<ReissueTarget[]> {
  const { rows } = await sql<ReissueTarget>`
    select target.target_id, target.target_name, target.entity_id, entity.entity_name, target.state
    from forward_target_row target join site_entity entity using (entity_id)
    where ${entityScope(scope)} order by entity.entity_code, target.target_id`.execute(db);
  return rows;
}

/** Which of the sites lie within the data scope. */
export async function findReachableSites(
  db: Database,
  scope: Scope,
  siteIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select site_id from site join site_entity entity using (entity_id)
    where site_id = any(${siteIds}) and ${entityScope(scope)}`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

const millis = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

interface LaneRow {
  target_id: number;
  kind: PacketKind;
  started_at: number;
  sent_until: number;
}

export interface SiteProgress {
  lanes: { targetId: number; kind: PacketKind; startedAt: number; sentUntil: number }[];
  /** Without those of paused reissues. */
  gaps: LaneSpan[];
  /** Gaps of paused reissues. */
  paused: LaneSpan[];
  /** What reissues have delivered, and what was given up. */
  reissued: LaneSpan[];
  skipped: LaneSpan[];
}

type LaneSpan = MomentSpan & { targetId: number; kind: PacketKind };

interface SpanRow {
  target_id: number;
  kind: PacketKind;
  from_ts: number;
  to_ts: number;
}

const toSpan = (row: SpanRow): LaneSpan => ({
  targetId: row.target_id,
  kind: row.kind,
  from: Math.round(row.from_ts),
  to: Math.round(row.to_ts),
});

/** How far the targets have got with a site. */
export async function readSiteProgress(
  client: Connection,
  siteId: number,
  targetIds: readonly number[],
): Promise<SiteProgress> {
  const lanes = await client.query<LaneRow>(
    `select target_id, kind, ${millis('started_at')} as started_at, ${millis('sent_until')} as sent_until
     from forward_lane where site_id = $1 and target_id = any($2) and sent_until > '-infinity'`,
    [siteId, targetIds],
  );
  const gaps = await client.query<SpanRow & { is_paused: boolean }>(
    // What arrives before a reading on its way is not in the gap.
    `select target_id, kind, ${millis('coalesce(flight_ts, from_ts)')} as from_ts, ${millis('to_ts')} as to_ts, reissue_id is not null and exists (
       select from forward_reissue reissue
       where reissue.reissue_id = gap.reissue_id and state = 'paused') as is_paused
     from forward_gap gap where site_id = $1 and target_id = any($2)`,
    [siteId, targetIds],
  );
  const outcomes = await client.query<SpanRow & { is_skipped: boolean }>(
    `select target_id, kind, is_skipped, ${millis('lower(span)')} as from_ts, ${millis('upper(span)')} - 1 as to_ts
     from forward_outcome
     cross join lateral (
       select true as is_skipped, span from unnest(skipped) span
       union all select false, span from unnest(reissued) span
     ) spans
     where site_id = $1 and target_id = any($2)`,
    [siteId, targetIds],
  );
  return {
    lanes: lanes.rows.map((row) => ({
      targetId: row.target_id,
      kind: row.kind,
      startedAt: Math.round(row.started_at),
      sentUntil: Math.round(row.sent_until),
    })),
    gaps: gaps.rows.filter((row) => !row.is_paused).map(toSpan),
    paused: gaps.rows.filter((row) => row.is_paused).map(toSpan),
    reissued: outcomes.rows.filter((row) => !row.is_skipped).map(toSpan),
    skipped: outcomes.rows.filter((row) => row.is_skipped).map(toSpan),
  };
}

/** Reissues start one after the other, so that none plans what another one is about to order. Before the snapshot. */
export async function waitForOtherStarts(client: Connection): Promise<void> {
  // Delivery writes to the table meanwhile.
  await client.query('lock table forward_reissue in share update exclusive mode');
}

/** Readings to be sent to a target. */
export interface OrderedGap extends MomentSpan {
  targetId: number;
  siteId: number;
  kind: PacketKind;
  readings: number;
}

interface NewReissue {
  range: MomentSpan | undefined;
  acknowledged: boolean;
  gaps: readonly OrderedGap[];
  userName: string;
}

const distinct = <V>(values: readonly V[]): V[] => [...new Set(values)];

/** Stores a reissue with its gaps; returns its id. */
export async function insertReissue(
  client: Connection,
  { range, acknowledged, gaps, userName }: NewReissue,
): Promise<number> {
  const { rows } = await client.query<{ reissue_id: number }>(
    `insert into forward_reissue
       (from_ts, to_ts, kinds, site_ids, target_ids, acknowledged, total, create_by, create_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, limpid_now()) returning reissue_id`,
    [
      range ? iso(range.from) : null,
      range ? iso(range.to) : null,
      distinct(gaps.map(({ kind }) => kind)),
      distinct(gaps.map(({ siteId }) => siteId)),
      distinct(gaps.map(({ targetId }) => targetId)),
      acknowledged,
      gaps.reduce((sum, { readings }) => sum + readings, 0),
      userName,
    ],
  );
  const reissueId = rows[0]?.reissue_id ?? 0;
  await client.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, ordered_from, to_ts, readings, reason, reissue_id)
     select target_id, site_id, kind, from_ts, from_ts, to_ts, readings, 'reissue', $7 from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[],
       $5::timestamptz[], $6::integer[]) as given(target_id, site_id, kind, from_ts, to_ts, readings)`,
    [
      gaps.map(({ targetId }) => targetId),
      gaps.map(({ siteId }) => siteId),
      gaps.map(({ kind }) => kind),
      gaps.map(({ from }) => iso(from)),
      gaps.map(({ to }) => iso(to)),
      gaps.map(({ readings }) => readings),
      reissueId,
    ],
  );
  return reissueId;
}

const changes = {
  pause: { from: 'running', to: 'paused' },
  resume: { from: 'paused', to: 'running' },
} as const;

/** False if it is in another state. */
export async function pauseOrResume(
  client: Connection,
  reissueId: number,
  action: Exclude<ReissueAction, 'stop'>,
  userName: string,
): Promise<boolean> {
  const { from, to } = changes[action];
  const { rowCount } = await client.query(
    `update forward_reissue set state = $3, update_by = $4, update_time = limpid_now()
     where reissue_id = $1 and state = $2 and exists (select from forward_gap where reissue_id = $1)`,
    [reissueId, from, to, userName],
  );
  return rowCount === 1;
}

/** Removes what is left of a reissue; false if it has ended. */
export async function stopReissue(client: Connection, reissueId: number, userName: string): Promise<boolean> {
  const removed = await client.query<{ readings: number }>(
    'delete from forward_gap where reissue_id = $1 returning readings',
    [reissueId],
  );
  if (removed.rows.length === 0) return false;
  const { rowCount } = await client.query(
    `update forward_reissue set state = 'stopped', stopped_left = least(total, $2), end_time = limpid_now(),
       update_by = $3, update_time = limpid_now()
     where reissue_id = $1 and state in ('running', 'paused')`,
    [reissueId, removed.rows.reduce((sum, { readings }) => sum + readings, 0), userName],
  );
  return rowCount === 1;
}

/** A reading that an entry of the forward log is about. */
export interface LoggedReading {
  targetId: number;
  siteId: number;
  kind: PacketKind;
  ts: number;
}

/** The readings of log entries that name a target, a site and a kind, each once. */
export async function readLogged(db: Database, logIds: readonly number[]): Promise<LoggedReading[]> {
  const { rows } = await sql<LoggedReading>`
    select distinct target_id, site_id, kind, extract(epoch from data_time)::float8 * 1000 as ts
    from forward_log
    where log_id = any(${logIds}) and target_id is not null and site_id is not null and kind is not null
      and data_time is not null
    order by 4`.execute(db);
  return rows.map((row) => ({ ...row, ts: Math.round(row.ts) }));
}
