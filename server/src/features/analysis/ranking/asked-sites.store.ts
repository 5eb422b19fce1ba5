import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import { makeCache } from '../../../platform/cache.ts';
import { siteChanged } from '../../reading/model.api.ts';

/** What a ranking needs to know of a site. */
export interface KnownSite {
  siteId: number;
  entityId: number;
  deviceTypeId: number;
  enabled: boolean;
  simulated: boolean;
}

/** The zone of an entity and its date of today. */
export interface LocalToday {
  zone: string;
  today: string;
}

export interface AskedSites {
  /** In the order of their identifiers. */
  sites: readonly KnownSite[];
  /** Of the entities of these sites. */
  today: ReadonlyMap<number, LocalToday>;
}

export interface AskedSitesQuery {
  scope: Scope;
  sites: { entityId?: number | undefined };
  now: Date;
}

export type ListAskedSites = (query: AskedSitesQuery) => Promise<AskedSites>;

/** All sites are kept in memory until one changes, because reading 10,000 takes longer than ranking them. */
export function openAskedSites({ db, bus }: Pick<App, 'db' | 'bus'>): ListAskedSites {
  const known = makeCache(bus, siteChanged, () => listKnownSites(db));
  return async (query) => {
    const [sites, today] = await Promise.all([known.get('all'), listToday(db, query)]);
    return { sites: sites.filter(({ entityId }) => today.has(entityId)), today };
  };
}

async function listKnownSites(db: App['db']): Promise<KnownSite[]> {
  const { rows } = await sql<KnownSite>`
    select site_id, entity_id, device_type_id, status = '0' as enabled, simulated from site order by site_id`.execute(
    db,
  );
  return rows;
}

/** Of the entities within the scope: a scope is always read, never remembered. */
async function listToday(
  db: App['db'],
  { scope, sites: { entityId }, now }: AskedSitesQuery,
): Promise<Map<number, LocalToday>> {
  const { rows } = await sql<{ entityId: number; zone: string; today: string }>`
    select entity_id, zone, (${now}::timestamptz at time zone zone)::date::text as today from site_entity
    where ${scopeCondition(scope, { dept: 'dept_id' })}
      and ${entityId === undefined ? sql`true` : sql`entity_id = ${entityId}`}`.execute(db);
  return new Map(rows.map(({ entityId: id, zone, today }) => [id, { zone, today }]));
}
