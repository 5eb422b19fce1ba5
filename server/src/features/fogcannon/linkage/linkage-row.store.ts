import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

/** A cannon that a rule can switch. */
export interface LinkableCannon {
  cannonId: number;
  cannonName: string;
  /** The site that measures there. */
  siteId: number | null;
  flowRate: number | null;
  /** The seconds of a jog; null for a cannon that runs until it is switched off. */
  jogSeconds: number | null;
}

/** Those of the chosen cannons that belong to the entity. */
export async function listLinkableCannons(
  db: Database,
  entityId: number,
  cannonIds: readonly number[],
): Promise<LinkableCannon[]> {
  const { rows } = await sql<LinkableCannon>`
    select cannon_id, cannon_name, m.site_id, flow_rate, case jog when 'Y' then jog_seconds end as jog_seconds
    from fog_cannon c join fog_measuring_site m using (cannon_id)
    where c.entity_id = ${entityId} and cannon_id = any(${cannonIds}) order by cannon_name, cannon_id`.execute(
    db,
  );
  return rows;
}

export async function listTargets(db: Database, ruleId: number): Promise<number[]> {
  const { rows } = await sql<{ cannonId: number }>`
    select cannon_id from fog_linkage_target where rule_id = ${ruleId} order by cannon_id`.execute(db);
  return rows.map(({ cannonId }) => cannonId);
}

export async function replaceTargets(
  db: Database,
  ruleId: number,
  cannonIds: readonly number[],
): Promise<void> {
  await sql`delete from fog_linkage_target where rule_id = ${ruleId} and cannon_id <> all(${cannonIds})`.execute(
    db,
  );
  await sql`
    insert into fog_linkage_target (rule_id, cannon_id) select ${ruleId}, unnest(${cannonIds}::integer[])
    on conflict do nothing`.execute(db);
}

interface LinkageChannel {
  channelCode: string;
  gbCode: string;
  channelName: string;
  channelNameEn: string | null;
  channelNameFr: string | null;
  unit: string | null;
  decimals: number;
  slot: number;
  minValue: number | null;
  maxValue: number | null;
}

export async function findLinkageChannel(
  db: Database,
  channelId: number,
): Promise<LinkageChannel | undefined> {
  const { rows } = await sql<LinkageChannel>`
    select channel_code, gb_code, channel_name, channel_name_en, channel_name_fr, unit, decimals, slot, min_value,
      max_value
    from basic_channel where channel_id = ${channelId}`.execute(db);
  return rows[0];
}

const byDepartment = { dept: 'deptId' };
const maxChoices = 500;

/** What the form offers for an entity; nothing of one outside the data scope. */
export async function listChoices(db: Database, scope: Scope, entityId: number) {
  const inScope = sql`entity_id in (
    select entity_id from site_entity where entity_id = ${entityId} and ${scopeCondition(scope, byDepartment)})`;
  const cannons = await sql<{ id: number; name: string }>`
    select cannon_id as id, cannon_name as name from fog_cannon where ${inScope}
    order by cannon_name limit ${maxChoices}`.execute(db);
  const sites = await sql<{ id: number; name: string }>`
    select site_id as id, site_name as name from site where ${inScope}
    order by site_name, site_id limit ${maxChoices}`.execute(db);
  const channels = await sql<{
    id: number;
    name: string;
    nameEn: string | null;
    nameFr: string | null;
    unit: string | null;
    decimals: number;
  }>`
    select channel_id as id, channel_name as name, channel_name_en as name_en, channel_name_fr as name_fr, unit, decimals
    from basic_channel where channel_id in (
      select channel_id from basic_device_type_channel join site using (device_type_id) where ${inScope})
    order by order_num, channel_id`.execute(db);
  return { cannons: cannons.rows, sites: sites.rows, channels: channels.rows };
}
