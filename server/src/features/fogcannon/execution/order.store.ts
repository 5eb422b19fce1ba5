import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import { type OpenOrder, type Orderer, toMillis } from './order.ts';

interface NewOrder extends Orderer {
  cannonId: number;
  action: OpenOrder['action'];
  seconds: number | null;
  at: Date;
  expiresAt: Date | null;
  /** The longest run, where it is shorter than that of all cannons. */
  maxSeconds?: number | null;
}

export async function insertOrder(client: Connection | Pool, order: NewOrder): Promise<number> {
  const { cannonId, action, seconds, reason, userId, userName, ruleId, ruleName, at, expiresAt } = order;
  const { maxSeconds = null } = order;
  const { rows } = await client.query<{ id: number }>(
    `insert into fog_order (cannon_id, action, seconds, reason, user_id, user_name, rule_id, rule_name, created_at, next_at,
       expires_at, max_seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) returning order_id as id`,
    [cannonId, action, seconds, reason, userId, userName, ruleId, ruleName, at, expiresAt, maxSeconds],
  );
  return rows[0]?.id ?? 0;
}

/** Switches a cannon off for a reason of the platform or of a rule; null if that is under way already. */
export async function insertOffOrder(
  client: Connection | Pool,
  cannonId: number,
  { reason, ruleId, ruleName }: Orderer,
  at: Date,
): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `insert into fog_order (cannon_id, action, reason, rule_id, rule_name, created_at, next_at)
     select $1, 'off', $2, $4, $5, $3, $3 where not exists (
       select from fog_order where cannon_id = $1 and action = 'off' and state in ('queued', 'sent'))
     returning order_id as id`,
    [cannonId, reason, at, ruleId, ruleName],
  );
  return rows[0]?.id ?? null;
}

/** How many orders to switch off have not ended, without those that were tried so often. */
export async function countOpenOffs(pool: Pool, attempts: number): Promise<number> {
  const { rowCount } = await pool.query(
    `select from fog_order where action = 'off' and (state = 'sent' or (state = 'queued' and attempts < $1))`,
    [attempts],
  );
  return rowCount ?? 0;
}

/** The cannons with orders that wait, or were interrupted, and whether one is to switch off. */
export async function listOrderedCannons(
  pool: Pool,
  now: Date,
): Promise<{ cannonId: number; isOff: boolean }[]> {
  const { rows } = await pool.query<{ cannonId: number; isOff: boolean }>(
    `select cannon_id as "cannonId", bool_or(action = 'off') as "isOff" from fog_order
     where state in ('queued', 'sent') and (next_at <= $1 or expires_at <= $1
       -- The clock was set back.
       or attempts = 0 or state = 'sent' or next_at > $1 + interval '1 minute' or expires_at > $1 + interval '1 minute')
     group by cannon_id`,
    [now],
  );
  return rows;
}

/** The orders of a cannon that have not ended, oldest first. */
export async function listOpenOrders(pool: Pool, cannonId: number): Promise<OpenOrder[]> {
  const { rows } = await pool.query<OpenOrder>(
    `select order_id as "orderId", cannon_id as "cannonId", order_key as "orderKey", action, seconds, reason,
       user_name as "userName", rule_id as "ruleId", rule_name as "ruleName", max_seconds as "maxSeconds", state, ${toMillis('expires_at')} as "expiresAt",
       ${toMillis('next_at')} as "nextAt", attempts
     from fog_order where cannon_id = $1 and state in ('queued', 'sent') order by order_id`,
    [cannonId],
  );
  return rows;
}

export async function markOrderSent(client: Connection, orderId: number, at: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `update fog_order set state = 'sent', attempts = attempts + 1, sent_at = $2, message = null
     where order_id = $1 and state in ('queued', 'sent')`,
    [orderId, at],
  );
  return rowCount === 1;
}

/** Ends orders that have not ended; `message` is a stored text. */
export async function endOrders(
  client: Connection,
  orderIds: readonly number[],
  { state, message, at }: { state: string; message: string | null; at: Date },
): Promise<void> {
  await client.query(
    `update fog_order set state = $2, message = $3, ended_at = $4
     where order_id = any($1) and state in ('queued', 'sent')`,
    [orderIds, state, message, at],
  );
}

/** Sends an order again at a later moment. */
export async function postponeOrder(
  client: Connection,
  orderId: number,
  { nextAt, message }: { nextAt: Date; message: string | null },
): Promise<void> {
  await client.query(
    `update fog_order set state = 'queued', next_at = $2, message = $3 where order_id = $1 and state = 'sent'`,
    [orderId, nextAt, message],
  );
}

export async function findOrder(pool: Pool, orderId: number) {
  const { rows } = await pool.query<{
    orderId: number;
    cannonId: number;
    action: string;
    state: 'queued';
    message: string | null;
    attempts: number;
  }>(
    `select order_id as "orderId", cannon_id as "cannonId", action, state, message, attempts from fog_order
     where order_id = $1`,
    [orderId],
  );
  return rows[0];
}

export async function removeOldOrders(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from fog_order where ended_at < $1', [before]);
}
