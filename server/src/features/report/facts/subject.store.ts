import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

interface ReportEntity {
  entityId: number;
  entityName: string;
  entityNameEn: string | null;
  entityNameFr: string | null;
  zone: string;
}

interface ReportSite {
  siteId: number;
  siteCode: string;
  siteName: string;
  deviceTypeId: number;
  enabled: boolean;
  simulated: boolean;
  /** The date of its first stored day; null without any. */
  firstDay: string | null;
}

/** The entity of a report, or that of its site, with the sites that the report is about. */
export interface OwnSubject {
  entity: ReportEntity;
  sites: ReportSite[];
}

/** Undefined if the subject is outside the scope or does not exist. */
export async function findOwnSubject(
  db: Database,
  scope: Scope,
  subject: { siteId: number } | { entityId: number },
): Promise<OwnSubject | undefined> {
  const isSite = 'siteId' in subject;
  const chosen = isSite
    ? sql`entity_id = (select entity_id from site where site_id = ${subject.siteId})`
    : sql`entity_id = ${subject.entityId}`;
  const { rows: entities } = await sql<ReportEntity>`
    select entity_id, entity_name, entity_name_en, entity_name_fr, zone from site_entity
    where ${chosen} and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  const [entity] = entities;
  if (!entity) return undefined;
  const { rows: sites } = await sql<ReportSite>`
    select site_id, site_code, site_name, device_type_id, status = '0' as enabled, simulated,
      (select min(day)::text from reading_day d where d.site_id = site.site_id) as first_day
    from site where ${isSite ? sql`site_id = ${subject.siteId}` : sql`entity_id = ${subject.entityId}`}
    order by site_code, site_id`.execute(db);
  return { entity, sites };
}

/** By device type, the slots of its channels. */
export async function listTypeSlots(
  db: Database,
  deviceTypeIds: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const { rows } = await sql<{ deviceTypeId: number; slots: number[] }>`
    select device_type_id, array_agg(slot) as slots
    from basic_device_type_channel join basic_channel using (channel_id)
    where device_type_id = any(${[...new Set(deviceTypeIds)]}::integer[]) and slot is not null
    group by device_type_id`.execute(db);
  return new Map(rows.map(({ deviceTypeId, slots }) => [deviceTypeId, new Set(slots)]));
}
