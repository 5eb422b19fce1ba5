import { sql } from 'kysely';
import { type ScopeRule, scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

/** A change belongs to the department that has the site now; one of a site that no longer exists, to none. */
export const dataLogScope: ScopeRule = (scope) => sql`site_id in (
  select site.site_id from site join site_entity entity using (entity_id)
  where ${scopeCondition(scope, { dept: 'entity.deptId' })})`;

/** A value that a person has changed; moments in epoch milliseconds. */
export interface DataChange {
  ts: number;
  changedAt: number;
  channelCode: string;
  oldValue: string | null;
  newValue: string | null;
  reason: string;
  operName: string | null;
}

type Tables = {
  dataLog: Omit<DataChange, 'ts' | 'changedAt'> & {
    logId: number;
    siteId: number;
    dataTime: Date;
    createTime: Date;
  };
};

export async function listChanges(
  db: Database,
  siteId: number,
  [from, to]: readonly [number, number],
  most: number,
): Promise<DataChange[]> {
  const millis = (column: 'data_time' | 'create_time') =>
    sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
  return db
    .withTables<Tables>()
    .selectFrom('dataLog')
    .select(['channelCode', 'oldValue', 'newValue', 'reason', 'operName'])
    .select([millis('data_time').as('ts'), millis('create_time').as('changedAt')])
    .where('siteId', '=', siteId)
    .where('operName', 'is not', null)
    .where('dataTime', '>=', new Date(from))
    .where('dataTime', '<', new Date(to))
    .orderBy('createTime', 'desc')
    .orderBy('logId', 'desc')
    .limit(most)
    .execute();
}
