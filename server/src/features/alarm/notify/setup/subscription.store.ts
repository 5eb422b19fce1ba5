import type { Pool } from '../../../../platform/db/transaction.ts';
import type { Subscription } from '../delivery/route.rule.ts';

export async function replaceSubscription(pool: Pool, one: Subscription, now: Date): Promise<void> {
  await pool.query(
    `insert into notify_subscription (user_id, severities, notify_channel_ids, rule_ids, quiet_from, quiet_to, zone,
       critical_passes, language, update_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id) do update set severities = $2, notify_channel_ids = $3, rule_ids = $4, quiet_from = $5,
       quiet_to = $6, zone = $7, critical_passes = $8, language = $9, update_time = $10`,
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
