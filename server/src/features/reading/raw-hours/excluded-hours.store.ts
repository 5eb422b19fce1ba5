import type { Connection } from '../../../platform/db/transaction.ts';

/** The hours of sites in `[from, to)` that a flag of a data rule leaves out, by site and slot. */
export async function listExcludedHours(
  connection: Connection,
  siteIds: readonly number[],
  [from, to]: readonly [number, number],
): Promise<Map<number, Map<number, Set<number>>>> {
  const { rows } = await connection.query<{ siteId: number; slot: number; at: number[] }>(
    `select site_id as "siteId", slot, array_agg(extract(epoch from ts)::float8 * 1000) as at
     from quality_flag
     where site_id = any($1::integer[]) and ts >= $2 and ts < $3 and not counts and state in ('open', 'confirmed')
     group by site_id, slot`,
    [siteIds, new Date(from), new Date(to)],
  );
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map(
    [...bySite].map(([siteId, found]) => [siteId, new Map(found.map(({ slot, at }) => [slot, new Set(at)]))]),
  );
}
