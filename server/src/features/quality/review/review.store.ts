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
  revision: string;
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
    select period_id, site_id, slot, rule_id, state, revision, extract(epoch from began_at)::float8 * 1000 as "from",
      (extract(epoch from began_at)::float8 + hours * 3600) * 1000 as "to",
      ${scopeCondition(scope, { dept: 'dept_id' })} as is_reached
    from quality_period_row where period_id = any(${wanted})`.execute(db);
  if (rows.some(({ isReached }) => !isReached)) fail('scope.denied', {}, 'periods');
  return rows;
}

/** Those of these periods that are still the same. Their flags do not change until the transaction ends. */
export async function holdUnchanged(client: Connection, periods: readonly Period[]): Promise<Period[]> {
  const ids = periods.map(({ periodId }) => periodId);
  await client.query(
    `select from quality_flag f join quality_period_row p on (f.site_id, f.slot, f.rule_id) = (p.site_id, p.slot, p.rule_id)
       and f.ts >= p.began_at and f.ts < p.began_at + p.hours * interval '1 hour'
     where p.period_id = any($1::integer[]) order by f.site_id, f.ts, f.slot, f.rule_id for update of f`,
    [ids],
  );
  // In a statement of its own, which sees what the locks have waited for.
  const { rows } = await client.query<{ period_id: number; revision: string }>(
    'select period_id, revision from quality_period_row where period_id = any($1::integer[])',
    [ids],
  );
  const revisions = new Map(rows.map((row) => [row.period_id, row.revision]));
  return periods.filter(({ periodId, revision }) => revisions.get(periodId) === revision);
}

interface Review {
  state: (typeof flagStates)[number];
  reason: string;
  reviewer: string;
}

/**
 * Writes the decision to every hour of the periods, and queues hours that it leaves out or lets in. Returns the number of
 * hours.
 */
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
