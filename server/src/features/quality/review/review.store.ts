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
  siteId: number;
  slot: number;
  ruleId: number;
  state: string;
  from: number;
  to: number;
}

/** These periods if the caller reaches all of them; missing ones are refused alike. */
export async function getPeriods(
  db: Database,
  scope: Scope,
  periodIds: readonly number[],
): Promise<Period[]> {
  const wanted = [...new Set(periodIds)];
  const { rows } = await sql<Period>`
    select site_id, slot, rule_id, state, extract(epoch from began_at)::float8 * 1000 as "from",
      (extract(epoch from began_at)::float8 + hours * 3600) * 1000 as "to"
    from quality_period_row
    where period_id = any(${wanted}) and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  if (rows.length !== wanted.length) fail('scope.denied', {}, 'periodIds');
  return rows;
}

interface Review {
  state: (typeof flagStates)[number];
  reason: string;
  reviewer: string;
}

/** Writes the decision to every hour of the periods, and queues hours that it leaves out or lets in. Returns their number. */
export async function reviewFlags(
  client: Connection,
  periods: readonly Period[],
  { state, reason, reviewer }: Review,
): Promise<number> {
  const columns = [
    periods.map(({ siteId }) => siteId),
    periods.map(({ slot }) => slot),
    periods.map(({ ruleId }) => ruleId),
    periods.map(({ state: before }) => before),
    periods.map(({ from }) => new Date(from).toISOString()),
    periods.map(({ to }) => new Date(to).toISOString()),
  ];
  const { rows } = await client.query<{ site_id: number; at: string; counts: boolean }>(
    `update quality_flag f set state = $7, reason = $8, reviewed_by = $9, reviewed_at = now()
     from unnest($1::integer[], $2::smallint[], $3::integer[], $4::text[], $5::timestamptz[], $6::timestamptz[])
       as p(site_id, slot, rule_id, state, began, ended)
     where f.site_id = p.site_id and f.slot = p.slot and f.rule_id = p.rule_id and f.state = p.state
       and f.ts >= p.began and f.ts < p.ended
     returning f.site_id, extract(epoch from f.ts) * 1000 as at, f.counts`,
    [...columns, state, reason, reviewer],
  );
  const hours = rows.map(({ site_id: siteId, at, counts }) => ({ siteId, at: Number(at), counts }));
  await queueHours(
    client,
    hours.filter(({ counts }) => !counts),
  );
  return hours.length;
}
