import type { RuleBasis } from '@limpid/contract/alarm/alarm-rule';
import { SECOND_MS } from '@limpid/contract/durations';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';

/** What has to be evaluated: readings, hours, or reports of stations. */
export type InputBasis = RuleBasis | 'report';

/** The values of a site that a rule has to be evaluated with. */
export interface RuleInput {
  siteId: number;
  /** Null for all rules of the basis at the site. */
  ruleId: number | null;
  /** The end of the earliest window. */
  firstAt: number;
  /** The end of the earliest window that was stored in time for a notification; infinite without one. */
  liveFrom: number;
}

/** Queues values. Windows that have ended do not wait for those that have not, as of a station whose clock is ahead. */
export async function insertInputs(
  client: Connection | Database,
  basis: InputBasis,
  inputs: readonly RuleInput[],
  now: number,
): Promise<void> {
  const ready = (firstAt: number) => (firstAt <= now ? now : Math.ceil(firstAt / SECOND_MS) * SECOND_MS);
  for (const [readyAt, given] of Map.groupBy(inputs, ({ firstAt }) => ready(firstAt))) {
    const text = `insert into alarm_input (basis, sites, rules, first_at, live_from, ready_at)
      values ($1, $2::integer[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6)`;
    const values = [
      basis,
      given.map(({ siteId }) => siteId),
      given.map(({ ruleId }) => ruleId),
      given.map(({ firstAt }) => toMoment(firstAt)),
      given.map(({ liveFrom }) => toMoment(liveFrom)),
      toMoment(readyAt),
    ];
    if ('executeQuery' in client) await client.executeQuery(CompiledQuery.raw(text, values));
    else await client.query(text, values);
  }
}

export interface TakenInput {
  basis: InputBasis;
  values: RuleInput[];
}

/** The oldest inputs, joined by basis, site and rule, and their ids: a number below them may still be committed. */
export async function listInputs(
  pool: Pool,
  now: number,
  limit: number,
): Promise<{ ids: number[]; inputs: TakenInput[] } | undefined> {
  const { rows } = await pool.query<{
    ids: string[] | null;
    basis: InputBasis;
    siteId: number;
    ruleId: number | null;
    firstAt: number;
    liveFrom: number | null;
  }>(
    `with taken as (select * from alarm_input where ready_at <= $2 order by input_id limit $1)
     select case row_number() over () when 1 then (select array_agg(input_id) from taken) end as ids,
       basis, given.site_id as "siteId", given.rule_id as "ruleId",
       extract(epoch from min(given.first_at))::float8 * 1000 as "firstAt",
       extract(epoch from nullif(min(given.live_from), 'infinity'))::float8 * 1000 as "liveFrom"
     from taken, unnest(sites, rules, first_at, live_from) as given(site_id, rule_id, first_at, live_from)
     group by basis, given.site_id, given.rule_id`,
    [limit, toMoment(now)],
  );
  const ids = rows[0]?.ids;
  if (!ids) return undefined;
  const inputs = [...Map.groupBy(rows, ({ basis }) => basis)].map(([basis, ofBasis]) => ({
    basis,
    values: ofBasis.map(({ siteId, ruleId, firstAt, liveFrom }) => ({
      siteId,
      ruleId,
      firstAt,
      liveFrom: liveFrom ?? Number.POSITIVE_INFINITY,
    })),
  }));
  return { ids: ids.map(Number), inputs };
}

export async function removeInputs(pool: Pool, ids: readonly number[]): Promise<void> {
  await pool.query('delete from alarm_input where input_id = any($1::bigint[])', [ids]);
}
