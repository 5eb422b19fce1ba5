import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type SiteFilter, siteFilterCondition } from '../site-filter.store.ts';

/** A site of the query, with its zone and its date of today. */
export interface AskedSite {
  siteId: number;
  entityId: number;
  deviceTypeId: number;
  enabled: boolean;
  simulated: boolean;
  zone: string;
  today: string;
}

/** The sites of a query in the order of their identifiers. One row for all sites that are alike: there may be thousands. */
export async function listAskedSites(
  db: Database,
  { scope, sites, now }: { scope: Scope; sites: SiteFilter; now: Date },
): Promise<AskedSite[]> {
  const { rows } = await sql<Omit<AskedSite, 'siteId'> & { siteIds: string }>`
    select s.entity_id, s.device_type_id, s.status = '0' as enabled, s.simulated, zone,
      (${now}::timestamptz at time zone zone)::date::text as today, string_agg(s.site_id::text, ' ') as site_ids
    from site s join site_entity using (entity_id) where ${siteFilterCondition(scope, sites)}
    group by s.entity_id, s.device_type_id, s.status, s.simulated, zone`.execute(db);
  // Written out, because copying with `...` takes several times as long.
  return rows
    .flatMap(({ siteIds, entityId, deviceTypeId, enabled, simulated, zone, today }) =>
      siteIds
        .split(' ')
        .map((id) => ({ siteId: Number(id), entityId, deviceTypeId, enabled, simulated, zone, today })),
    )
    .sort((a, b) => a.siteId - b.siteId);
}
