import type { ForwardLane, ForwardMinutes } from '@limpid/contract/forward/target-page';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EntitySite } from './target.store.ts';

export async function listTrafficMinutes(
  db: Database,
  targetId: number,
  { from, to }: { from: Date; to: Date },
): Promise<ForwardMinutes['minutes']> {
  const { rows } = await sql<ForwardMinutes['minutes'][number]>`
    select extract(epoch from minute)::bigint * 1000 as ts, sent, failed, delay from forward_minute
    where target_id = ${targetId} and minute between ${from} and ${to} order by minute`.execute(db);
  return rows.map((row) => ({ ...row, ts: Number(row.ts) }));
}

const shownPeriods = 3;

/** The sites of a target, how far each has been sent, its gaps, and what was given up. A gap is open until its readings are acknowledged. */
export async function listLanes(db: Database, targetId: number): Promise<ForwardLane[]> {
  const { rows } = await sql<ForwardLane>`
    select s.site_id, s.site_name, coalesce(nullif(named.mn, ''), s.mn) as mn,
      count(*) over (partition by upper(coalesce(nullif(named.mn, ''), s.mn))) > 1 as is_mn_shared,
      extract(epoch from l.sent_until)::double precision * 1000 as sent_until,
      coalesce(g.gaps, 0)::integer as gaps,
      extract(epoch from g.oldest)::double precision * 1000 as oldest_gap,
      coalesce(o.skipped, '[]') as skipped, coalesce(o.periods, 0)::integer as skipped_periods
    from forward_target t
    join site s using (entity_id)
    left join lateral (
      select part ->> 'mn' as mn from jsonb_array_elements(t.sites) part
      where (part ->> 'siteId')::integer = s.site_id limit 1
    ) named on true
    left join lateral (
      select nullif(max(sent_until), '-infinity') as sent_until from forward_lane
      where target_id = t.target_id and site_id = s.site_id
    ) l on true
    left join lateral (
      select count(*) as gaps, min(from_ts) as oldest from forward_gap
      where target_id = t.target_id and site_id = s.site_id
    ) g on true
    left join lateral (
      select max(periods) as periods, json_agg(json_build_object('kind', kind,
        'from', round(extract(epoch from lower(span)) * 1000), 'to', round(extract(epoch from upper(span)) * 1000) - 1
      ) order by n) as skipped
      from (
        select kind, span, count(*) over () as periods, row_number() over (order by span desc, kind) as n
        from forward_outcome, unnest(skipped) span where target_id = t.target_id and site_id = s.site_id
      ) numbered where n <= ${shownPeriods}
    ) o on true
    where t.target_id = ${targetId} and (t.simulated or not s.simulated) and (t.all_sites or exists (
      select from jsonb_array_elements(t.sites) part where (part ->> 'siteId')::integer = s.site_id))
    order by s.site_code`.execute(db);
  return rows.map(({ sentUntil, oldestGap, ...row }) => ({
    ...row,
    sentUntil: sentUntil && Math.round(sentUntil),
    oldestGap: oldestGap && Math.round(oldestGap),
  }));
}

/** The sites of an entity within the data scope. */
export async function listSitesForTarget(
  db: Database,
  scope: Scope,
  entityId: number | undefined,
): Promise<EntitySite[]> {
  const { rows } = await sql<EntitySite>`
    select site_id, site_name, mn from site join site_entity using (entity_id)
    where (${entityId ?? null}::integer is null or entity_id = ${entityId ?? null})
      and ${scopeCondition(scope, { dept: 'deptId' })}
    order by site_code limit 5000`.execute(db);
  return rows;
}
