import type { UnusualKind, UnusualSite } from '@limpid/contract/analysis/unusual';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';
import { siteFilterCondition } from '../site-filter.store.ts';

export interface UnusualFilter {
  search?: string | undefined;
  entityId?: number | undefined;
  channel?: string | undefined;
  kind?: UnusualKind | undefined;
}

/** A row with the facts of its channel that a sentence needs. */
export type UnusualRow = Omit<UnusualSite, 'flags'> & {
  slot: number;
  siteCode: string;
  channelName: string;
  channelNameEn: string | null;
  channelNameFr: string | null;
  unit: string | null;
  decimals: number;
};

const searched = ['s.site_name', 's.site_code', 'e.entity_name', 'e.entity_name_en', 'e.entity_name_fr'];

/** A condition on `site_unusual u`, `site s`, `site_entity e` and `basic_channel c`. */
function filterCondition(scope: Scope, filter: UnusualFilter): RawBuilder<SqlBool> {
  const { search, entityId, channel, kind } = filter;
  const all: RawBuilder<SqlBool>[] = [
    sql`s.status = '0'`,
    siteFilterCondition(scope, { entityId }),
    textCondition(searched, search),
  ];
  if (channel !== undefined) all.push(sql`c.channel_code = ${channel}`);
  if (kind !== undefined) all.push(sql`u.kind = ${kind}`);
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

const joined = sql`site_unusual u join site s using (site_id) join site_entity e using (entity_id)
  join basic_channel c using (channel_id)`;

/** The strongest first. */
export async function listUnusualSites(
  db: Database,
  scope: Scope,
  filter: UnusualFilter,
  page: { limit: number; offset: number },
): Promise<UnusualRow[]> {
  const { rows } = await sql<UnusualRow>`
    select u.site_id, s.site_code, s.site_name, e.entity_id, e.entity_name, e.entity_name_en, e.entity_name_fr, e.zone, s.simulated,
      (extract(epoch from u.hour) * 1000)::bigint as hour, c.channel_code as channel, u.kind, u.value, u.usual,
      u.lower_bound as lower, u.upper_bound as upper, u.counted as count, u.strength, u.days,
      c.channel_name, c.channel_name_en, c.channel_name_fr, c.unit, c.decimals, c.slot
    from ${joined} where ${filterCondition(scope, filter)}
    order by u.strength desc, u.site_id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countUnusualSites(db: Database, scope: Scope, filter: UnusualFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${joined} where ${filterCondition(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface UnusualSummary {
  sites: number;
  looked: number;
  shortHistory: number;
  unusual: number;
}

/** How many enabled sites of the scope were looked at, whatever the filters. */
export async function summariseUnusual(db: Database, scope: Scope): Promise<UnusualSummary> {
  const { rows } = await sql<UnusualSummary>`
    select count(*) as sites, count(*) filter (where site_id in (select unnest(looked) from unusual_run)) as looked,
      count(*) filter (where site_id in (select unnest(short_history) from unusual_run)) as short_history,
      count(u.site_id) as unusual
    from site s left join site_unusual u using (site_id) where s.status = '0' and ${siteFilterCondition(scope, {})}`.execute(
    db,
  );
  return rows[0] ?? { sites: 0, looked: 0, shortHistory: 0, unusual: 0 };
}

/** The newest run; undefined before the first. */
export async function findUnusualRun(
  db: Database,
): Promise<{ hour: number; computedAt: number } | undefined> {
  const { rows } = await sql<{ hour: number; computedAt: number }>`
    select (extract(epoch from hour) * 1000)::bigint as hour,
      (extract(epoch from computed_at) * 1000)::bigint as computed_at
    from unusual_run`.execute(db);
  return rows[0];
}
