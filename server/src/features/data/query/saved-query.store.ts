import { maxSavedQueries, type SavedQuery } from '@limpid/contract/data/saved-query';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

type QueryRow = Omit<SavedQuery, 'leftOut'> & { reached: number[] };

/** The caller's queries and those shared in the caller's department, with the sites in the scope only. */
export async function listUsableQueries(
  db: Database,
  { userId }: Pick<Caller, 'userId'>,
  scope: Scope,
): Promise<SavedQuery[]> {
  const { rows } = await sql<QueryRow>`
    select query_id, query_name, shared, site_ids, address, q.user_id = ${userId} as own, o.nick_name as owner_name,
      array(select site_id from site join site_entity e using (entity_id)
        where site_id = any(q.site_ids) and ${scopeCondition(scope, { dept: 'e.dept_id' })})
        as reached
    from saved_query q join sys_user o on o.user_id = q.user_id
    where q.user_id = ${userId} or (shared and o.del_flag = '0' and o.dept_id =
      (select dept_id from sys_user where user_id = ${userId}))
    order by own desc, query_name, query_id`.execute(db);
  return rows.map(({ reached, siteIds, ...query }) => {
    const usable = siteIds.filter((id) => reached.includes(id));
    return { ...query, siteIds: usable, leftOut: siteIds.length - usable.length };
  });
}

type NewQuery = Pick<SavedQuery, 'queryName' | 'shared' | 'siteIds' | 'address'>;

/** False if the user has as many queries as allowed. */
export async function replaceQuery(
  db: Database,
  userId: number,
  { queryName, shared, siteIds, address }: NewQuery,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into saved_query (user_id, query_name, shared, site_ids, address, update_time)
    select ${userId}, ${queryName}, ${shared}, ${siteIds}, ${address}, ${now}
    where (select count(*) from saved_query where user_id = ${userId} and query_name <> ${queryName}) < ${maxSavedQueries}
    on conflict (user_id, query_name) do update
      set shared = excluded.shared, site_ids = excluded.site_ids, address = excluded.address,
        update_time = excluded.update_time
    returning query_id`.execute(db);
  return rows.length > 0;
}

export async function removeOwnQuery(db: Database, userId: number, queryId: number): Promise<boolean> {
  const { rows } =
    await sql`delete from saved_query where query_id = ${queryId} and user_id = ${userId} returning query_id`.execute(
      db,
    );
  return rows.length > 0;
}
