import type { RuleBasis } from '@limpid/contract/alarm/alarm-rule';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';

/** What has to be evaluated: readings, hours, or reports of stations. */
export type InputBasis = RuleBasis | 'report';

/** The values of a site that rules have to be evaluated with. */
export interface SiteInput {
  siteId: number;
  /** The end of the earliest window. */
  firstAt: number;
  /** The end of the earliest window that was stored in time for a notification; infinite without one. */
  liveFrom: number;
}

const moment = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : 'infinity');

export async function insertInput(
  client: Connection | Pool,
  basis: InputBasis,
  inputs: readonly SiteInput[],
): Promise<void> {
  if (inputs.length === 0) return;
  await client.query(
    `insert into alarm_input (basis, sites, first_at, live_from, ready_at)
     values ($1, $2::integer[], $3::timestamptz[], $4::timestamptz[], $5)`,
    [
      basis,
      inputs.map(({ siteId }) => siteId),
      inputs.map(({ firstAt }) => moment(firstAt)),
      inputs.map(({ liveFrom }) => moment(liveFrom)),
      moment(inputs.reduce((last, { firstAt }) => Math.max(last, firstAt), 0)),
    ],
  );
}

export interface TakenInput {
  basis: InputBasis;
  sites: SiteInput[];
}

/** The oldest inputs, joined by basis and site, and their ids: a number below them may still be committed. */
export async function listInputs(
  pool: Pool,
  now: number,
  limit: number,
): Promise<{ ids: number[]; inputs: TakenInput[] } | undefined> {
  const { rows } = await pool.query<{
    ids: string[];
    basis: InputBasis;
    siteId: number;
    firstAt: number;
    liveFrom: number | null;
  }>(
    `with taken as (select * from alarm_input where ready_at <= $2 order by input_id limit $1)
     select (select array_agg(input_id) from taken) as ids, basis, given.site_id as "siteId",
       extract(epoch from min(given.first_at))::float8 * 1000 as "firstAt",
       extract(epoch from nullif(min(given.live_from), 'infinity'))::float8 * 1000 as "liveFrom"
     from taken, unnest(sites, first_at, live_from) as given(site_id, first_at, live_from)
     group by basis, given.site_id`,
    [limit, moment(now)],
  );
  const [first] = rows;
  if (!first) return undefined;
  const inputs = [...Map.groupBy(rows, ({ basis }) => basis)].map(([basis, ofBasis]) => ({
    basis,
    sites: ofBasis.map(({ siteId, firstAt, liveFrom }) => ({
      siteId,
      firstAt,
      liveFrom: liveFrom ?? Number.POSITIVE_INFINITY,
    })),
  }));
  return { ids: first.ids.map(Number), inputs };
}

export async function removeInputs(pool: Pool, ids: readonly number[]): Promise<void> {
  await pool.query('delete from alarm_input where input_id = any($1::bigint[])', [ids]);
}
