import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import { makeCache } from '../../../platform/cache.ts';
import { siteChanged } from '../../reading/model.api.ts';

interface KnownSite {
  siteId: number;
  entityId: number;
  deviceTypeId: number;
  enabled: boolean;
  simulated: boolean;
}

/** A site of the query, with its zone and its date of today. */
export interface AskedSite extends KnownSite {
  zone: string;
  today: string;
}

export interface AskedSites {
  scope: Scope;
  sites: { entityId?: number | undefined };
  now: Date;
}

/** Lists the sites of a query in the order of their identifiers. */
export type ListAskedSites = (query: AskedSites) => Promise<AskedSite[]>;

/** All sites are kept in memory until one changes, because reading 10,000 takes longer than ranking them. */
export function openAskedSites({ db, bus }: Pick<App, 'db' | 'bus'>): ListAskedSites {
  const known = makeCache(bus, siteChanged, () => listKnownSites(db));
  return async (query) => {
    const [sites, entities] = await Promise.all([known.get('all'), listAskedEntities(db, query)]);
    const asked: AskedSite[] = [];
    for (const { siteId, entityId, deviceTypeId, enabled, simulated } of sites) {
      const entity = entities.get(entityId);
      // Written out, because copying with `...` takes several times as long.
      if (entity) {
        const { zone, today } = entity;
        asked.push({ siteId, entityId, deviceTypeId, enabled, simulated, zone, today });
      }
    }
    return asked;
  };
}

async function listKnownSites(db: App['db']): Promise<KnownSite[]> {
  const { rows } = await sql<KnownSite>`
    select site_id, entity_id, device_type_id, status = '0' as enabled, simulated from site order by site_id`.execute(
    db,
  );
  return rows;
}

/** The entities within the scope: a scope is always read, never remembered. */
async function listAskedEntities(
  db: App['db'],
  { scope, sites: { entityId }, now }: AskedSites,
): Promise<Map<number, Pick<AskedSite, 'zone' | 'today'>>> {
  const { rows } = await sql<{ entityId: number; zone: string; today: string }>`
    select entity_id, zone, (${now}::timestamptz at time zone zone)::date::text as today from site_entity
    where ${scopeCondition(scope, { dept: 'dept_id' })}
      and ${entityId === undefined ? sql`true` : sql`entity_id = ${entityId}`}`.execute(db);
  return new Map(rows.map(({ entityId: id, zone, today }) => [id, { zone, today }]));
}
