import type { Confirmation, SwitchState } from '@limpid/contract/fogcannon/cannon';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';

/** What a cannon has said about itself, or why it is not known. */
export interface StoredCannonState {
  switchState: SwitchState;
  confirmedBy: Confirmation | null;
  linkState: 'up' | 'down' | 'unknown';
  /** A stored text. */
  problem: string | null;
}

/**
 * Whether a cannon may be switched on with settings that were read before: it exists, is enabled, and has not been edited since.
 * It stays so until the transaction ends.
 */
export async function lockForStart(
  client: Connection,
  { cannonId, version }: { cannonId: number; version: string },
): Promise<'ready' | 'disabled' | 'edited'> {
  const { rows } = await client.query(
    `select status, xmin::text as version from fog_cannon where cannon_id = $1 for share`,
    [cannonId],
  );
  if (rows[0]?.status !== '0') return 'disabled';
  return rows[0].version === version ? 'ready' : 'edited';
}

export async function saveState(
  client: Connection,
  cannonId: number,
  { switchState, confirmedBy, linkState, problem }: StoredCannonState,
  at: Date,
): Promise<void> {
  await client.query(
    `insert into fog_cannon_state as s (cannon_id, switch_state, confirmed_by, confirmed_at, link_state, problem)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (cannon_id) do update set switch_state = $2, confirmed_by = $3, link_state = $5, problem = $6,
       confirmed_at = case when s.switch_state = $2 then s.confirmed_at else $4 end`,
    [cannonId, switchState, confirmedBy, at, linkState, problem],
  );
}

export async function saveCommanded(
  client: Connection,
  cannonId: number,
  state: 'on' | 'off',
  at: Date,
): Promise<void> {
  await client.query(
    `insert into fog_cannon_state (cannon_id, commanded_state, commanded_at) values ($1, $2, $3)
     on conflict (cannon_id) do update set commanded_state = $2, commanded_at = $3`,
    [cannonId, state, at],
  );
}

/** Orders for a cannon are stored one after the other. */
export async function lockCannon(client: Connection, cannonId: number): Promise<void> {
  await client.query('select from fog_cannon where cannon_id = $1 for no key update', [cannonId]);
}

/** Until then a person decides about the cannon; null gives it back to the rules. */
export async function saveManual(
  client: Connection | Pool,
  cannonId: number,
  until: Date | null,
): Promise<void> {
  await client.query(
    `insert into fog_cannon_state (cannon_id, manual_until) values ($1, $2)
     on conflict (cannon_id) do update set manual_until = $2`,
    [cannonId, until],
  );
}

export async function listCannonStates(pool: Pool): Promise<(StoredCannonState & { cannonId: number })[]> {
  const { rows } = await pool.query<StoredCannonState & { cannonId: number }>(
    `select cannon_id as "cannonId", switch_state as "switchState", confirmed_by as "confirmedBy",
       link_state as "linkState", problem from fog_cannon_state`,
  );
  return rows;
}
