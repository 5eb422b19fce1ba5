import type { Pool } from '../../../../platform/db/transaction.ts';
import type { Subscription } from '../delivery/route.rule.ts';

export async function replaceSubscription(pool: Pool, one: Subscription, now: Date): Promise<void> {
  await pool.query('delete from notify_subscription where user_id = $1', [one.userId]);
  await pool.query(
    `insert into notify_subscription (user_id, severities, notify_channel_ids, rule_ids, quiet_from, quiet_to, zone,
       critical_passes, language, update_time, subscription_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '')`,
    [
      one.userId,
      one.severities,
      one.notifyChannelIds,
      one.ruleIds,
      one.quietFrom,
      one.quietTo,
      one.zone,
      one.criticalPasses,
      one.language,
      now,
    ],
  );
}
