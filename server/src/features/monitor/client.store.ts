import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { clientSummary } from '@limpid/contract/monitor/client';
import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

/** A connection belongs to the department of its site; without a known site it belongs to none. */
export const clientScope = { dept: 'deptId' };

interface ConnectionAddress {
  process: string;
  number: number;
}

/** The process and number of a connection in the caller's data scope. */
export async function findConnection(
  db: Database,
  scope: Scope,
  connectionId: number,
): Promise<ConnectionAddress | undefined> {
  const { rows } = await sql<ConnectionAddress>`
    select process, number from gateway_connection_row
    where connection_id = ${connectionId} and ${scopeCondition(scope, clientScope)}`.execute(db);
  return rows[0];
}

type Summary = ReplyValue<(typeof clientSummary)['reply']>;

export async function summariseClients(db: Database, scope: Scope): Promise<Summary> {
  const within = scopeCondition(scope, { dept: 'dept_id' });
  const { rows } = await sql<Omit<Summary, 'refusedToday' | 'broker'>>`
    select
      (select count(*) from site join site_entity using (entity_id) where site.status = '0' and ${within}) as sites,
      (select count(*) from (select distinct unnest(site_ids) as site_id from gateway_connection) as connected
        join site using (site_id) join site_entity using (entity_id) where ${within}) as connected_sites,
      (select count(*) from gateway_connection_row where site_name is null and ${scope.all}) as strangers,
      (select count(*) from unknown_device_row where ${scope.all}) as unregistered`.execute(db);
  const { rows: refusedToday } = await sql<Summary['refusedToday'][number]>`
    select reason, sum(today)::bigint as count from gateway_refusal_row
    where today > 0 and ${within} group by reason order by 2 desc, 1`.execute(db);
  const [{ sites, connectedSites, strangers, unregistered } = noRow] = rows;
  return {
    sites,
    connectedSites,
    strangers: scope.all ? strangers : null,
    unregistered: scope.all ? unregistered : null,
    broker: scope.all ? await summariseBroker(db) : null,
    refusedToday,
  };
}

/** Processes report their connections every few seconds; those that have ended are left out. */
async function summariseBroker(db: Database): Promise<Summary['broker']> {
  const { rows } = await sql<NonNullable<Summary['broker']>>`
    select count(*) filter (where connected) as connected, count(*) as total,
      max(reason) filter (where not connected) as reason
    from mqtt_session where seen_at > clock_timestamp() - interval '15 seconds'`.execute(db);
  const [found] = rows;
  return found && found.total > 0 ? found : null;
}

const noRow = { sites: 0, connectedSites: 0, strangers: null, unregistered: null };
