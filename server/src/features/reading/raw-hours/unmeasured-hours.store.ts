import type { Connection } from '../../../platform/db/transaction.ts';

/**
 * By site and hour in `[from, to)`, the slots with values that were imported or changed by a person, as bits; null where
 * the hour was made before that was noted.
 */
export async function listUnmeasuredHours(
  connection: Connection,
  siteIds: readonly number[],
  [from, to]: readonly [number, number],
): Promise<Map<number, Map<number, number | null>>> {
  const { rows } = await connection.query<{ siteId: number; at: number; slots: number | null }>(
    `select site_id as "siteId", extract(epoch from ts)::float8 * 1000 as at, unmeasured as slots from reading_hour
     where site_id = any($1::integer[]) and ts >= $2 and ts < $3 and unmeasured is distinct from 0`,
    [siteIds, new Date(from), new Date(to)],
  );
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map(
    [...bySite].map(([siteId, found]) => [siteId, new Map(found.map(({ at, slots }) => [at, slots]))]),
  );
}
