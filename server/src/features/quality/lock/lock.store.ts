import { fail } from '@limpid/contract/errors';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import { holdAdvisoryLock } from '../../../platform/db/advisory-lock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { LocksBeside } from './lock.rule.ts';

interface LockedEntity {
  entityId: number;
  entityName: string;
  zone: string;
}

/** An entity within the data scope. */
export async function findEntity(db: Database, scope: Scope, entityId: number): Promise<LockedEntity> {
  const { rows } = await sql<LockedEntity>`
    select entity_id, entity_name, zone from site_entity e
    where entity_id = ${entityId} and ${scopeCondition(scope, { dept: 'e.dept_id' })}`.execute(db);
  return rows[0] ?? fail('scope.denied');
}

/**
 * The zone and the sites of an entity. Its row is locked until the transaction ends: its zone and its sites stay, and no
 * other transaction locks or unlocks one of its months.
 */
export async function holdEntity(
  client: Connection,
  entityId: number,
): Promise<{ zone: string; siteIds: number[] }> {
  const { rows } = await client.query<{ zone: string }>(
    'select zone from site_entity where entity_id = $1 for no key update',
    [entityId],
  );
  const [entity] = rows;
  if (!entity) return fail('row.gone');
  const { rows: sites } = await client.query<{ site_id: number }>(
    'select site_id from site where entity_id = $1 order by 1',
    [entityId],
  );
  return { zone: entity.zone, siteIds: sites.map(({ site_id: siteId }) => siteId) };
}

export async function isMonthLocked(client: Connection, entityId: number, month: string): Promise<boolean> {
  const { rowCount } = await client.query('select from month_lock where entity_id = $1 and month = $2', [
    entityId,
    `${month}-01`,
  ]);
  return rowCount !== 0;
}

/** The bounds of the locked months of an entity beside a month. */
export async function findLocksBeside(
  client: Connection,
  entityId: number,
  month: string,
): Promise<LocksBeside> {
  const { rows } = await client.query<LocksBeside>(
    `select
       (select extract(epoch from until)::float8 * 1000 from month_lock
        where entity_id = $1 and month = $2::date - interval '1 month') as before,
       (select extract(epoch from since)::float8 * 1000 from month_lock
        where entity_id = $1 and month = $2::date + interval '1 month') as after`,
    [entityId, `${month}-01`],
  );
  return rows[0] ?? { before: null, after: null };
}

/**
 * What still changes a month of these sites: queued hours, packets to let in, or ranges and K and B to apply again, except
 * those that wait for another lock to end.
 */
export interface Pending {
  hours: boolean;
  packets: boolean;
  ranges: boolean;
}

export async function findPending(
  client: Connection,
  siteIds: readonly number[],
  [since, until]: readonly [number, number],
): Promise<Pending> {
  const { rows } = await client.query<Pending>(
    `select
       exists (select from dirty_hour where hour >= $2 and hour < $3 and sites && $1::integer[]) as hours,
       exists (select from kept_packet p where site_id = any($1::integer[]) and ts >= $2 and ts < $3
         and not exists (select from month_lock l where l.lock_id = p.lock_id)) as packets,
       exists (select from range_recheck) or exists (select from coefficient_recheck c
         where site_id = any($1::integer[]) and from_time < $3 and until_time > $2 and not exists (
           select from month_lock_site l
           where l.site_id = c.site_id and l.since <= from_time and l.until >= until_time)) as ranges`,
    [siteIds, new Date(since).toISOString(), new Date(until).toISOString()],
  );
  return rows[0] ?? { hours: false, packets: false, ranges: false };
}

export interface NewLock {
  entityId: number;
  month: string;
  zone: string;
  bounds: readonly [since: number, until: number];
  siteIds: readonly number[];
  lockedBy: string;
  lockedAt: Date;
  reason: string | null;
}

/** Adds a lock with its sites and its line in the log. */
export async function insertLock(client: Connection, lock: NewLock): Promise<number> {
  const { entityId, month, zone, bounds, siteIds, lockedBy, lockedAt, reason } = lock;
  const { rows } = await client.query<{ lock_id: number }>(
    `with added as (
       insert into month_lock (entity_id, month, zone, since, until, locked_at, locked_by, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning *
     ), covered as (
       insert into month_lock_site (lock_id, site_id, month, since, until)
       select lock_id, site_id, month, since, until from added cross join unnest($9::integer[]) as site_id
     ), logged as (
       insert into month_lock_log (lock_id, entity_id, month, action, user_name, reason, logged_at)
       select lock_id, entity_id, month, 'lock', locked_by, reason, locked_at from added
     )
     select lock_id from added`,
    [
      entityId,
      `${month}-01`,
      zone,
      ...bounds.map((moment) => new Date(moment).toISOString()),
      lockedAt.toISOString(),
      lockedBy,
      reason,
      siteIds,
    ],
  );
  return rows[0]?.lock_id ?? 0;
}

