import type { listRuleTargets, TargetChoice } from '@limpid/contract/alarm/rule-targets';
import type { Input } from '@limpid/contract/kit/endpoint';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { NamedRecord } from '../../../crud/read-name.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition, subtreeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/text-search.ts';
import type { TargetType } from './check-rule.rule.ts';
import type { RuleScope } from './rule.ts';

/** Sites and entities belong to the department of the entity. */
const ownership = { dept: 'deptId' };

interface FoundTarget {
  /** The department of a site or an entity; null for a group or a device type. */
  deptId: number | null;
  name: string;
  nameEn: string | null;
  nameFr: string | null;
}

type Target = Omit<RuleScope, 'deptId'>;

/** The target of a rule, if it exists within the data scope. */
export async function findTarget(
  db: Database,
  scope: Scope,
  target: Target,
): Promise<FoundTarget | undefined> {
  const isReached = scopeCondition(scope, ownership);
  const statements: Record<Target['target'], RawBuilder<FoundTarget>> = {
    site: sql`select dept_id, site_name as name, null as name_en, null as name_fr
      from site join site_entity using (entity_id) where site_id = ${target.siteId} and ${isReached}`,
    entity: sql`select dept_id, entity_name as name, entity_name_en as name_en, entity_name_fr as name_fr
      from site_entity where entity_id = ${target.entityId} and ${isReached}`,
    group: sql`select null as dept_id, entity_group as name, null as name_en, null as name_fr
      from site_entity where entity_group = ${target.entityGroup} and ${isReached} limit 1`,
    deviceType: sql`select null as dept_id, type_name as name, type_name_en as name_en, type_name_fr as name_fr
      from basic_device_type where device_type_id = ${target.deviceTypeId}`,
  };
  const { rows } = await statements[target.target].execute(db);
  return rows[0];
}

/** Sites of a target; `site` and `site_entity` are joined. */
function targetCondition(target: Partial<Target>): RawBuilder<SqlBool> {
  if (target.siteId) return sql<SqlBool>`site_id = ${target.siteId}`;
  if (target.entityId) return sql<SqlBool>`site.entity_id = ${target.entityId}`;
  if (target.entityGroup) return sql<SqlBool>`entity_group = ${target.entityGroup}`;
  return target.deviceTypeId ? sql<SqlBool>`device_type_id = ${target.deviceTypeId}` : sql<SqlBool>`true`;
}

/** The device types of the sites that a rule of this department is for; a device type itself needs no sites. */
export async function listTargetTypes(db: Database, target: RuleScope): Promise<TargetType[]> {
  const types =
    target.target === 'deviceType'
      ? sql`select ${target.deviceTypeId}::integer as device_type_id`
      : sql`select distinct device_type_id from site join site_entity using (entity_id)
          where ${targetCondition(target)} and ${subtreeCondition('deptId', target.deptId)}`;
  const { rows } = await sql<TargetType>`
    select array_agg(channel_id order by order_num, channel_id) as channel_ids
    from (${types}) as types join basic_device_type_channel using (device_type_id)
    group by device_type_id order by device_type_id`.execute(db);
  return rows;
}

/** The own limits for the channel of the rule at the sites that it is for. */
export async function listTargetLimits(
  db: Database,
  target: RuleScope & { channelId: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ value: number }>`
    select distinct value from site_limit join site using (site_id) join site_entity using (entity_id)
    where ${targetCondition(target)} and ${subtreeCondition('deptId', target.deptId)}
      and site_limit.channel_id = ${target.channelId}`.execute(db);
  return rows.map(({ value }) => value);
}

export async function hasRules(db: Database, deptId: number): Promise<boolean> {
  const { rows } = await sql`select from alarm_rule_row where dept_id = ${deptId} limit 1`.execute(db);
  return rows.length > 0;
}

type Search = Input<typeof listRuleTargets>['query'];

const channelsOf = (typeIds: RawBuilder<unknown>) => sql`array(
    select distinct channel_id from basic_device_type_channel where device_type_id in (${typeIds})
  ) as channel_ids, array(
    select distinct on (device_type_id) channel_id from basic_device_type_channel
    where device_type_id in (${typeIds}) order by device_type_id, order_num, channel_id
  ) as limit_channel_ids`;

const noEntity = sql`null as entity_name, null as entity_name_en, null as entity_name_fr`;

/** Whether any of the columns contains the text. */
function matches(columns: readonly string[], search: string | undefined): RawBuilder<SqlBool> {
  if (!search) return sql<SqlBool>`true`;
  const pattern = likePattern(search);
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`),
    sql` or `,
  )})`;
}

