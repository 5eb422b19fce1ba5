import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

export interface NamedSite {
  siteId: number;
  siteName: string;
  siteCode: string;
  mn: string;
  zone: string;
}

/** The sites within reach whose MN, code or name is one of these. */
export async function listNamedSites(
  db: Database,
  scope: Scope,
  names: readonly string[],
): Promise<NamedSite[]> {
  const upper = names.map((name) => name.toUpperCase());
  const { rows } = await sql<NamedSite>`
    select site_id, site_name, site_code, mn, zone from site join site_entity using (entity_id)
    where (upper(mn) = any(${upper}) or upper(site_code) = any(${upper}) or upper(site_name) = any(${upper}))
      and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  return rows;
}

export async function listSitesById(
  db: Database,
  scope: Scope,
  siteIds: readonly number[],
): Promise<NamedSite[]> {
  if (siteIds.length === 0) return [];
  const { rows } = await sql<NamedSite>`
    select site_id, site_name, site_code, mn, zone from site join site_entity using (entity_id)
    where site_id = any(${siteIds}::integer[]) and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  return rows;
}
