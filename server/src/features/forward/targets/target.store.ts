import { sql } from 'kysely';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ListedTarget, NewTarget, ShortForm } from './short-form.rule.ts';

/** A target belongs to the department of its entity. */
export const targetScope: ScopeRule = (scope) => scopeCondition(scope, { dept: 'deptId' });

/**
 * The targets of an entity without those of the demonstration, whose address changes with every start; none can be added
 * or removed until the transaction ends.
 */
export async function lockTargets(db: Database, entityId: number): Promise<ListedTarget[]> {
  await sql`select from site_entity where entity_id = ${entityId} for update`.execute(db);
  const { rows } = await sql<ListedTarget>`
    select target_id, protocol, address from forward_target where entity_id = ${entityId} and not simulated
    order by target_id`.execute(db);
  return rows;
}

export async function insertTargets(
  db: Database,
  entityId: number,
  targets: readonly NewTarget[],
  userName: string,
): Promise<void> {
  for (const { protocol, address, targetName } of targets)
    await sql`
      insert into forward_target (entity_id, target_name, protocol, address, create_by)
      values (${entityId}, ${targetName}, ${protocol}, ${address}, ${userName})`.execute(db);
}

export async function removeTargets(db: Database, targetIds: readonly number[]): Promise<void> {
  await sql`delete from forward_target where target_id = any(${targetIds})`.execute(db);
}

/** Secrets stay only where they mean the same: a password among the versions of HJ 212, a key of SM4 with 2025 alone. */
export async function changeProtocol(
  db: Database,
  targetIds: readonly number[],
  protocol: string,
  userName: string,
): Promise<void> {
  await sql`
    update forward_target set protocol = ${protocol}, update_by = ${userName}, update_time = limpid_now(),
      password = case when protocol like 'hj212-%' and ${protocol} like 'hj212-%' then password end,
      sm4_key = case when ${protocol} = 'hj212-2025' then sm4_key end, header_value = null,
      sites = case when protocol like 'hj212-%' and ${protocol} like 'hj212-%' then sites
        else (select coalesce(jsonb_agg(part - 'password'), '[]') from jsonb_array_elements(sites) part) end
    where target_id = any(${targetIds})`.execute(db);
}

export async function findShortForm(db: Database, entityId: number): Promise<ShortForm | undefined> {
  const { rows } = await sql<ShortForm>`
    select forward_protocol as protocol, forward_address as address from site_entity
    where entity_id = ${entityId}`.execute(db);
  return rows[0];
}

export async function saveShortForm(
  db: Database,
  entityId: number,
  { protocol, address }: ShortForm,
): Promise<void> {
  await sql`
    update site_entity set forward_protocol = ${protocol}, forward_address = ${address}
    where entity_id = ${entityId}`.execute(db);
}

export interface EntitySite {
  siteId: number;
  siteName: string;
  mn: string;
}

/** The sites of an entity; simulated ones belong only to simulated targets. */
export async function listEntitySites(
  db: Database,
  entityId: number,
): Promise<(EntitySite & { simulated: boolean })[]> {
  const { rows } = await sql<EntitySite & { simulated: boolean }>`
    select site_id, site_name, mn, simulated from site where entity_id = ${entityId} order by site_code`.execute(
    db,
  );
  return rows;
}

type TargetChannel = { channelCode: string; gbCode: string; unit: string | null };

export async function listTargetChannels(db: Database): Promise<TargetChannel[]> {
  const { rows } = await sql<TargetChannel>`
    select channel_code, gb_code, unit from basic_channel order by order_num, channel_code`.execute(db);
  return rows;
}

/** Two sites, of which the given one is the first, that would have the same MN at a target. */
export async function findSharedMn(
  db: Database,
  siteId: number,
): Promise<{ targetName: string; siteName: string; mn: string } | undefined> {
  // Targets that are being saved have locked their entity.
  await sql`
    select from site_entity where entity_id = (select entity_id from site where site_id = ${siteId})
    for key share`.execute(db);
  const { rows } = await sql<{ targetName: string; siteName: string; mn: string }>`
    with sent as (
      select t.target_id, t.target_name, s.site_id, s.site_name,
        upper(coalesce(nullif(part.mn, ''), s.mn)) as mn
      from site own
      join forward_target t on t.entity_id = own.entity_id
      join site s on s.entity_id = own.entity_id
      left join lateral (
        select part ->> 'mn' as mn, true as is_listed from jsonb_array_elements(t.sites) part
        where (part ->> 'siteId')::integer = s.site_id limit 1
      ) part on true
      where own.site_id = ${siteId} and t.sites <> '[]' and (t.all_sites or part.is_listed)
        and (t.simulated or not s.simulated)
    )
    select target_name, other.site_name, mn from sent own join sent other using (target_id, target_name, mn)
    where own.site_id = ${siteId} and other.site_id <> ${siteId}
    order by target_id limit 1`.execute(db);
  return rows[0];
}
