import type { Connection } from '../../../platform/db/transaction.ts';

/** The hours of sites in `[from, to)` that wait for their roll-up or for a correction with other K and B. */
export async function listDoubtfulHours(
  connection: Connection,
  siteIds: readonly number[],
  [from, to]: readonly [number, number],
): Promise<Map<number, Set<number>>> {
  const { rows } = await connection.query<{ siteId: number; at: number }>(
    `select site_id as "siteId", extract(epoch from hour)::float8 * 1000 as at from (
       select unnest(sites) as site_id, hour from dirty_hour where hour >= $2 and hour < $3
     ) as waiting where site_id = any($1::integer[])
     union
     select h.site_id, extract(epoch from h.ts)::float8 * 1000
     from coefficient_recheck r join reading_hour h on h.site_id = r.site_id
       and h.ts > r.from_time - interval '1 hour' and h.ts < r.until_time
     where r.site_id = any($1::integer[]) and h.ts >= $2 and h.ts < $3`,
    [siteIds, new Date(from), new Date(to)],
  );
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map([...bySite].map(([siteId, found]) => [siteId, new Set(found.map(({ at }) => at))]));
}
