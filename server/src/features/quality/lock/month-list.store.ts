import type { MonthState } from '@limpid/contract/quality/lock';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';

interface MonthQuery {
  scope: Scope;
  entityId: number | undefined;
  search: string | undefined;
  months: readonly [first: string, last: string];
  state: MonthState['state'] | undefined;
  now: Date;
  limit: number;
  offset: number;
}

type StoredMonth = Omit<MonthState, 'transmissionRate' | 'validRate'>;

/** The months of entities that have ended and have data or a lock, the newest first, with the number of all. */
export async function listLockableMonths(
  db: Database,
  { scope, entityId, search, months: [first, last], state, now, limit, offset }: MonthQuery,
): Promise<{ rows: StoredMonth[]; total: number }> {
  const { rows } = await sql<StoredMonth & { total: number }>`
    with entities as (
      select e.*, (select count(*) from site s where s.entity_id = e.entity_id)::integer as sites, (
          select min(day) from site s cross join lateral (
            select min(day) as day from reading_day d where d.site_id = s.site_id) as days
          where s.entity_id = e.entity_id
        ) as first_day
      from site_entity e
      where ${scopeCondition(scope, { dept: 'e.dept_id' })}
        and (${entityId ?? null}::integer is null or e.entity_id = ${entityId ?? null})
        and ${textCondition(['entityName', 'entityNameEn', 'entityNameFr'], search)}
    ),
    months as (
      select e.*, month::date as month
      from entities e
      cross join generate_series(${`${first}-01`}::timestamp, ${`${last}-01`}::timestamp, interval '1 month') as month
      where (month + interval '1 month') at time zone zone <= ${now}
    ),
    stated as (
      select m.*, l.lock_id, l.locked_at, l.locked_by, l.reason, coalesce(l.lock_id, u.lock_id) as packets_of,
        case when l.lock_id is not null then 'locked' when u.lock_id is not null then 'waiting' else 'open' end as state
      from months m left join month_lock l using (entity_id, month)
      left join lateral (
        select lock_id from month_lock_log u
        where u.entity_id = m.entity_id and u.month = m.month and action = 'unlock' and kept_packets > let_in + expired
        order by log_id desc limit 1
      ) as u on l.lock_id is null
      where l.lock_id is not null or m.first_day < m.month + interval '1 month'
    )
    select entity_id, entity_name, entity_name_en, entity_name_fr, zone, to_char(month, 'YYYY-MM') as month, state, page.sites,
      lock_id, (extract(epoch from locked_at) * 1000)::float8 as locked_at, locked_by, reason,
      coalesce(kept.packets, 0)::integer as kept_packets, coalesce(kept.sites, 0)::integer as kept_sites, total
    from (
      select *, count(*) over () as total from stated
      where ${state ?? null}::text is null or state = ${state ?? null}
      order by month desc, entity_name, entity_id limit ${limit} offset ${offset}
    ) as page
    left join lateral (
      select count(*) as packets, count(distinct site_id) as sites from kept_packet where lock_id = packets_of
    ) as kept on true
    order by page.month desc, page.entity_name, page.entity_id`.execute(db);
  return {
    rows: rows.map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}
