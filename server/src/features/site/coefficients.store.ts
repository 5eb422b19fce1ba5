import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Coefficient } from './coefficients.rule.ts';

/** What the platform applies at present. */
export async function listInForce(db: Database, siteId: number): Promise<Coefficient[]> {
  const { rows } = await sql<Coefficient>`
    select distinct on (channel_id) channel_id, k, b from site_coefficient
    where site_id = ${siteId} order by channel_id, since desc`.execute(db);
  return rows;
}

interface CoefficientFact extends Coefficient {
  since: string;
  updateBy: string | null;
}

export async function listHistory(db: Database, siteId: number): Promise<CoefficientFact[]> {
  const { rows } = await sql<CoefficientFact>`
    select channel_id, since, k, b, update_by from site_coefficient
    where site_id = ${siteId} order by since desc, channel_id limit 1000`.execute(db);
  return rows;
}

export async function insertCoefficients(
  db: Database,
  siteId: number,
  changes: readonly Coefficient[],
  by: { since: Date; updateBy: string },
): Promise<void> {
  for (const { channelId, k, b } of changes) {
    await sql`
      insert into site_coefficient (site_id, channel_id, since, k, b, update_by)
      values (${siteId}, ${channelId}, ${by.since}, ${k}, ${b}, ${by.updateBy})
      on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b`.execute(db);
  }
}