/** Choices for the target of a rule; channels are computed for the listed ones only. */
export async function listTargetChoices(
  db: Database,
  scope: Scope,
  query: Search,
  most: number,
): Promise<{ choices: TargetChoice[]; total: number }> {
  const isReached = scopeCondition(scope, ownership);
  const { search } = query;
  const only = (column: string) =>
    query.id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${query.id}`;
  const measured =
    query.channelId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from basic_device_type_channel c
          where c.device_type_id = site.device_type_id and c.channel_id = ${query.channelId})`;
  const ofEntities = (condition: RawBuilder<SqlBool>) =>
    sql`select device_type_id from site join site_entity e using (entity_id) where ${condition}`;
  const statements: Record<Search['target'], RawBuilder<TargetChoice & { total: number }>> = {
    site: sql`
      select site_id as id, site_name as name, null as name_en, null as name_fr, entity_name, entity_name_en,
        entity_name_fr, 1 as site_count, ${channelsOf(sql`page.device_type_id`)}, total
      from (
        select *, count(*) over () as total from site join site_entity using (entity_id)
        where ${isReached} and ${targetCondition(query)} and ${measured} and ${only('site_id')}
          and ${matches(['site_name', 'site_code', 'mn', 'entity_name', 'entity_name_en', 'entity_name_fr'], search)}
        order by site_name, site_id limit ${most}
      ) as page order by site_name, site_id`,
    entity: sql`
      select entity_id as id, entity_name as name, entity_name_en as name_en, entity_name_fr as name_fr, ${noEntity},
        (select count(*) from site where site.entity_id = page.entity_id)::integer as site_count,
        ${channelsOf(ofEntities(sql`e.entity_id = page.entity_id`))}, total
      from (
        select *, count(*) over () as total from site_entity
        where ${isReached} and ${only('entity_id')}
          and ${matches(['entity_name', 'entity_name_en', 'entity_name_fr', 'entity_code'], search)}
        order by order_num, entity_code limit ${most}
      ) as page order by order_num, entity_code`,
    group: sql`
      select null as id, entity_group as name, null as name_en, null as name_fr, ${noEntity},
        (select count(*) from site join site_entity e using (entity_id)
          where e.entity_group = page.entity_group)::integer as site_count,
        ${channelsOf(ofEntities(sql`e.entity_group = page.entity_group`))}, total
      from (
        select entity_group, count(*) over () as total from site_entity
        where ${isReached} and entity_group <> '' and ${matches(['entity_group'], search)}
        group by entity_group order by entity_group limit ${most}
      ) as page order by entity_group`,
    deviceType: sql`
      select device_type_id as id, type_name as name, type_name_en as name_en, type_name_fr as name_fr, ${noEntity},
        (select count(*) from site join site_entity e using (entity_id)
          where site.device_type_id = page.device_type_id and ${isReached})::integer as site_count,
        ${channelsOf(sql`page.device_type_id`)}, total
      from (
        select *, count(*) over () as total from basic_device_type
        where ${only('device_type_id')} and ${matches(['type_name', 'type_name_en', 'type_name_fr', 'type_code'], search)}
        order by type_code limit ${most}
      ) as page order by type_code`,
  };
  const { rows } = await statements[query.target].execute(db);
  return { choices: rows, total: rows[0]?.total ?? 0 };
}

/** What the sheet of rules calls sites, entities, device types and channels. */
export async function listNamedRecords(
  db: Database,
  scope: Scope,
): Promise<Record<'siteId' | 'entityId' | 'deviceTypeId' | 'channelId', NamedRecord[]>> {
  const isReached = scopeCondition(scope, ownership);
  const read = async (statement: RawBuilder<NamedRecord>) => (await statement.execute(db)).rows;
  return {
    siteId: await read(sql`select site_id as id, array[site_code, site_name] as names
      from site join site_entity using (entity_id) where ${isReached}`),
    entityId: await read(
      sql`select entity_id as id, array[entity_code, entity_name, entity_name_en, entity_name_fr] as names
        from site_entity where ${isReached}`,
    ),
    deviceTypeId: await read(
      sql`select device_type_id as id, array[type_code, type_name, type_name_en, type_name_fr] as names
        from basic_device_type`,
    ),
    channelId: await read(
      sql`select channel_id as id, array[channel_code, gb_code, channel_name, channel_name_en, channel_name_fr] as names
        from basic_channel`,
    ),
  };
}
