import type { AreaFilter } from '@limpid/contract/map/area';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition, subtreeCondition } from '../../platform/auth/scope.store.ts';

/** Restricts a query to some of the caller's sites. */
export interface SiteFilter {
  siteId?: number | undefined;
  entityId?: number | undefined;
  deptId?: number | undefined;
  within?: AreaFilter | undefined;
}

/** A condition on `site s`; entities are only joined for callers with a restricted scope. */
export function siteFilterCondition(
  scope: Scope,
  { siteId, entityId, deptId, within }: SiteFilter,
): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (siteId !== undefined) all.push(sql`s.site_id = ${siteId}`);
  if (entityId !== undefined) all.push(sql`s.entity_id = ${entityId}`);
  if (within) all.push(areaCondition(within));
  const owner: RawBuilder<SqlBool>[] = [];
  if (!scope.all) owner.push(scopeCondition(scope, { dept: 'dept_id' }));
  if (deptId !== undefined) owner.push(subtreeCondition('dept_id', deptId));
  if (owner.length > 0)
    all.push(sql`s.entity_id in (select entity_id from site_entity where ${sql.join(owner, sql` and `)})`);
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** Longitudes are compared relative to the western edge, because an area may lie across the date line. */
function areaCondition([west = 0, south = 0, east = 0, north = 0]: AreaFilter): RawBuilder<SqlBool> {
  const eastward = sql`s.longitude::float8 - ${west}::float8`;
  return sql<SqlBool>`s.latitude between ${south} and ${north}
    and ${eastward} - 360 * floor((${eastward}) / 360) <= ${east}::float8 - ${west}::float8`;
}
