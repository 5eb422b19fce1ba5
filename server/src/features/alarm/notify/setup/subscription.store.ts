import type { NotifySubscription } from '@limpid/contract/alarm/notify-subscription';
import type { Language } from '@limpid/contract/language';
import type { Pool } from '../../../../platform/db/transaction.ts';

interface NewSubscription extends NotifySubscription {
  userId: number;
  language: Language;
  now: Date;
}

const columns = `subscription_name, status, severities, notify_channel_ids, rule_ids, after_minutes, quiet_from, quiet_to,
  zone, critical_passes, language, update_time`;

function valuesOf(one: NewSubscription): unknown[] {
  return [
    one.subscriptionName,
    one.enabled ? '0' : '1',
    one.severities,
    one.notifyChannelIds,
    one.ruleIds,
    one.afterMinutes,
    one.quietFrom,
    one.quietTo,
    one.zone,
    one.criticalPasses,
    one.language,
    one.now,
  ];
}

const places = (first: number) => valueNumbers.map((number) => `$${number + first}`).join(', ');
const valueNumbers = Array.from({ length: 12 }, (_, index) => index);

/** False if the person has as many as allowed. */
export async function insertSubscription(pool: Pool, one: NewSubscription, max: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into notify_subscription (user_id, ${columns}) select $1, ${places(3)}
     where (select count(*) from notify_subscription where user_id = $1) < $2`,
    [one.userId, max, ...valuesOf(one)],
  );
  return rowCount === 1;
}

/** False if the person has no such subscription. */
export async function updateSubscription(pool: Pool, id: number, one: NewSubscription): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update notify_subscription set (${columns}) = row(${places(3)}) where user_id = $1 and subscription_id = $2`,
    [one.userId, id, ...valuesOf(one)],
  );
  return rowCount === 1;
}

export async function deleteSubscription(pool: Pool, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from notify_subscription where user_id = $1 and subscription_id = $2',
    [userId, id],
  );
  return rowCount === 1;
}
