import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ChannelCoefficient } from './coefficients.rule.ts';

/** The coefficients that the platform applies now. */
export async function listCurrentCoefficients(db: Database, siteId: number): Promise<ChannelCoefficient[]> {
  const { rows } = await sql<ChannelCoefficient>`
    select distinct on (channel_id) channel_id, k, b from site_coefficient
    where site_id = ${siteId} order by channel_id, since desc`.execute(db);
  return rows;
}

interface CoefficientRecord extends ChannelCoefficient {
  since: string;
  updateBy: string | null;
}

export async function listCoefficientHistory(db: Database, siteId: number): Promise<CoefficientRecord[]> {
  const { rows } = await sql<CoefficientRecord>`
    select channel_id, since, k, b, update_by from site_coefficient
    where site_id = ${siteId} order by since desc, channel_id limit 1000`.execute(db);
  return rows;
}

export async function insertCoefficients(
  db: Database,
  siteId: number,
  changes: readonly ChannelCoefficient[],
  by: { since: Date; updateBy: string },
): Promise<void> {
  for (const { channelId, k, b } of changes) {
    await sql`
      insert into site_coefficient (site_id, channel_id, since, k, b, update_by)
      values (${siteId}, ${channelId}, ${by.since}, ${k}, ${b}, ${by.updateBy})
      on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b`.execute(db);
  }
}