export interface StoredLock {
  lockId: number;
  entityId: number;
  entityName: string;
  month: string;
  zone: string;
}

/** A lock of an entity within the data scope. */
export async function findLock(db: Database, scope: Scope, lockId: number): Promise<StoredLock | undefined> {
  const { rows } = await sql<StoredLock>`
    select lock_id, entity_id, entity_name, to_char(month, 'YYYY-MM') as month, l.zone
    from month_lock l join site_entity e using (entity_id)
    where lock_id = ${lockId} and ${scopeCondition(scope, { dept: 'e.dept_id' })}`.execute(db);
  return rows[0];
}

/** Locks the row of the entity, so that no other transaction locks or unlocks one of its months. */
export async function holdForUnlock(db: Database, entityId: number): Promise<void> {
  await sql`select from site_entity where entity_id = ${entityId} for no key update`.execute(db);
}

/**
 * Removes a lock: its packets wait to be let in, unless another lock covers them too, and ranges that changed meanwhile are
 * checked again. Returns the number of packets, or undefined if somebody else has removed it.
 */
export async function removeLock(
  db: Database,
  { lockId }: StoredLock,
  by: { userName: string; reason: string; at: Date },
): Promise<number | undefined> {
  // A recheck under way has passed over the locked days: it begins again.
  await sql`update range_recheck set queued_at = clock_timestamp()
    where exists (select from month_lock where lock_id = ${lockId})`.execute(db);
  await sql`insert into range_recheck (slot, old_limits)
    select slot, old_limits from month_lock_recheck where lock_id = ${lockId}
    on conflict (slot) do update set queued_at = clock_timestamp(),
      old_limits = range_recheck.old_limits || excluded.old_limits`.execute(db);
  const { rows: removed } = await sql<{ entityId: number; month: string }>`
    delete from month_lock where lock_id = ${lockId} returning entity_id, month::text`.execute(db);
  const [lock] = removed;
  if (!lock) return undefined;
  await sql`update kept_packet p set lock_id = l.lock_id from month_lock_site l
    where p.lock_id = ${lockId} and l.site_id = p.site_id and p.ts >= l.since and p.ts < l.until`.execute(db);
  const { rows } = await sql<{ packets: number }>`
    insert into month_lock_log (lock_id, entity_id, month, action, user_name, reason, logged_at, kept_packets)
    select ${lockId}, ${lock.entityId}, ${lock.month}::date, 'unlock', ${by.userName}, ${by.reason}, ${by.at}, (
      select count(*) from kept_packet where lock_id = ${lockId})
    returning kept_packets as packets`.execute(db);
  return rows[0]?.packets ?? 0;
}

/**
 * The sites that a lock covers and that have hours which were left out: those that came later, and those that are now in
 * another zone than the one it was taken in.
 */
export async function listMovedSites(db: Database, { lockId, zone }: StoredLock): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select s.site_id from month_lock_site l join site s using (site_id) join site_entity e on e.entity_id = s.entity_id
    where l.lock_id = ${lockId} and (l.came_later or e.zone <> ${zone})`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

/**
 * Queues the hours of a lock that open flags leave out, because their rules may have been changed or removed meanwhile.
 * Those that another lock covers too stay as they are.
 */
export async function queueHoursLeftOut(db: Database, { lockId }: StoredLock): Promise<void> {
  await sql`
    insert into dirty_hour (hour, sites)
    select ts, array_agg(distinct l.site_id)
    from month_lock_site l join quality_flag f on f.site_id = l.site_id and ts >= l.since and ts < l.until
    where l.lock_id = ${lockId} and not counts and state = 'open' and not exists (
      select from month_lock_site o
      where o.lock_id <> l.lock_id and o.site_id = l.site_id and ts >= o.since and ts < o.until)
    group by ts`.execute(db);
}

export async function countLocks(db: Database, entityId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from month_lock where entity_id = ${entityId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Unlocked months whose packets have not all been let in, the oldest first; also of entities that are gone since, with
 * their log, while the sites went to others.
 */
export async function listWaitingUnlocks(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ lock_id: number }>(
    `select lock_id from month_lock_log where action = 'unlock' and kept_packets > let_in + expired
     union
     select lock_id from (select distinct lock_id from kept_packet) as kept
     where not exists (select from month_lock l where l.lock_id = kept.lock_id)
     order by lock_id`,
  );
  return rows.map(({ lock_id: lockId }) => lockId);
}

/** Packets that are gone with their site do not wait any longer. */
export async function endUnlock(pool: Pool, lockId: number): Promise<void> {
  await pool.query(
    `update month_lock_log set kept_packets = let_in + expired where lock_id = $1 and action = 'unlock'`,
    [lockId],
  );
}

const letInLock = 0x6c696d10;

/** Runs work while no other process lets packets in; undefined if one does. */
export function holdLetIn<V>(pool: Pool, work: () => Promise<V>): Promise<V | undefined> {
  return holdAdvisoryLock(pool, letInLock, work);
}
