import { fail } from '@limpid/contract/errors';
import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

export interface AccessibleSite {
  siteId: number;
  siteCode: string;
  siteName: string;
  zone: string;
  /** Seconds between two reports. */
  interval: number;
}

/** Returns these sites if the caller reaches all of them; missing ones are refused alike, with the name of the field. */
export async function getAccessibleSites(
  db: Database,
  scope: Scope,
  siteIds: readonly number[],
  field = 'siteId',
): Promise<AccessibleSite[]> {
  const wanted = [...new Set(siteIds)];
  const { rows } = await sql<AccessibleSite>`
    select site_id, site_code, site_name, zone, report_interval as interval from site join site_entity using (entity_id)
    where site_id = any(${wanted}) and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  if (rows.length !== wanted.length) fail('scope.denied', {}, field);
  // In the requested order.
  return rows.toSorted((a, b) => wanted.indexOf(a.siteId) - wanted.indexOf(b.siteId));
}

/** The codes of the channels that the device types of sites have. */
export async function listMeasuredChannels(
  db: Database,
  siteIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ siteId: number; codes: string[] }>`
    select site_id, array_agg(channel_code) as codes
    from site join basic_device_type_channel using (device_type_id) join basic_channel using (channel_id)
    where site_id = any(${[...siteIds]})
    group by site_id`.execute(db);
  return new Map(rows.map(({ siteId, codes }) => [siteId, new Set(codes)]));
}
