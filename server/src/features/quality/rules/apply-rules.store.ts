import { fail } from '@limpid/contract/errors';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Pool } from '../../../platform/db/transaction.ts';

type Bounds = readonly [from: number, to: number];

const isoOf = (bounds: Bounds) => bounds.map((at) => new Date(at).toISOString());

/** These sites by their zone, if the caller reaches all of them. */
export async function getReachableSites(
  db: Database,
  scope: Scope,
  siteIds: readonly number[],
): Promise<Map<string, number[]>> {
  const wanted = [...new Set(siteIds)];
  const { rows } = await sql<{ siteId: number; zone: string }>`
    select site_id, zone from site join site_entity using (entity_id)
    where site_id = any(${wanted}) and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  if (rows.length !== wanted.length) fail('scope.denied', {}, 'siteIds');
  const byZone = Map.groupBy(rows, ({ zone }) => zone);
  return new Map([...byZone].map(([zone, sites]) => [zone, sites.map(({ siteId }) => siteId)]));
}

/** Queues the stored hours of sites; returns the last entry, 0 without any. */
export async function queueStoredHours(
  pool: Pool,
  sites: readonly number[],
  bounds: Bounds,
): Promise<number> {
  const { rows } = await pool.query<{ last: string | null }>(
    `with queued as (
       insert into dirty_hour (hour, sites)
       select ts, array_agg(site_id) from reading_hour where site_id = any($1::integer[]) and ts >= $2 and ts < $3
       group by ts returning dirty_id
     ) select max(dirty_id) as last from queued`,
    [sites, ...isoOf(bounds)],
  );
  return Number(rows[0]?.last ?? 0);
}

/** Whether entries up to this one still wait for their roll-up. */
export async function hasWaiting(pool: Pool, last: number, bounds: Bounds): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from dirty_hour where dirty_id <= $1 and hour >= $2 and hour < $3 limit 1',
    [last, ...isoOf(bounds)],
  );
  return (rowCount ?? 0) > 0;
}

/** The flagged hours of a period, and those of them that are left out. */
export async function countFlags(
  pool: Pool,
  sites: readonly number[],
  bounds: Bounds,
): Promise<{ flagged: number; excluded: number }> {
  const { rows } = await pool.query<{ flagged: number; excluded: number }>(
    `select count(*)::integer as flagged,
       (count(*) filter (where not counts and state <> 'rejected'))::integer as excluded
     from quality_flag where site_id = any($1::integer[]) and ts >= $2 and ts < $3 and state <> 'shared'`,
    [sites, ...isoOf(bounds)],
  );
  return rows[0] ?? { flagged: 0, excluded: 0 };
}
