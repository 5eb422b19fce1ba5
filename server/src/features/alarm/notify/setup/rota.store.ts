import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';

export interface RotaLists {
  notifyChannelIds: number[];
  /** Null: all rules. */
  ruleIds: number[] | null;
}

export async function readRotaLists(db: Database, rotaId: number): Promise<RotaLists> {
  const { rows } = await sql<RotaLists>`
    select notify_channel_ids, rule_ids from notify_rota where rota_id = ${rotaId}`.execute(db);
  return rows[0] ?? { notifyChannelIds: [], ruleIds: null };
}

/** Writes the lists that are given. */
export async function writeRotaLists(db: Database, rotaId: number, lists: Partial<RotaLists>): Promise<void> {
  const { notifyChannelIds, ruleIds } = lists;
  if (notifyChannelIds !== undefined)
    await sql`update notify_rota set notify_channel_ids = ${notifyChannelIds} where rota_id = ${rotaId}`.execute(
      db,
    );
  if (ruleIds !== undefined)
    await sql`update notify_rota set rule_ids = ${ruleIds} where rota_id = ${rotaId}`.execute(db);
}
