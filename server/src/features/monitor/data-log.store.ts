import { sql } from 'kysely';
import { type ScopeRule, scopeCondition } from '../../platform/auth/scope.store.ts';

/** A change belongs to the department that has the site now; one of a site that no longer exists, to none. */
export const dataLogScope: ScopeRule = (scope) => sql`site_id in (
  select site.site_id from site join site_entity entity using (entity_id)
  where ${scopeCondition(scope, { dept: 'entity.deptId' })})`;
