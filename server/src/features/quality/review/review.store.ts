import { fail } from '@limpid/contract/errors';
import type { flagStates } from '@limpid/contract/quality/flagged-period';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { queueHours } from '../evaluation/flag.store.ts';

/** A flagged period, the end not included. */
interface Period {
  periodId: number;
  siteId: number;
  slot: number;
  ruleId: number;
  state: string;
  from: number;
  to: number;
}

/**
 * Those of these periods that are still there. A period has the number of its first hour, so one that begins with
 * another hour now, or is gone, is missing. Refused if the caller does not reach one.
 */
export async function getPeriods(
  db: Database,
  scope: Scope,
  periodIds: readonly number[],
): Promise<Period[]> {
  const wanted = [...new Set(periodIds)];
  const { rows } = await sql<Period & { isReached: boolean }>`
    select period_id, site_id, slot, rule_id, state, extract(epoch from began_at)::float8 * 1000 as "from",
      (extract(epoch from began_at)::float8 + hours * 3600) * 1000 as "to",
      ${scopeCondition(scope, { dept: 'dept_id' })} as is_reached
    from quality_period_row where period_id = any(${wanted})`.execute(db);
  if (rows.some(({ isReached }) => !isReached)) fail('scope.denied', {}, 'periodIds');
  return rows;
}

interface Review {
  state: (typeof flagStates)[number];
  reason: string;
  reviewer: string;
}

/**
 * Writes the decision to every hour of the periods, and queues hours that it leaves out or lets in. Returns their number,
 * and that of the periods that still had any.
 */
export async function reviewFlags(
  client: Connection,
  periods: readonly Period[],
  { state, reason, reviewer }: Review,
): Promise<{ periods: number; hours: number }> {
  const columns = [
    periods.map(({ siteId }) => siteId),
    periods.map(({ slot }) => slot),
    periods.map(({ ruleId }) => ruleId),
    periods.map(({ state: before }) => before),
    periods.map(({ from }) => new Date(from).toISOString()),
    periods.map(({ to }) => new Date(to).toISOString()),
  ];
  const { rows } = await client.query<{ site_id: number; at: string; counts: boolean; period: number }>(
    `update quality_flag f set state = $7, reason = $8, reviewed_by = $9, reviewed_at = now()
     from unnest($1::integer[], $2::smallint[], $3::integer[], $4::text[], $5::timestamptz[], $6::timestamptz[], $10::integer[])
       as p(site_id, slot, rule_id, state, began, ended, period)
     where f.site_id = p.site_id and f.slot = p.slot and f.rule_id = p.rule_id and f.state = p.state
       and f.ts >= p.began and f.ts < p.ended
     returning f.site_id, extract(epoch from f.ts) * 1000 as at, f.counts, p.period`,
    [...columns, state, reason, reviewer, periods.map(({ periodId }) => periodId)],
  );
  const hours = rows.map(({ site_id: siteId, at, counts }) => ({ siteId, at: Number(at), counts }));
  await queueHours(
    client,
    hours.filter(({ counts }) => !counts),
  );
  return { periods: new Set(rows.map(({ period }) => period)).size, hours: hours.length };
}
