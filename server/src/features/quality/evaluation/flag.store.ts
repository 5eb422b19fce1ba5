import type { QualityBasis, QualityTest } from '@limpid/contract/quality/data-rule';
import type pg from 'pg';
import type { Connection } from '../../../platform/db/transaction.ts';

type FlagState = 'open' | 'confirmed' | 'rejected' | 'shared';

/** A flag of one hour. */
export interface StoredFlag {
  siteId: number;
  at: number;
  slot: number;
  ruleId: number;
  ruleName: string;
  ruleNameEn: string | null;
  ruleNameFr: string | null;
  test: QualityTest;
  basis: QualityBasis;
  value: number | null;
  low: number | null;
  high: number | null;
  span: number | null;
  counts: boolean;
  state: FlagState;
}

const columns = `site_id as "siteId", extract(epoch from ts) * 1000 as at, slot, rule_id as "ruleId",
  rule_name as "ruleName", rule_name_en as "ruleNameEn", rule_name_fr as "ruleNameFr", test, basis, value, low, high, span, counts, state`;

const iso = (at: number) => new Date(at).toISOString();

async function selectFlags(
  client: Pick<pg.PoolClient, 'query'>,
  condition: string,
  parameters: readonly unknown[],
): Promise<StoredFlag[]> {
  const { rows } = await client.query<Omit<StoredFlag, 'at'> & { at: string }>(
    `select ${columns} from quality_flag where ${condition} order by site_id, ts, slot, rule_id`,
    [...parameters],
  );
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** The flags of sites in `[from, to)`, also those that neighbours share. */
export function readFlags(
  client: Pick<pg.PoolClient, 'query'>,
  sites: readonly number[],
  [from, to]: readonly [number, number],
): Promise<StoredFlag[]> {
  return selectFlags(client, 'site_id = any($1::integer[]) and ts >= $2 and ts < $3', [
    sites,
    iso(from),
    iso(to),
  ]);
}

export async function removeFlags(client: Connection, flags: readonly StoredFlag[]): Promise<void> {
  if (flags.length === 0) return;
  await client.query(
    `delete from quality_flag f
     using unnest($1::integer[], $2::timestamptz[], $3::smallint[], $4::integer[]) as gone(site_id, ts, slot, rule_id)
     where (f.site_id, f.ts, f.slot, f.rule_id) = (gone.site_id, gone.ts, gone.slot, gone.rule_id)`,
    [
      flags.map(({ siteId }) => siteId),
      flags.map(({ at }) => iso(at)),
      flags.map(({ slot }) => slot),
      flags.map(({ ruleId }) => ruleId),
    ],
  );
}

const isReopened = `quality_flag.state = 'rejected' and excluded.state <> 'rejected'`;

/** Inserts flags, or replaces what was found; who reviewed one and why stays, unless a rejected one is open again. */
export async function saveFlags(client: Connection, flags: readonly StoredFlag[]): Promise<void> {
  if (flags.length === 0) return;
  await client.query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, rule_name_en, rule_name_fr, test, basis, value,
       low, high, span, counts, state)
     select "siteId", "at"::timestamptz, slot, "ruleId", "ruleName", "ruleNameEn", "ruleNameFr", test, basis, value,
       low, high, span, counts, state
     from jsonb_to_recordset($1) as f("siteId" integer, "at" text, slot smallint, "ruleId" integer, "ruleName" text,
       "ruleNameEn" text, "ruleNameFr" text, test text, basis text, value real, low real, high real, span smallint, counts boolean, state text)
     on conflict (site_id, ts, slot, rule_id) do update set rule_name = excluded.rule_name,
       rule_name_en = excluded.rule_name_en, rule_name_fr = excluded.rule_name_fr, test = excluded.test,
       basis = excluded.basis, value = excluded.value, low = excluded.low, high = excluded.high, span = excluded.span,
       counts = excluded.counts, state = excluded.state,
       reviewed_by = case when ${isReopened} then null else quality_flag.reviewed_by end,
       reviewed_at = case when ${isReopened} then null else quality_flag.reviewed_at end,
       reason = case when ${isReopened} then null else quality_flag.reason end`,
    [JSON.stringify(flags.map((flag) => ({ ...flag, at: iso(flag.at) })))],
  );
}

/** Queues hours whose flags have changed, so that days, indices and rankings follow. */
export async function queueHours(
  client: Pick<pg.PoolClient, 'query'>,
  hours: readonly { siteId: number; at: number }[],
): Promise<void> {
  if (hours.length === 0) return;
  await client.query(
    `insert into dirty_hour (hour, sites)
     select hour, array_agg(distinct site_id) from unnest($1::timestamptz[], $2::integer[]) as changed(hour, site_id)
     group by hour`,
    [hours.map(({ at }) => iso(at)), hours.map(({ siteId }) => siteId)],
  );
}

/** The hours around which rules that ask neighbours have found something at these sites. */
export function readFindings(
  client: Pick<pg.PoolClient, 'query'>,
  sites: readonly number[],
  ruleIds: readonly number[],
  [from, to]: readonly [number, number],
): Promise<StoredFlag[]> {
  return selectFlags(
    client,
    'site_id = any($1::integer[]) and ts >= $2 and ts < $3 and rule_id = any($4::integer[])',
    [sites, iso(from), iso(to), ruleIds],
  );
}
