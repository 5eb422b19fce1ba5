import type { Connection } from '../../../platform/db/transaction.ts';

/**
 * The hours of sites in `[from, to)` that wait for their roll-up or for a correction with other K and B, or in which a person
 * has changed a value.
 */
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
     where r.site_id = any($1::integer[]) and h.ts >= $2 and h.ts < $3
     union
     select site_id, extract(epoch from (date_trunc('hour', data_time at time zone e.zone)) at time zone e.zone)::float8 * 1000
     from data_log join site using (site_id) join site_entity e using (entity_id)
     where site_id = any($1::integer[]) and data_time >= $2 and data_time < $3 and oper_name is not null`,
    [siteIds, new Date(from), new Date(to)],
  );
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map([...bySite].map(([siteId, found]) => [siteId, new Set(found.map(({ at }) => at))]));
}
