import type { ChannelCoefficient } from '@limpid/contract/site/coefficients';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { refuseLockedCoefficients } from '../reading/locks/locks.api.ts';

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

/** A change of the coefficients of a channel; the moment in epoch milliseconds. */
export interface Calibration {
  siteId: number;
  channelCode: string;
  since: number;
  k: number;
  b: number;
  updateBy: string | null;
}

/** The changes of coefficients in `[from, to)`, the latest first */
export async function listCalibrations(
  db: Database,
  siteIds: readonly number[],
  channelCodes: readonly string[],
  [from, to]: readonly [number, number],
  most: number,
): Promise<Calibration[]> {
  const { rows } = await sql<Calibration>`
    select site_id, channel_code, (extract(epoch from since) * 1000)::float8 as since, k, b, update_by from (
      select c.*, channel_code, lag(k, 1, 1) over earlier as k_before, lag(b, 1, 0) over earlier as b_before
      from site_coefficient c join basic_channel using (channel_id)
      where site_id = any(${[...siteIds]}) and channel_code = any(${[...channelCodes]})
      window earlier as (partition by site_id, channel_id order by since)
    ) as changes
    where (k, b) is distinct from (k_before, b_before) and since >= ${new Date(from)} and since < ${new Date(to)}
    order by since desc limit ${most}`.execute(db);
  return rows;
}

/** Refuses K and B that would count in a locked month. */
export async function insertCoefficients(
  db: Database,
  siteId: number,
  changes: readonly ChannelCoefficient[],
  by: { since: Date; updateBy: string },
): Promise<void> {
  const channelIds = changes.map(({ channelId }) => channelId);
  await refuseLockedCoefficients(db, siteId, channelIds, by.since);
  for (const { channelId, k, b } of changes) {
    await sql`
      insert into site_coefficient (site_id, channel_id, since, k, b, update_by)
      values (${siteId}, ${channelId}, ${by.since}, ${k}, ${b}, ${by.updateBy})
      on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b`.execute(db);
  }
}
