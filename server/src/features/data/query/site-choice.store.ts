import type { ChosenSite, EntityChoice } from '@limpid/contract/data/site-choice';
import { maxSiteChoices } from '@limpid/contract/data/site-choice';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';

export interface SiteSearch {
  search?: string | undefined;
  entityId?: number | undefined;
  siteIds?: readonly number[] | undefined;
}

const searched = ['site_name', 'site_code', 'mn', 'entity_name', 'entity_name_en', 'entity_name_fr'];

/** The sites that match every given part of the search, and how many there are in all. */
export async function listChoosableSites(
  db: Database,
  scope: Scope,
  { search, entityId, siteIds }: SiteSearch,
): Promise<{ sites: ChosenSite[]; total: number }> {
  const conditions: RawBuilder<SqlBool>[] = [
    scopeCondition(scope, { dept: 'e.dept_id' }),
    textCondition(searched, search),
  ];
  if (entityId !== undefined) conditions.push(sql`entity_id = ${entityId}`);
  if (siteIds !== undefined) conditions.push(sql`site_id = any(${siteIds})`);
  const { rows } = await sql<ChosenSite & { total: number }>`
    select site_id, site_name, entity_id, entity_name, entity_name_en, entity_name_fr, zone, s.longitude, s.latitude,
      simulated, count(*) over ()::int as total
    from site s join site_entity e using (entity_id)
    where ${sql.join(conditions, sql` and `)}
    order by e.order_num, e.entity_code, s.site_code
    limit ${maxSiteChoices}`.execute(db);
  return { sites: rows.map(({ total: _, ...site }) => site), total: rows[0]?.total ?? 0 };
}

export async function listChoosableEntities(db: Database, scope: Scope): Promise<EntityChoice[]> {
  const { rows } = await sql<EntityChoice>`
    select entity_id, entity_name, entity_name_en, entity_name_fr, entity_group, count(*)::int as site_count
    from site_entity e join site s using (entity_id)
    where ${scopeCondition(scope, { dept: 'e.dept_id' })}
    group by e.entity_id order by e.order_num, e.entity_code`.execute(db);
  return rows;
}

interface Places {
  siteIds: number[];
  names: string[];
  longitudes: number[];
  latitudes: number[];
}

export async function listPlaces(db: Database, scope: Scope): Promise<Places> {
  const { rows } = await sql<{ siteId: number; siteName: string; longitude: number; latitude: number }>`
    select site_id, site_name, s.longitude, s.latitude from site s join site_entity e using (entity_id)
    where s.longitude is not null and s.latitude is not null and ${scopeCondition(scope, { dept: 'e.dept_id' })}
    order by site_id`.execute(db);
  return {
    siteIds: rows.map(({ siteId }) => siteId),
    names: rows.map(({ siteName }) => siteName),
    longitudes: rows.map(({ longitude }) => longitude),
    latitudes: rows.map(({ latitude }) => latitude),
  };
}
